import 'fake-indexeddb/auto'
import { type Address, type Hex, numberToHex } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordFaults } from '@/lib/base/faults.fixture'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { RpcError } from '@/lib/base/rpc/errors'
import type { BatchItem, Connection } from '@/lib/base/rpc/types'
import * as events from '@/lib/base/signatures/events'
import { type Database, openDatabase } from '@/lib/storage/open'
import { createTransfers, type Transfers } from './transfers'

const networkId = firstNetworkOf(1)
const account = numberToHex(1, { size: 20 })
const payer = numberToHex(2, { size: 20 })
const dollar = numberToHex(3, { size: 20 })
const word = (value: number | Hex): Hex => numberToHex(BigInt(value), { size: 32 })

/** A chain of so many blocks with a payment to the account in some of them. Its endpoint grants what the test says. */
function createChain(paidIn: readonly number[]) {
  const chain = {
    head: 1_000_000,
    /** Blocks of one search, and logs of one answer. */
    most: 10_000,
    mostLogs: 10_000,
    /** Searches before the worker dies. */
    left: Number.POSITIVE_INFINITY,
    /** The oldest block that it has. */
    oldest: 0,
    searches: 0,
    /** Distinguishes the branches of a chain that was reorganised above this block. */
    branch: { above: Number.POSITIVE_INFINITY, salt: 0 },
  }
  const hashOf = (block: number) => word(block * 1_000 + (block > chain.branch.above ? chain.branch.salt : 1))
  const refused = (kind: 'node-error' | 'rate-limited', message: string): BatchItem => ({
    ok: false,
    error: new RpcError(kind, message),
  })
  function logs(asked: { fromBlock: string; toBlock: string; topics: (Hex | null)[] }): BatchItem {
    if (asked.fromBlock === 'pending') return { ok: true, result: [] }
    const [from, to] = [Number(asked.fromBlock), asked.toBlock === 'latest' ? chain.head : Number(asked.toBlock)]
    if (asked.topics[0] !== events.transfer) return { ok: true, result: [] }
    chain.searches += 1
    if (chain.searches > chain.left) return { ok: false, error: new RpcError('unreachable', 'the worker is gone') }
    if (to - from + 1 > chain.most) return refused('node-error', `eth_getLogs is limited to ${chain.most} blocks`)
    if (from < chain.oldest) return refused('node-error', 'history is pruned')
    const found = asked.topics[2] === word(account) ? paidIn.filter(block => from <= block && block <= to) : []
    if (found.length > chain.mostLogs) return refused('rate-limited', 'query returned more than 10000 results')
    return {
      ok: true,
      result: found.map(block => ({
        ...{ address: dollar, topics: [events.transfer, word(payer), word(account)], data: word(5) },
        ...{ transactionHash: word(block), blockHash: hashOf(block), blockNumber: numberToHex(block), logIndex: '0x0' },
      })),
    }
  }
  const batch: Connection['batch'] = async calls =>
    calls.map(({ method, params: [first] }): BatchItem => {
      if (method === 'eth_getLogs') return logs(first as Parameters<typeof logs>[0])
      const number = first === 'latest' ? chain.head : Number(first)
      if (Number.isNaN(number) || number > chain.head) return { ok: true, result: null }
      const rest = { parentHash: word(0), gasLimit: '0x1', gasUsed: '0x1', transactions: [] }
      return {
        ok: true,
        result: { ...rest, number: numberToHex(number), hash: hashOf(number), timestamp: numberToHex(number * 2) },
      }
    })
  const connection: Connection = {
    ...{
      networkId,
      chainId: 1,
      batch,
      socket: () => 'none',
      discredit: () => undefined,
      unread: () => undefined,
      isProposing: () => false,
      isDevelopment: () => false,
    },
    request: () => Promise.reject(new Error('only batches')),
    passThrough: async () => null,
    subscribe: () => Promise.reject(new Error('no socket')),
    onSocket: () => () => undefined,
    others: async () => [],
  }
  return { chain, connection }
}

let database: Database
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
})
afterEach(() => database.close())

function setUp(paidIn: readonly number[], start: number | null = null) {
  const { chain, connection } = createChain(paidIn)
  const worker = (): Transfers =>
    createTransfers({
      ...{
        database,
        connectionOf: () => connection,
        epochOf: () => 0,
        clock: createManualClock(),
        faults: recordFaults(),
      },
      moneyOf: async () => [dollar],
      startOf: async () => start,
    })
  const blocks = async (transfers: Transfers) =>
    (await transfers.all(networkId, account)).map(({ blockNumber }) => blockNumber)
  return { chain, worker, blocks }
}
const address: Address = account

describe('an endpoint that searches few blocks at once', () => {
  it.each([2_000, 1_000, 500, 100, 10, 1])('is asked for no more than it grants (%i)', async most => {
    const { chain, worker, blocks } = setUp([995_000, 999_900, 999_995])
    chain.most = most
    const transfers = worker()
    await transfers.backfill(networkId, address)
    expect(await blocks(transfers)).toEqual([995_000, 999_900, 999_995])
    expect(await transfers.reading(networkId, address)).toEqual({
      ...{ from: 990_000, fromAt: 1_980_000_000, to: 1_000_000, failure: null },
    })
  })

  it('by the number of results is asked for fewer blocks where there are many', async () => {
    const busy = Array.from({ length: 400 }, (_, index) => 995_000 + index)
    const { chain, worker, blocks } = setUp([991_000, ...busy, 999_000])
    chain.mostLogs = 7
    const transfers = worker()
    await transfers.backfill(networkId, address)
    expect(await blocks(transfers)).toEqual([991_000, ...busy, 999_000])
  })

  it('that refuses every search leaves what was read as it is, and says why', async () => {
    const { chain, worker, blocks } = setUp([999_995, 1_000_500])
    const transfers = worker()
    await transfers.backfill(networkId, address)
    chain.head = 1_001_000
    chain.most = 0
    await expect(transfers.backfill(networkId, address)).rejects.toMatchObject({ name: 'RpcError', kind: 'node-error' })
    expect(await blocks(transfers)).toEqual([999_995])
    expect(await transfers.reading(networkId, address)).toMatchObject({
      ...{ to: 1_000_000, failure: { message: 'eth_getLogs is limited to 0 blocks' } },
    })
    chain.most = 10_000
    await transfers.backfill(networkId, address)
    expect(await blocks(transfers)).toEqual([999_995, 1_000_500])
    expect(await transfers.reading(networkId, address)).toMatchObject({ to: 1_001_000, failure: null })
  })

  it('reads a long gap in parts: a worker that starts again goes on where the last one ended', async () => {
    const { chain, worker, blocks } = setUp([1_000_100, 1_090_000])
    await worker().backfill(networkId, address)
    chain.head = 1_100_000
    chain.most = 100
    chain.left = chain.searches + 300
    await expect(worker().backfill(networkId, address)).rejects.toMatchObject({ kind: 'unreachable' })
    const stopped = worker()
    const { to } = await stopped.reading(networkId, address)
    expect(to).toBeGreaterThan(1_002_000)
    expect(await blocks(stopped)).toEqual([1_000_100])
    chain.left = Number.POSITIVE_INFINITY
    const last = worker()
    const before = chain.searches
    await last.backfill(networkId, address)
    expect(await blocks(last)).toEqual([1_000_100, 1_090_000])
    // Not from the beginning: what is left is two filters of 100 blocks, less what was found out about the span.
    expect(chain.searches - before).toBeLessThan(((1_100_000 - (to ?? 0)) / 25) * 2)
  })

  it('is not asked for everything again where a deep reorganisation replaced the newest blocks', async () => {
    const { chain, worker, blocks } = setUp([995_000, 1_000_010])
    const transfers = worker()
    await transfers.backfill(networkId, address)
    for (chain.head = 1_000_020; chain.head < 1_000_400; chain.head += 20) await transfers.backfill(networkId, address)
    chain.branch = { above: 1_000_350, salt: 2 }
    const searches = chain.searches
    await transfers.backfill(networkId, address)
    expect(await blocks(transfers)).toEqual([995_000, 1_000_010])
    expect(chain.searches - searches).toBe(2)
  })
})

describe('older blocks', () => {
  it('are read down to the first thing that is known of the account', async () => {
    const { worker, blocks } = setUp([700_000, 850_000, 999_000], 840_000)
    const transfers = worker()
    for (let reading = 0; reading < 3; reading += 1) await transfers.backfill(networkId, address)
    expect(await blocks(transfers)).toEqual([850_000, 999_000])
    expect(await transfers.reading(networkId, address)).toMatchObject({ from: 840_000, fromAt: 1_680_000_000 })
  })

  it('are read further back a step at a time when the person asks, and on where that ended', async () => {
    const { worker, blocks } = setUp([10, 850_000, 999_000])
    await worker().backfill(networkId, address)
    let from: number | null = 990_000
    for (let step = 0; from !== 0 && step < 100; step += 1) {
      const transfers = worker()
      await transfers.further(networkId, address)
      const reached = (await transfers.reading(networkId, address)).from
      expect(reached).toBeLessThan(from ?? 0)
      from = reached
    }
    expect(from).toBe(0)
    expect(await blocks(worker())).toEqual([10, 850_000, 999_000])
  })

  it('that the endpoint does not have are said when asked for, and newer ones are read all the same', async () => {
    const { chain, worker, blocks } = setUp([999_000, 1_000_050], 1)
    chain.oldest = 980_000
    const transfers = worker()
    await transfers.backfill(networkId, address)
    chain.head = 1_000_100
    await transfers.backfill(networkId, address)
    expect(await blocks(transfers)).toEqual([999_000, 1_000_050])
    expect(await transfers.reading(networkId, address)).toMatchObject({ to: 1_000_100, failure: null })
    await expect(transfers.further(networkId, address)).rejects.toMatchObject({ message: 'history is pruned' })
    expect((await transfers.reading(networkId, address)).from).toBeLessThanOrEqual(990_000)
  })
})
