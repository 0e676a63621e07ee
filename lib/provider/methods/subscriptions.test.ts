import type { Address } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { RpcError } from '@/lib/base/rpc/errors'
import { mainChainId, previewChainId } from '@/lib/chain/networks/presets'
import type { DappMessage } from '@/lib/language/dapp'
import type { TransactionRecord } from '@/lib/storage/records'
import { alice, bob, codeOf, hashOf, journalRow, setUp, shopOrigin } from '../provider.fixture'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

const hex = (number: number) => `0x${number.toString(16)}`
const contract: Address = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0'

/** The subscription messages that pages got. */
function subscribed(events: readonly DappMessage[]): { subscription: unknown; result: unknown }[] {
  return events.flatMap(event => {
    if (event.kind !== 'message' || typeof event.message.data !== 'object' || event.message.data === null) return []
    const data = new Map(Object.entries(event.message.data))
    return [{ subscription: data.get('subscription'), result: data.get('result') }]
  })
}

describe('subscriptions', () => {
  const id = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'
  const onChain = (chainId: number) => `0x${id.replaceAll('-', '')}${chainId.toString(16)}`
  const subscription = onChain(previewChainId)
  const ended = (code: number) =>
    expect.objectContaining({ kind: 'error', id, error: expect.objectContaining({ code }) })

  it('come over the wallet’s socket, after the page has their id', async () => {
    const page = await worker.connectedPage()
    expect(await page.ask('eth_subscribe', ['logs', { address: contract }], id)).toEqual({ result: subscription })
    const [entry] = [...worker.wallet.subscriptions]
    expect(entry?.params).toEqual(['logs', { address: contract }])
    entry?.onItem({ data: '0x1' })
    expect(page.events.at(-1)).toEqual({
      kind: 'message',
      message: { type: 'eth_subscription', data: { subscription, result: { data: '0x1' } } },
    })
    expect(await page.ask('eth_unsubscribe', [subscription])).toEqual({ result: true })
    expect(worker.wallet.subscriptions.size).toBe(0)
    expect(await page.ask('eth_unsubscribe', [subscription])).toEqual({ result: false })
  })

  it('end with the page and have the same id in the next worker', async () => {
    const page = await worker.connectedPage()
    await page.ask('eth_subscribe', ['newHeads'], id)
    page.leave()
    expect(worker.wallet.subscriptions.size).toBe(0)
    const next = worker.startWorker()
    expect(await next.open().ask('eth_subscribe', ['newHeads'], id, subscription)).toEqual({ result: subscription })
  })

  it('end when the site is disconnected, and send nothing more', async () => {
    const page = await worker.connectedPage()
    const other = await worker.connectedPage('https://other.example')
    await page.ask('eth_subscribe', ['newHeads'], id)
    await other.ask('eth_subscribe', ['newHeads'])
    await page.ask('eth_subscribe', ['transactionLevels'])
    const [first] = [...worker.wallet.subscriptions]
    await worker.sites.disconnect(shopOrigin)
    await expect.poll(() => worker.wallet.subscriptions.size).toBe(1)
    expect(worker.wallet.rowListeners.size).toBe(0)
    // Items that were on their way are dropped too.
    first?.onItem({ number: '0x7' })
    expect(subscribed(page.events)).toEqual([])
    // The bridge gets the end, so that it does not repeat the request.
    expect(page.answers).toContainEqual(ended(4100))
    const next = worker.startWorker()
    expect(codeOf(await next.open().ask('eth_subscribe', ['newHeads'], id, subscription))).toBe(4100)
    expect(worker.wallet.subscriptions.size).toBe(1)
  })

  it('end when the site loses its last account', async () => {
    const page = await worker.connectedPage()
    await page.ask('eth_subscribe', ['newHeads'], id)
    worker.wallet.accounts = [{ address: bob, hidden: false }]
    await worker.accountsChanged()
    await expect.poll(() => worker.wallet.subscriptions.size).toBe(0)
    expect(page.answers).toContainEqual(ended(4100))
  })

  it('continue while the wallet is locked and when the site changes its account', async () => {
    const page = await worker.connectedPage(shopOrigin, [alice, bob])
    await page.ask('eth_subscribe', ['newHeads'], id)
    worker.wallet.unlocked = false
    await worker.sessionChanged()
    const told = page.events.length
    await worker.sites.chooseAccount(shopOrigin, bob)
    await expect.poll(() => page.events.length).toBeGreaterThan(told)
    expect(worker.wallet.subscriptions.size).toBe(1)
  })

  it('end when the site changes its chain, and do not start on another chain in the next worker', async () => {
    const page = await worker.connectedPage()
    await page.ask('eth_subscribe', ['newHeads'], id)
    await worker.sites.setChain(shopOrigin, firstNetworkOf(mainChainId))
    await expect.poll(() => worker.wallet.subscriptions.size).toBe(0)
    expect(page.answers).toContainEqual(ended(4901))
    // A worker that stopped at that moment could not have told the bridge.
    const again = worker.startWorker().open()
    expect(codeOf(await again.ask('eth_subscribe', ['newHeads'], id, subscription))).toBe(4901)
    expect(worker.wallet.subscriptions.size).toBe(0)
    expect(await again.ask('eth_subscribe', ['newHeads'], id)).toEqual({ result: onChain(mainChainId) })
  })

  it('do not start if the site was disconnected or moved meanwhile', async () => {
    const page = await worker.connectedPage()
    for (const [end, code] of [
      [() => worker.sites.setChain(shopOrigin, firstNetworkOf(mainChainId)), 4901],
      [() => worker.sites.disconnect(shopOrigin), 4100],
    ] as const) {
      const { promise: connected, resolve: connect } = Promise.withResolvers<void>()
      worker.wallet.connected = () => connected
      const asked = page.ask('eth_subscribe', ['newHeads'])
      await expect.poll(() => worker.wallet.subscribing).toBe(1)
      await end()
      connect()
      expect(codeOf(await asked)).toBe(code)
      await expect.poll(() => worker.wallet.subscribing).toBe(0)
      expect(worker.wallet.subscriptions.size).toBe(0)
    }
  })

  it('end if the page unsubscribes while they start', async () => {
    const page = await worker.connectedPage()
    const { promise: connected, resolve: connect } = Promise.withResolvers<void>()
    worker.wallet.connected = () => connected
    const asked = page.ask('eth_subscribe', ['newHeads'], id)
    await expect.poll(() => worker.wallet.subscribing).toBe(1)
    expect(await page.ask('eth_unsubscribe', [subscription])).toEqual({ result: true })
    connect()
    await asked
    expect(worker.wallet.subscriptions.size).toBe(0)
  })

  it('end if the page leaves while they start', async () => {
    const page = await worker.connectedPage()
    const { promise: connected, resolve: connect } = Promise.withResolvers<void>()
    worker.wallet.connected = () => connected
    void page.ask('eth_subscribe', ['newHeads'])
    await expect.poll(() => worker.wallet.subscribing).toBe(1)
    page.leave()
    connect()
    await expect.poll(() => worker.wallet.subscribing).toBe(0)
    expect(worker.wallet.subscriptions.size).toBe(0)
  })

  it('end if the page leaves before its request is read', async () => {
    const page = await worker.connectedPage()
    const other = await worker.connectedPage('https://other.example')
    const { promise: connected, resolve: connect } = Promise.withResolvers<void>()
    worker.wallet.connected = async () => connect()
    void page.ask('eth_subscribe', ['newHeads'])
    page.leave()
    await connected
    // The answer to a later request shows that this one was handled.
    await other.ask('eth_blockNumber')
    expect(worker.wallet.subscriptions.size).toBe(0)
  })

  it('are limited for each page, even when requested all at once', async () => {
    const page = await worker.connectedPage()
    const { promise: connected, resolve: connect } = Promise.withResolvers<void>()
    worker.wallet.connected = () => connected
    const asked = Promise.all(Array.from({ length: 60 }, () => page.ask('eth_subscribe', ['newHeads'])))
    await expect.poll(() => worker.wallet.subscribing).toBe(50)
    connect()
    const replies = await asked
    expect(replies.filter(reply => codeOf(reply) === -32005)).toHaveLength(10)
    expect(worker.wallet.subscriptions.size).toBe(50)
  })

  it('do not count if they could not start', async () => {
    const page = await worker.connectedPage()
    worker.wallet.connected = () => Promise.reject(new RpcError('node-error', 'no such subscription', { code: -32601 }))
    for (let asked = 0; asked < 60; asked += 1)
      expect(codeOf(await page.ask('eth_subscribe', ['nothing']))).toBe(-32601)
  })

  it('are polled if there is no socket', async () => {
    const page = await worker.connectedPage()
    worker.wallet.hasSocket = false
    let head = 5
    let asked = 0
    worker.wallet.node = async (method, params) => {
      if (method === 'eth_blockNumber') {
        asked += 1
        return hex(head)
      }
      if (method === 'eth_getLogs') return [{ range: params }]
      const number = Array.isArray(params) ? params[0] : null
      return { number, hash: hashOf('7'), transactions: [], uncles: [] }
    }
    const heads = await page.ask('eth_subscribe', ['newHeads'])
    const logs = await page.ask('eth_subscribe', ['logs', { address: contract, fromBlock: 'earliest' }])
    const itemsOf = (reply: typeof heads) =>
      subscribed(page.events).flatMap(data =>
        'result' in reply && data.subscription === reply.result ? [data.result] : [],
      )
    await expect.poll(() => asked).toBe(1)
    head = 7
    worker.clock.advance(1_000)
    await expect
      .poll(() => itemsOf(heads))
      .toEqual([
        { number: '0x6', hash: hashOf('7') },
        { number: '0x7', hash: hashOf('7') },
      ])
    await expect
      .poll(() => itemsOf(logs))
      .toEqual([{ range: [{ address: contract, fromBlock: '0x6', toBlock: '0x7' }] }])
  })

  it('of other kinds need a socket', async () => {
    const page = await worker.connectedPage()
    worker.wallet.hasSocket = false
    expect(codeOf(await page.ask('eth_subscribe', ['newPendingTransactions']))).toBe(-32004)
  })

  it('of levels report the site’s own transactions', async () => {
    const page = await worker.connectedPage()
    const older = journalRow({})
    worker.wallet.rows.set(older.hash, older)
    await page.ask('eth_subscribe', ['transactionLevels', { hashes: [older.hash] }])
    const tell = (given: TransactionRecord) => {
      for (const listener of worker.wallet.rowListeners) listener(given, null)
    }
    tell(journalRow({ hash: hashOf('b') }))
    tell(journalRow({ origin: 'https://other.example', history: [...older.history, { at: 3, level: 'sealed' }] }))
    tell(
      journalRow({
        history: [...older.history, { at: 3, level: 'preconfirmed' }, { at: 4, level: 'accepted', event: 'withdrawn' }],
      }),
    )
    const items = subscribed(page.events).map(data => data.result)
    expect(items).toEqual([
      { hash: older.hash, level: 'accepted', previous: 'signed', atMs: 2 },
      { hash: older.hash, level: 'preconfirmed', previous: 'accepted', atMs: 3 },
      { hash: older.hash, level: 'accepted', previous: 'preconfirmed', event: 'withdrawn', atMs: 4 },
    ])
  })
})
