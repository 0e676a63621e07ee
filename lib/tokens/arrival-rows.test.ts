import 'fake-indexeddb/auto'
import { numberToHex } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/lib/database/open'
import { systemClock } from '@/lib/values/clock'
import { firstNetworkOf } from '@/lib/values/network-id'
import { arrivalId, createArrivalRows } from './arrival-rows'

const networkId = firstNetworkOf(1)
const account = `0x${'aa'.repeat(20)}` as const
const forger = `0x${'66'.repeat(20)}` as const

let database: Database
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
})
afterEach(() => database.close())

function setUp() {
  const onFault = (error: unknown) => expect.unreachable(String(error))
  const rows = createArrivalRows({ database, clock: systemClock, epochOf: () => 0, onFault })
  const arrive = (token: typeof forger | null, at: number) => {
    const hash = numberToHex(at, { size: 32 })
    rows.add(
      { id: arrivalId(networkId, account, hash, token), networkId, account, token, from: null, amount: 1n, hash, at },
      at,
    )
  }
  return { rows, arrive, tokens: () => rows.list(networkId, account).map(({ token }) => token) }
}

it.each([200, 1_000])('money of the chain is not pushed out by %d forged transfers', count => {
  const { rows, arrive, tokens } = setUp()
  arrive(null, 1)
  for (let at = 2; at < count + 2; at++) arrive(forger, at)
  expect(tokens().filter(token => token === null)).toEqual([null])
  expect(tokens().filter(token => token === forger)).toHaveLength(100)
  expect(rows.list(networkId, account).at(-1)).toMatchObject({ token: null, at: 1 })
})

it('of the money of the chain, the newest hundred are kept', () => {
  const { rows, arrive, tokens } = setUp()
  for (let at = 1; at <= 150; at++) arrive(null, at)
  expect(tokens()).toHaveLength(100)
  expect(rows.list(networkId, account).at(-1)?.at).toBe(51)
})
