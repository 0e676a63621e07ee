import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RpcError } from '@/lib/base/rpc/errors'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { TransactionRecord } from '@/lib/storage/records'
import { createJournal, type Journal } from './journal'
import { createNonceLedger, type NonceLedger } from './nonce-ledger'
import { announceNonceQueue } from './nonce-queue'
import { from, preconfirmedReceipt as receipt, recordOf } from './record.fixture'
import { withEvent } from './row-event'

const networkId = firstNetworkOf(84538453)

function record(nonce: number, change: Partial<TransactionRecord> = {}): TransactionRecord {
  return recordOf({
    id: `row-${nonce}`,
    nonce,
    to: from,
    hash: `0x${BigInt(nonce).toString(16).padStart(64, '0')}`,
    level: 'accepted',
    history: [{ at: nonce, level: 'accepted' }],
    createdAt: nonce,
    ...change,
  })
}

let database: Database
let journal: Journal
let nonces: NonceLedger
/** What was told, and what it waited for as it was told. */
let told: [id: string, waitsFor: number | null][]

beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  journal = createJournal({ database, onFault: expect.unreachable })
  const connectionOf = () => {
    throw new RpcError('unreachable', 'no chain in this test')
  }
  nonces = createNonceLedger({ journal, connectionOf, epochOf: () => 0 })
  announceNonceQueue({ journal, nonces })
  told = []
  journal.onRow(row => told.push([row.id, nonces.waitsForNonce(row)]))
  for (const nonce of [0, 1, 2]) await journal.reserve(record(nonce), 'next')
  await settled()
})
afterEach(() => database.close())

async function settled(): Promise<void> {
  await journal.stored()
  // What is told again is told at the end of the turn.
  await Promise.resolve()
  await Promise.resolve()
}

async function see(nonce: number, kind: 'preconfirmed' | 'missing-receipt'): Promise<void> {
  const row = journal.change(
    `row-${nonce}`,
    live =>
      withEvent(live, { hash: live.hash, receivedAt: 1, ...(kind === 'preconfirmed' ? { kind, receipt } : { kind }) }),
    1,
  )
  if (row !== undefined) kind === 'preconfirmed' ? nonces.included(row) : nonces.setBack(row)
  await settled()
}

it('the next one of an account is told again when the one before it is included, and no other', async () => {
  expect(told.at(-1)).toEqual(['row-2', 0])
  told = []
  await see(0, 'preconfirmed')
  expect(told).toEqual([
    ['row-0', null],
    ['row-1', null],
  ])
})

it('what follows a withdrawn one waits again, and is told so', async () => {
  await see(0, 'preconfirmed')
  told = []
  await see(0, 'missing-receipt')
  expect(told).toEqual([
    ['row-0', null],
    ['row-1', 0],
  ])
})

it('all that wait for a gap are told when it opens, and once it is filled', async () => {
  await see(0, 'preconfirmed')
  told = []
  await journal.refuse('row-1', row => ({ ...row, ended: 'dropped', inFlight: 0, refusal: 'no' }), 1)
  await settled()
  expect(told).toEqual([
    ['row-1', null],
    ['row-2', 1],
  ])
  told = []
  await journal.reserve(record(1, { id: 'filling', purpose: 'fill-nonce', hash: `0x${'f'.repeat(64)}` }), 'fixed')
  await settled()
  expect(told).toEqual([
    ['filling', null],
    ['row-2', 1],
  ])
})

it('counts read on the chain tell those whose turn it is', async () => {
  told = []
  nonces.observe(networkId, from, { pendingCount: 2, latestCount: 2 })
  await settled()
  expect(told).toEqual([
    ['row-1', null],
    ['row-2', null],
  ])
})

it('nothing is told again for what changes nothing, nor of another account', async () => {
  await journal.reserve(record(7, { id: 'other', from: '0x00000000000000000000000000000000000000bb' }), 'next')
  await settled()
  told = []
  nonces.observe(networkId, from, { pendingCount: 0, latestCount: 0 })
  await settled()
  expect(told).toEqual([])
})
