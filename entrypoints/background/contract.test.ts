import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browser } from 'wxt/browser'
import { isProcedure, type ProcedureName, procedures } from '@/lib/language/procedures'
import { inputs } from '@/lib/language/procedures.fixture'
import { sliceNames, slices } from '@/lib/language/slices'
import type { Surface } from '@/lib/language/ui'
import { startTestWorker, type TestPage, type TestWorker } from './worker.fixture'

const surfaces: readonly Surface[] = ['popup', 'approval', 'tab', 'side-panel', 'developer-panel']
const names = Object.keys(procedures).filter(isProcedure)
const { password, phrase } = inputs['vault.create']

let worker: TestWorker
let pages: Record<Surface, TestPage>

beforeAll(async () => {
  worker = await startTestWorker()
  pages = {
    popup: worker.open('popup'),
    approval: worker.open('approval'),
    tab: worker.open('tab'),
    'side-panel': worker.open('side-panel'),
    'developer-panel': worker.open('developer-panel'),
  }
  await ask('tab', 'vault.create', { password, phrase })
})

beforeEach(() => {
  worker.reached()
  worker.faults()
})

function ask(surface: Surface, procedure: string, input: unknown) {
  return pages[surface].ask(procedure, input)
}

/** Refused with this failure, reported once, no handler reached. */
async function expectRefusal(surface: Surface, procedure: string, input: unknown, code: string): Promise<void> {
  const what = `${procedure} from ${surface} with ${JSON.stringify(input)}`
  expect(await ask(surface, procedure, input), what).toMatchObject({ kind: 'failure', failure: { code } })
  expect(worker.faults(), what).toEqual([expect.objectContaining({ code })])
  expect(worker.reached(), what).toEqual([])
}

/** Inputs of a wrong shape: none at all, and each field of the right one with a value that no field takes. */
function wrongInputs(procedure: ProcedureName): unknown[] {
  const right: Record<string, unknown> = inputs[procedure]
  return [
    undefined,
    null,
    'a text',
    7,
    [right],
    ...Object.keys(right).map(key => ({ ...right, [key]: { not: 'this' } })),
  ]
}

describe.each(['unlocked', 'locked'] as const)('while the wallet is %s', state => {
  let before: string

  beforeAll(async () => {
    await ask('tab', state === 'locked' ? 'vault.lock' : 'vault.unlock', { password })
    before = await worker.stored()
  })

  it.each(names)('%s is refused on every other surface than its own', async name => {
    for (const surface of surfaces)
      if (!procedures[name].surfaces.includes(surface))
        await expectRefusal(surface, name, inputs[name], 'wrong-surface')
  })

  it.each(names)('%s is refused with an input of a wrong shape', async name => {
    const isLocked = state === 'locked' && procedures[name].unlocked
    for (const surface of procedures[name].surfaces)
      for (const input of wrongInputs(name))
        await expectRefusal(surface, name, input, isLocked ? 'locked' : 'invalid-input')
  })

  it.each(names)('%s reaches its handler once, or is refused because of the lock', async name => {
    worker.runHandlers(false)
    for (const surface of procedures[name].surfaces)
      if (state === 'locked' && procedures[name].unlocked) await expectRefusal(surface, name, inputs[name], 'locked')
      else {
        expect(await ask(surface, name, inputs[name])).toMatchObject({ kind: 'result', output: null })
        expect(worker.reached()).toEqual([{ procedure: name, input: inputs[name] }])
        expect(worker.faults()).toEqual([])
      }
    worker.runHandlers(true)
  })

  it('has the same rows and keys after all these refusals as before', async () => {
    expect(await worker.stored()).toBe(before)
  })
})

describe('a slice', () => {
  const all = sliceNames
  const hidden = all.filter(name => slices[name].hiddenWhenLocked)
  /** Read without a network. */
  const ownRecords = ['accounts', 'selection', 'contacts'] as const

  it('has its value while the wallet is unlocked, and its initial value while it is locked', async () => {
    await ask('tab', 'vault.unlock', { password })
    await ask('tab', 'contact.name', inputs['contact.name'])
    await ask('tab', 'site.pose', inputs['site.pose'])
    const open = await worker.open('tab').read([...ownRecords, 'sites'])
    for (const name of [...ownRecords, 'sites'] as const) expect(open[name], name).not.toEqual(slices[name].initial)

    await ask('tab', 'vault.lock', {})
    const locked = await worker.open('tab').read(all)
    for (const name of hidden) expect(locked[name], name).toEqual(slices[name].initial)
    expect(locked.session).toMatchObject({ vault: 'locked' })
    expect(locked.networks).not.toEqual([])
  })
})

describe('what is no call of a procedure', () => {
  it.each(['', 'vault', 'vault.unlock ', 'toString', '__proto__', 'constructor', 'hasOwnProperty'])(
    'the name “%s” is refused, and not passed on',
    async name => {
      for (const surface of surfaces) {
        const answer = await ask(surface, name, { password })
        expect(answer).toMatchObject({ kind: 'failure', failure: { code: 'procedure-unknown', details: {} } })
        expect(worker.faults()).toEqual([expect.objectContaining({ code: 'procedure-unknown', details: {} })])
      }
      expect(worker.reached()).toEqual([])
    },
  )

  it.each([
    ['nothing', undefined],
    ['a text', 'vault.lock'],
    ['a frame of another kind', { kind: 'unlock' }],
    ['a call without an id', { kind: 'call', procedure: 'vault.lock', input: {} }],
    ['a subscription to something else', { kind: 'subscribe', slices: ['secrets'] }],
  ])('%s is reported and not answered', async (_what, message) => {
    pages.tab.post(message)
    expect(worker.faults()).toEqual([expect.objectContaining({ code: 'invalid-input' })])
    expect(worker.reached()).toEqual([])
  })
})

describe('a port', () => {
  const url = (path: string) => browser.runtime.getURL(`/${path}` as '/')
  const tab = { windowId: 1 }

  it.each([
    ['without a sender', undefined],
    ['of a website', { url: 'https://shop.example/home.html', tab, frameId: 0 }],
    ['of a content script of ours', { url: 'https://shop.example/', origin: 'https://shop.example', tab, frameId: 0 }],
    ['of our page under another origin', { url: url('home.html'), origin: 'https://shop.example', tab, frameId: 0 }],
    ['of our page in a frame', { url: url('home.html'), tab, frameId: 3 }],
    ['of a document of ours that asks for nothing', { url: url('offscreen.html') }],
    ['of a page that only ends like ours', { url: url('x/home.html'), tab, frameId: 0 }],
  ])('%s is not taken', (_what, sender) => {
    expect(worker.accept(sender)).toBe(false)
  })
})
