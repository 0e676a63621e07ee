import { describe, expect, it } from 'vitest'
import { faultsOfCircles, faultsOfImportArrows, faultsOfImports } from './import-arrows.ts'

const faults = (file: string, code: string) => faultsOfImports(file, code).length

describe('an import that the table does not allow', () => {
  it.each([
    ['lib/storage/open.ts', '@/lib/chain/networks/networks', 'a room to the left'],
    ['lib/reading/risk/site.ts', '@/lib/activity/sending/journal', 'a room to the left'],
    ['lib/decisions/decisions.ts', '@/lib/payments/register/ledger', 'a room to the left'],
    ['lib/decisions/decisions.ts', '@/lib/payments/register/types', 'types of a part of a room'],
    ['lib/payments/shared/memo.ts', '@/lib/provider/provider', 'a room to the left'],
    ['lib/decisions/approvals/approvals.ts', '@/lib/keys/keyring', 'the keyring, by a room that does not sign'],
    ['lib/provider/provider.ts', '@/lib/keys/signing/signer', 'the keyring, by the provider'],
    ['lib/keys/keyring.ts', '@/lib/chain/rpc/http', 'the network, by the keyring'],
    ['lib/keys/keyring.fixture.ts', '@/lib/activity/sending/journal', 'another room, by a fixture of the keyring'],
    ['lib/base/hex.ts', '@/lib/decisions/approvals/types', 'anything of ours, by the values'],
    ['lib/language/ui.ts', '@/lib/storage/records', 'the database, by the messages'],
    ['lib/page/provider.ts', '@/lib/base/hex', 'more than the page’s own room'],
    ['entrypoints/inpage.content.ts', '@/lib/language/ui', 'the messages of our pages, by a content script'],
    ['lib/activity/sending/journal.ts', '@/components/client', 'a component, by lib'],
    ['lib/activity/sending/journal.ts', '@/entrypoints/background/wallet', 'the wiring, by lib'],
    ['lib/activity/sending/journal.ts', '@/test/gallery/samples', 'a test’s file, by lib'],
    ['components/client.ts', '@/lib/activity/sending/journal', 'I/O, by a component'],
    ['components/client.ts', '@/lib/payments/register/ledger', 'I/O, by a component'],
    ['components/client.ts', '@/lib/payments/logs/chain-logs', 'logs of the chain, by a component'],
    ['components/client.ts', '@/lib/payments/desk/spendings', 'rows of the database, by a component'],
    ['components/client.ts', '@/lib/keys/signing/waiting-requests', 'state of the worker, by a component'],
    ['components/keys/Reveal.tsx', '@/lib/keys/keyring', 'the keyring, by a component'],
    ['components/keys/Reveal.tsx', '@/entrypoints/popup/app', 'a page, by a component'],
    ['entrypoints/popup/app.tsx', '@/lib/keys/keyring', 'the keyring, by a page'],
    ['entrypoints/popup/app.tsx', '../home/app', 'another page'],
    ['entrypoints/home/main.tsx', '@/lib/payments/http402/http402', 'I/O, by a page'],
    ['entrypoints/payments.ts', '@/components/client', 'a component, by a script of the worker'],
    ['lib/payments/shared/memo.ts', '@/lib/payments/register/register', 'I/O, by what pages share'],
    ['lib/payments/shared/memo.ts', '@/lib/storage/records', 'the database, by what pages share'],
    ['components/elements/Button.tsx', '@/components/send/send', 'a screen, by an element'],
    ['test/preview-network/gateway.ts', '../../lib/base/hex.ts', 'lib, by the preview network'],
    [
      'test/preview-network/explorer/explorer.test.ts',
      '../../../lib/base/hex.ts',
      'lib, by a test of the preview network',
    ],
    ['test/preview-network/index.ts', '../commands/lifetime.ts', 'a command, by the preview network'],
    ['wxt.config.ts', './lib/chain/rpc/no-ccip.ts', 'lib, by a configuration'],
  ])('%s: %s (%s)', (file, specifier) => {
    expect(faults(file, `import { x } from '${specifier}'`)).toBe(1)
  })

  const path = '@/lib/keys/signing/signer'
  it.each([
    `import '${path}'`,
    `import type { Signer } from '${path}'`,
    `export { sign } from '${path}'`,
    `export * from '${path}'`,
    `const signer = await import('${path}')`,
    `const signer = await import(\`${path}\`)`,
    `type Signer = import('${path}').Signer`,
    "import signer from '../keys/signing/signer'",
    "import signer from './methods/../../keys/signing/signer.ts'",
    "const room = 'keys'; await import('../' + room)",
  ])('is found however it is written: %s', code => {
    expect(faults('lib/provider/provider.ts', code)).toBe(1)
  })

  it('is one from another folder that is not written as the row asks', () => {
    expect(faults('lib/provider/methods/calls.ts', "import { limits } from '../limits'")).toBe(1)
    expect(faults('test/e2e/send.spec.ts', "import { toHex } from '@/lib/base/hex'")).toBe(1)
  })

  it('is any from a room that has no row', () => {
    expect(faults('lib/helpers/helpers.ts', '')).toBe(1)
  })
})

describe('an import that the table allows', () => {
  it.each([
    ['lib/provider/provider.ts', '@/lib/decisions/decisions'],
    ['lib/provider/types.ts', '@/lib/keys/shared/signing'],
    ['lib/reading/calls/describe.ts', '@/lib/base/effects'],
    ['lib/chain/simulation/simulate.ts', '@/lib/reading/risk/risk'],
    ['lib/activity/sending/signed.ts', '@/lib/keys/shared/canonical/transaction'],
    ['lib/payments/shared/memo.ts', '@/lib/language/ui'],
    ['lib/provider/provider.test.ts', '../../test/gallery/samples'],
    ['lib/provider/provider.ts', 'viem/utils'],
    ['lib/provider/provider.ts', './ports'],
    ['components/client.ts', '@/lib/payments/shared/splits'],
    ['components/payments/places.ts', '../elements/Button'],
    ['entrypoints/popup/app.tsx', './main'],
    ['entrypoints/background/wallet.ts', '@/lib/keys/keyring'],
    ['entrypoints/payments.ts', './background/payments/payments'],
    ['test/commands/fraud-hosts.ts', '../../lib/reading/list-formats/bundled-hosts.ts'],
  ])('%s: %s', (file, specifier) => {
    expect(faultsOfImports(file, `import { x } from '${specifier}'`)).toEqual([])
  })
})

describe('a circle of imports', () => {
  it('is found once', () => {
    const imports = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', ['c']],
    ])
    expect(faultsOfCircles(imports)).toEqual(['a imports b imports c imports a: a circle.'])
  })

  it('is none where two ways lead to one file', () => {
    const imports = new Map([
      ['a', ['b', 'c']],
      ['b', ['d']],
      ['c', ['d']],
    ])
    expect(faultsOfCircles(imports)).toEqual([])
  })
})

it('is the only kind in the source tree', async () => {
  expect(await faultsOfImportArrows()).toEqual([])
})
