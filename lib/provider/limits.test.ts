import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeOf, setUp, stranger } from './provider.fixture'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

describe('two requests to watch a token', () => {
  const params = { type: 'ERC20', options: { address: stranger } }

  it('the second gets −32002, even if its turn comes after the first was rejected', async () => {
    const { wallet } = worker
    wallet.tokens.set(stranger, { symbol: 'TUSD', name: 'Test Dollar', decimals: 6 })
    const page = await worker.connectedPage()
    const first = page.ask('wallet_watchAsset', params)
    await worker.nextApproval()

    const { promise: looked, resolve: look } = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    wallet.chainAnswers = () => {
      look()
      return answered
    }
    const second = page.ask('wallet_watchAsset', params)
    await looked
    await worker.rejectNext()
    expect(codeOf(await first)).toBe(4001)
    answer()
    expect(codeOf(await second)).toBe(-32002)
    expect(await worker.approvals.waiting()).toEqual([])

    const third = page.ask('wallet_watchAsset', params)
    await worker.rejectNext()
    expect(codeOf(await third)).toBe(4001)
  })
})
