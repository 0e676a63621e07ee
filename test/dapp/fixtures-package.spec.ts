import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect as base, expect } from '@playwright/test'
import { encodeFunctionData, erc20Abi, maxUint256, toHex } from 'viem'
import { z } from 'zod'
import { builds } from '../commands/extension.ts'
import { createPreviewNetwork } from '../preview-network/index.ts'
import { test } from '../wallet-fixtures/index.ts'
import { ask, meet } from './page.ts'
import { startSite } from './site.ts'

// Blocks are sealed when the test says so.
test.use({ extension: builds.local.folder, networkOptions: { blockMs: 3_600_000 } })

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const resultSchema = z.object({ result: z.templateLiteral(['0x', z.string()]) })
const deploymentSchema = z.object({ result: z.object({ contractAddress: z.string() }) })
const recipient = '0x00000000000000000000000000000000000000aa'

test('the fixtures for dapp developers: a payment is decided, withdrawn, sealed and reorganised', {
  tag: '@short',
}, async ({ wallet, network, page }) => {
  const site = await startSite()
  const address = await wallet.import()
  await network.drip()
  await page.goto(site.at())
  await meet(page)
  const connecting = ask(page, 'eth_requestAccounts')
  expect((await wallet.decision()).sentence).toMatch(/127\.0\.0\.1/)
  await wallet.approve()
  expect(await connecting).toEqual({ result: [address] })

  const refused = ask(page, 'eth_sendTransaction', [{ from: address, to: recipient, value: '0x1' }])
  await wallet.reject()
  expect(await refused).toMatchObject({ error: { code: 4001 } })

  const sending = ask(page, 'eth_sendTransaction', [{ from: address, to: recipient, value: '0x2' }])
  const decision = await wallet.decision()
  expect(decision).toMatchObject({ kind: 'transaction', origin: new URL(site.at()).origin, chainId: network.chainId })
  expect(decision.effects).toContainEqual(expect.objectContaining({ kind: 'pays', amount: '0x2', to: recipient }))
  expect(decision.risks.map(({ level }) => level)).not.toContain('danger')
  await wallet.approve()
  const answer = await sending
  const hash: `0x${string}` = `0x${String('result' in answer ? answer.result : '').slice(2)}`

  const levels = async () => (await wallet.levels(hash)).map(({ level, event }) => event ?? level)
  const eventually = base.configure({ timeout: 20_000 })
  await eventually.poll(levels).toContain('preconfirmed')
  await network.withdraw(hash)
  await eventually.poll(levels).toContain('withdrawn')
  await network.include(hash)
  await network.seal()
  await eventually.poll(levels).toContain('sealed')
  await network.reorganise(1)
  await eventually.poll(levels).toContain('reorganised')

  await wallet.lock()
  expect(await wallet.waiting()).toEqual([])
  await wallet.unlock()
  // A wallet that is unlocked stays so.
  await wallet.unlock()
  const signing = ask(page, 'personal_sign', ['0x00', address])
  await wallet.approve()
  expect(await signing).toHaveProperty('result')
  await site.close()
})

test('a danger is acknowledged only where the test says so', async ({ wallet, network, page }) => {
  const site = await startSite()
  const address = await wallet.import()
  await network.drip()
  await page.goto(site.at())
  await meet(page)
  const connecting = ask(page, 'eth_requestAccounts')
  await wallet.approve()
  await connecting
  // Everything of a token to somebody who is no contract.
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [recipient, maxUint256] })
  const asked = ask(page, 'eth_sendTransaction', [{ from: address, to: network.contracts.testDollar, data }])
  expect((await wallet.decision()).risks.map(({ level }) => level)).toContain('danger')
  await expect(wallet.approve()).rejects.toThrow(
    'The decision is dangerous: allowance-unlimited, allowance-to-account. Call wallet.approve({ evenDangers: true }), or wallet.reject().',
  )
  await wallet.approve({ evenDangers: true })
  expect(await asked).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })

  const tooDear = ask(page, 'eth_sendTransaction', [{ from: address, to: recipient, value: '0xde0b6b3a7640000' }])
  await expect(wallet.approve({ evenDangers: true })).rejects.toMatchObject({
    name: 'DecisionDangerousError',
    codes: ['insufficient-funds'],
    message: 'The decision cannot be approved: insufficient-funds. Call wallet.reject().',
  })
  await wallet.reject()
  expect(await tooDear).toMatchObject({ error: { code: 4001 } })
  await site.close()
})

test('a new wallet has a phrase, and two dapps, each on its chain, deploy, read and sign over the end of the worker', async ({
  wallet,
  network,
  context,
  page,
}) => {
  expect((await wallet.create()).split(' ').length).toBeGreaterThanOrEqual(12)
  expect(wallet.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await network.drip()
  await network.seal()
  const site = await startSite()
  const pages = { one: page, other: await context.newPage() }
  for (const [name, dapp] of Object.entries(pages)) {
    await dapp.goto(site.at('/', `${name}.localhost`))
    await meet(dapp)
    const connecting = ask(dapp, 'eth_requestAccounts')
    expect((await wallet.decision()).origin).toContain(`//${name}.localhost:`)
    await wallet.approve()
    expect(await connecting).toEqual({ result: [wallet.address] })
  }

  const second = await createPreviewNetwork({ chainId: 71_002 })
  const added = { chainId: '0x1155a', chainName: 'Second', rpcUrls: [second.rpcUrl], nativeCurrency: ether }
  const adding = ask(pages.other, 'wallet_addEthereumChain', [added])
  expect((await wallet.decision()).kind).toBe('add-network')
  await wallet.approve()
  expect(await adding).toEqual({ result: null })
  const away = ask(pages.other, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }])
  await wallet.reject()
  expect(await away).toMatchObject({ error: { code: 4001 } })
  expect(await ask(pages.one, 'eth_chainId')).toEqual({ result: toHex(network.chainId) })
  expect(await ask(pages.other, 'eth_chainId')).toEqual({ result: '0x1155a' })

  // Returns 42, whatever it is asked.
  const data = '0x600a600c600039600a6000f3602a60005260206000f3'
  const deploying = ask(page, 'eth_sendTransaction', [{ from: wallet.address, data }])
  await wallet.approve()
  const { result: hash } = resultSchema.parse(await deploying)
  await expect.poll(() => network.levelsOf(hash).length).toBeGreaterThan(0)
  await network.seal()
  const receipt = await ask(page, 'eth_getTransactionReceipt', [hash])
  const { contractAddress: to } = deploymentSchema.parse(receipt).result
  expect(await ask(page, 'eth_call', [{ to, data: '0x' }, 'latest'])).toEqual({ result: toHex(42, { size: 32 }) })

  const signing = ask(page, 'personal_sign', ['0x00', wallet.address])
  await wallet.decision()
  await wallet.endWorker()
  await wallet.approve()
  expect(await signing).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
  await wallet.lock()
  await wallet.unlock()
  await site.close()
  await second.stop()
})

test.describe('A profile that outlives the test', () => {
  const profile = join(tmpdir(), `prelude-kept-${process.pid}`)
  test.use({ profile })
  test.describe.configure({ mode: 'serial' })
  test.afterAll(() => rm(profile, { recursive: true, force: true }))
  let first = ''

  test('gets a wallet by the first import', async ({ wallet }) => {
    first = await wallet.import()
  })

  test('has it in the next test, and takes no other', async ({ wallet }) => {
    await expect(wallet.create()).rejects.toMatchObject({ name: 'ProfileHasWalletError' })
    expect(await wallet.import()).toBe(first)
    await wallet.lock()
  })
})
