import { expect as base, expect } from '@playwright/test'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { builds } from '../commands/extension.ts'
import { test } from '../wallet-fixtures/index.ts'
import { ask, meet } from './page.ts'
import { startSite } from './site.ts'

// Blocks are sealed when the test says so.
test.use({ extension: builds.local.folder, networkOptions: { blockMs: 3_600_000 } })

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

test('a wallet made by the fixtures has a phrase of words', async ({ wallet }) => {
  expect((await wallet.create()).split(' ').length).toBeGreaterThanOrEqual(12)
  expect(wallet.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await wallet.lock()
  await wallet.unlock()
})
