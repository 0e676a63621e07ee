import { createTestClient, encodeFunctionData, http, isHash, parseEventLogs } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { x402BatchSettlementAbi as abi } from '../preview-network/contracts/abi/x402.ts'
import { settlementOf } from './customer.ts'
import { dollars } from './dollar.ts'
import { type ShopFixture, startShopFixture } from './shop-fixture.ts'

let fixture: ShopFixture

beforeAll(async () => {
  fixture = await startShopFixture()
})
afterAll(() => fixture.stop())

it('a payer leaves a channel without the shop after the delay, less what the shop claims meanwhile', async () => {
  const { network, shop } = fixture
  const { account, pay } = await fixture.customer(dollars('1'))
  const hash = settlementOf(await pay(`${shop.url}/articles/channel`))?.transaction ?? ''
  if (!isHash(hash)) throw new Error('the channel was not opened')
  const { logs } = await network.client.getTransactionReceipt({ hash })
  const [created] = parseEventLogs({ abi, eventName: 'ChannelCreated', logs })
  if (created === undefined) throw new Error('the channel was not opened')
  const { config } = created.args
  const call = (data: `0x${string}`) => ({ to: network.contracts.x402BatchSettlement, data })
  const finalize = call(encodeFunctionData({ abi, functionName: 'finalizeWithdraw', args: [config] }))

  const initiate = encodeFunctionData({ abi, functionName: 'initiateWithdraw', args: [config, 10_000n] })
  await network.send(account, call(initiate))
  expect(await network.refusal(account.address, finalize, abi)).toBe('WithdrawDelayNotElapsed()')
  await shop.channels.claimAndSettle()
  const developer = createTestClient({ mode: 'anvil', transport: http(new URL(network.explorerUrl).origin) })
  await developer.increaseTime({ seconds: config.withdrawDelay })
  await network.seal()
  await network.send(account, finalize)
  expect(await fixture.dollarsOf(account.address)).toBe(dollars('0.999'))
})
