import 'fake-indexeddb/auto'
import { numberToHex } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Arrival, arrivalId, createArrivalRows } from '@/lib/activity/arrivals/arrival-rows'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { type Database, openDatabase } from '@/lib/storage/open'
import { createNativeSearch, type NativeSearch } from './native-search'
import { createPaymentRequests } from './requests'

const networkId = firstNetworkOf(1)
const account = `0x${'aa'.repeat(20)}` as const
const clock = createManualClock(1_000)

let database: Database
let isOpen: boolean
let steps: (number | undefined)[]
let search: NativeSearch
let rows: ReturnType<typeof createArrivalRows>
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  isOpen = true
  steps = []
  const onFault = (error: unknown) => {
    // What still runs when a test ends has no database.
    if (isOpen) expect.unreachable(String(error))
  }
  rows = createArrivalRows({ database, clock, epochOf: () => 0, vouchedOn: async () => [], onFault })
  const requests = createPaymentRequests({ database, clock, connectionOf: () => expect.unreachable() })
  const step = async (_networkId: unknown, _account: unknown, downTo?: number) => {
    steps.push(downTo)
    return { reachedAt: 0, share: 0, found: 0, done: null, isSearched: steps.length % 2 === 0 }
  }
  search = createNativeSearch({
    ...{
      requests,
      arrivals: { ...rows, list: async (...of) => rows.list(...of) },
      past: { step },
      epochOf: () => 0,
      clock,
      onFault,
    },
    onMatched: () => undefined,
  })
  await ask('a', 100, 5n)
})
afterEach(() => {
  isOpen = false
  database.close()
})

const ask = (id: string, fromBlock: number, amount: bigint | null) =>
  database.put('paymentRequests', {
    ...{ id, networkId, epoch: 0, account, token: null, amount, memo: null, label: '', fromBlock },
    ...{ closedAt: null, createdAt: 1_000 },
  })

function arrive(amount: bigint, blockNumber: number): Promise<boolean> {
  const hash = numberToHex(blockNumber, { size: 32 })
  const came = { token: null, from: null, amount, hash, at: 2_000 + blockNumber, blockNumber }
  const id = arrivalId(networkId, account, hash, null)
  const arrival: Arrival = { id, networkId, account, ...came, level: 'sealed', isWithdrawn: false, sealedAt: 1 }
  return rows.addPast(arrival)
}

it('an arrival pays its request while no page reads it, and many newer ones take nothing from it', async () => {
  await arrive(5n, 101)
  await expect.poll(async () => (await database.get('paymentRequests', 'a'))?.paidBy?.blockNumber).toBe(101)
  for (let block = 102; block < 302; block++) await arrive(1n, block)
  expect(rows.list(networkId, account).some(({ amount }) => amount === 5n)).toBe(false)
  expect((await database.get('paymentRequests', 'a'))?.paidBy?.blockNumber).toBe(101)
})

it('an arrival that is found below as many newer ones as are kept pays its request, and goes with the next', async () => {
  for (let block = 402; block > 202; block--) await arrive(1n, block)
  await arrive(5n, 101)
  await expect.poll(async () => (await database.get('paymentRequests', 'a'))?.paidBy?.blockNumber).toBe(101)
  await arrive(5n, 100)
  expect(rows.list(networkId, account).filter(({ amount }) => amount === 5n)).toEqual([])
  expect(rows.list(networkId, account)).toHaveLength(100)
})

it('the blocks since the oldest open request are searched while its page is shown, until it is paid', async () => {
  await ask('any amount', 50, null)
  await ask('later', 120, 6n)
  const stop = search.follow(networkId, account)
  await expect.poll(() => steps).toEqual([100, 100])
  await arrive(5n, 101)
  await expect.poll(async () => (await database.get('paymentRequests', 'a'))?.paidBy?.blockNumber).toBe(101)
  clock.advance(15_000)
  await expect.poll(() => steps).toEqual([100, 100, 120, 120])
  stop()
  clock.advance(60_000)
  expect(steps).toHaveLength(4)
})
