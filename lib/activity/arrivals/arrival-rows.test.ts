import 'fake-indexeddb/auto'
import { type Address, numberToHex } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { firstNetworkOf } from '@/lib/base/network-id'
import { type Database, openDatabase } from '@/lib/storage/open'
import { arrivalId, createArrivalRows } from './arrival-rows'

const networkId = firstNetworkOf(1)
const account = `0x${'aa'.repeat(20)}` as const
const forger = `0x${'66'.repeat(20)}` as const
const dollar = `0x${'77'.repeat(20)}` as const

let database: Database
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
})
afterEach(() => database.close())

function setUp() {
  const onFault = (error: unknown) => expect.unreachable(String(error))
  const rows = createArrivalRows({
    database,
    clock: systemClock,
    epochOf: () => 0,
    vouchedOn: async () => [dollar],
    onFault,
  })
  const arrive = (token: Address | null, at: number, amount = at) => {
    const hash = numberToHex(amount, { size: 32 })
    rows.add(
      {
        id: arrivalId(networkId, account, hash, token),
        networkId,
        account,
        token,
        from: null,
        amount: BigInt(amount),
        hash,
        at,
      },
      at,
    )
  }
  return { rows, arrive, tokens: () => rows.list(networkId, account).map(({ token }) => token) }
}

it.each([200, 10_000])(
  'money of the chain and vouched tokens are not pushed out by %d forged transfers',
  async count => {
    const { rows, arrive, tokens } = setUp()
    arrive(null, 1)
    arrive(dollar, 2)
    for (let at = 3; at < count + 3; at++) {
      arrive(forger, at)
      if (at % 100 === 0) await database.count('arrivals')
    }
    await expect.poll(() => tokens().filter(token => token === forger).length).toBe(100)
    expect(rows.list(networkId, account).slice(-2)).toMatchObject([
      { token: dollar, at: 2 },
      { token: null, at: 1 },
    ])
    await expect.poll(() => database.count('arrivals')).toBe(102)
  },
)

it.each([null, dollar])(
  'of the money of the chain, and of vouched tokens, the newest hundred are kept',
  async token => {
    const { rows, arrive, tokens } = setUp()
    for (let at = 1; at <= 150; at++) arrive(token, at)
    await expect.poll(() => tokens().length).toBe(100)
    expect(rows.list(networkId, account).at(-1)?.at).toBe(51)
  },
)

it('of arrivals at the same moment, the first are the oldest', async () => {
  const { rows, arrive } = setUp()
  for (let amount = 1; amount <= 150; amount++) arrive(forger, 7, amount)
  await expect.poll(() => rows.list(networkId, account).length).toBe(100)
  expect(rows.list(networkId, account)[0]?.amount).toBe(150n)
})

it('what the faucet says it gave is marked, whether it arrived before that was said or after', async () => {
  const { rows, arrive } = setUp()
  arrive(null, 1)
  for (const amount of [1, 2]) rows.given(networkId, numberToHex(amount, { size: 32 }))
  arrive(null, 2)
  arrive(null, 3)
  expect(rows.list(networkId, account).map(({ isFromFaucet }) => isFromFaucet)).toEqual([undefined, true, true])
  await expect.poll(async () => (await database.getAll('arrivals')).filter(row => row.isFromFaucet).length).toBe(2)
})
