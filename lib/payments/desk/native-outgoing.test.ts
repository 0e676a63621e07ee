import 'fake-indexeddb/auto'
import type { Address } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { preconfirmedReceipt, recordOf } from '@/lib/activity/sending/record.fixture'
import { batchDelegate } from '@/lib/base/batch-delegate'
import { currencyAddress } from '@/lib/base/currency-address'
import { firstNetworkOf } from '@/lib/base/network-id'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { TransactionRecord } from '@/lib/storage/records'
import { readNativeSpendings } from './native-outgoing'

const networkId = firstNetworkOf(84538453)
const native: Address = currencyAddress
const account = `0x${'aa'.repeat(20)}` as const
const [anna, ben] = [`0x${'b1'.repeat(20)}` as const, `0x${'b2'.repeat(20)}` as const]
const contract = `0x${'dd'.repeat(20)}` as const
const hashOf = (digit: number) => `0x${`${digit}`.repeat(64)}` as const
const on = { networkId, epoch: 0, account, createdAt: 1 }

let database: Database
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
})
afterEach(() => database.close())

/** The journal has it in a sealed block. */
async function sealed(id: string, nonce: number, part: Partial<TransactionRecord> = {}): Promise<void> {
  const receipt = { ...preconfirmedReceipt, blockHash: hashOf(9), blockNumber: BigInt(100 + nonce) }
  const row = { id, networkId, from: account, nonce, hash: hashOf(nonce), level: 'sealed', receipt } as const
  await database.put('transactions', recordOf({ ...row, history: [{ at: 7, level: 'sealed' }], ...part }))
}
const legs = [
  { to: anna, amount: 3n },
  { to: ben, amount: 4n },
]
const payout = (approvalId: string, part: { contract?: typeof contract; calls: number }) =>
  database.put('payouts', {
    ...{ ...on, key: approvalId, kind: 'payout', contract: native, reference: hashOf(8), label: 'Wages' },
    ...{ token: native, legs, approvalId, ...part },
  })
const read = async () =>
  (await readNativeSpendings(database, { networkId, epoch: 0, account })).map(({ to, amount, hash }) => [
    to,
    amount,
    hash,
  ])

test('a refund in the chain’s own money is found in the journal, with what it gives back and its block', async () => {
  const refund = { ...on, transfer: `${hashOf(6)}:value`, token: native, to: anna, amount: 5n }
  await database.put('refunds', { ...refund, id: 'given' })
  await database.put('refunds', { ...refund, id: 'declined' })
  await database.put('refunds', { ...refund, id: 'failed' })
  await sealed('given', 1)
  await sealed('failed', 2, { receipt: { ...preconfirmedReceipt, blockHash: hashOf(9), status: 'reverted' } })
  expect(await readNativeSpendings(database, { networkId, epoch: 0, account })).toEqual([
    {
      ...{ kind: 'refund', label: null, of: `${hashOf(6)}:value`, to: anna, amount: 5n },
      ...{ hash: hashOf(1), blockNumber: 101, isSealed: true, at: 7 },
    },
  ])
})

test('a payout is one entry for each payee that was paid, in one transaction or in several', async () => {
  await payout('apart', { calls: 2 })
  await sealed('apart:0', 1)
  await sealed('apart:1', 2, { receipt: { ...preconfirmedReceipt, blockHash: hashOf(9), status: 'reverted' } })
  expect(await read()).toEqual([[anna, 3n, hashOf(1)]])
  await sealed('apart:1', 2)
  expect(await read()).toEqual([
    [anna, 3n, hashOf(1)],
    [ben, 4n, hashOf(2)],
  ])
})

test('by a contract, or together, one transaction pays all', async () => {
  await payout('contract', { contract, calls: 1 })
  await sealed('contract', 3)
  await payout('together', { calls: 2 })
  await sealed('together:0', 4, { delegate: batchDelegate })
  expect((await read()).map(([, , hash]) => hash)).toEqual([hashOf(3), hashOf(3), hashOf(4), hashOf(4)])
})

test('what was sent again with a higher fee counts once, and what was cancelled does not', async () => {
  const refund = { ...on, transfer: `${hashOf(6)}:value`, token: native, to: anna, amount: 5n }
  await database.put('refunds', { ...refund, id: 'faster' })
  await sealed('faster', 5, { ended: 'replaced', receipt: null, level: 'accepted' })
  await sealed('copy', 5, { purpose: 'speed-up', hash: hashOf(7) })
  await database.put('refunds', { ...refund, id: 'cancelled' })
  await sealed('cancelled', 6, { ended: 'replaced', receipt: null, level: 'accepted' })
  await sealed('nothing', 6, { purpose: 'cancel', hash: hashOf(8) })
  expect(await read()).toEqual([[anna, 5n, hashOf(7)]])
})
