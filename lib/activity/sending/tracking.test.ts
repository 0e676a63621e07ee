import { noFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf, furtherNetwork } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Failure } from '@/lib/base/failure'
import { createManualClock, type ManualClock } from '@/lib/base/manual-clock.fixture'
import { RpcError } from '@/lib/base/rpc/errors'
import type { BatchItem } from '@/lib/base/rpc/types'
import type { ConfirmationWatcher, Sighting, Watched } from '@/lib/chain/watching/types'
import { acceptSubscriptions, silentConnection } from '@/lib/chain/watching/watcher.fixture'
import { createApprovals } from '@/lib/decisions/approvals/approvals'
import { type Database, openDatabase } from '@/lib/storage/open'
import { createJournal, type Journal } from './journal'
import { createNonceLedger } from './nonce-ledger'
import { from, hash, preconfirmedReceipt as receipt, recordOf } from './record.fixture'
import { createTracking, type Tracking } from './tracking'

const networkId = firstNetworkOf(84538453)
const row = recordOf({ to: from, level: 'accepted' })

let database: Database
let clock: ManualClock
let journal: Journal
let tracking: Tracking
let sent: string[]
let isHeld: boolean
/** What each other endpoint answers to the bytes and to the question for the transaction. */
let others: BatchItem[][]
let askedOthers: string[][]
let watched: Watched[]
let looked: string[]
let see: (
  seen: Sighting extends infer Each ? (Each extends Sighting ? Omit<Each, 'hash' | 'receivedAt'> : never) : never,
) => void
let restart: (epoch: number) => void
let startWatcher: () => void

beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  clock = createManualClock()
  journal = createJournal({ database, onFault: expect.unreachable })
  sent = []
  isHeld = false
  others = []
  askedOthers = []
  watched = []
  looked = []
  const sightings: ((sighting: Sighting) => void)[] = []
  const resets: ((epoch: number) => void)[] = []
  const newWatcher = (): ConfirmationWatcher => ({
    watch: transaction => watched.push(transaction),
    unwatch: gone => {
      watched = watched.filter(transaction => transaction.hash !== gone)
    },
    lookAgain: () => undefined,
    regime: () => 'preconfirming',
    isRegimeSeen: () => true,
    seeRegime: () => undefined,
    onRegime: () => () => undefined,
    onSighting: listener => {
      sightings.push(listener)
      return () => undefined
    },
    onTick: () => () => undefined,
    onReset: listener => {
      resets.push(listener)
      return () => undefined
    },
    stop: () => undefined,
  })
  let watcher = newWatcher()
  startWatcher = () => {
    sightings.length = 0
    watcher = newWatcher()
  }
  see = seen => {
    for (const listener of sightings) listener({ hash, receivedAt: clock.now(), ...seen })
  }
  restart = epoch => {
    for (const listener of resets) listener(epoch)
  }
  const connectionOf = () => {
    throw new RpcError('unreachable', 'no chain in this test')
  }
  tracking = createTracking({
    journal,
    watcherOf(id) {
      if (id !== networkId) throw new Failure('network-unknown', { networkId: id })
      return watcher
    },
    authorityEffect: { check: () => undefined },
    connectionOf: () =>
      silentConnection({
        ...acceptSubscriptions(),
        others: async calls => {
          askedOthers.push(calls.map(({ method }) => method))
          return others
        },
      }),
    submission: {
      submit: async id => void sent.push(id),
      taken: async () => undefined,
      isWaiting: () => false,
      isHeld: () => isHeld,
    },
    approvals: createApprovals({
      database,
      faults: noFaults,
      clock,
      chainIdOf: id => id,
      networkRisks: async () => [],
    }),
    replacements: { find: async taken => looked.push(taken.id) > 0 },
    nonces: createNonceLedger({ journal, connectionOf, epochOf: () => 0 }),
    clock,
    onFault: expect.unreachable,
  })
  await journal.reserve(row, 'next')
  tracking.follow(row)
})
afterEach(async () => {
  await journal.stored()
  database.close()
})

const now = () => journal.liveById('a')
const ok = (result: unknown): BatchItem => ({ ok: true, result })
const refused: BatchItem = { ok: false, error: new RpcError('node-error', 'no') }
const transaction = {
  hash,
  from,
  to: from,
  nonce: '0x0',
  value: '0x0',
  input: '0x',
  gas: '0x5208',
  blockHash: null,
  blockNumber: null,
}

/** The endpoint in use does not know it, and the others have been heard. */
async function unknownToNode(): Promise<void> {
  see({ kind: 'unknown-to-node' })
  await new Promise(resolve => setTimeout(resolve))
}

it('goes on unseen on a network that was removed, and the others are followed all the same', async () => {
  const elsewhere = {
    ...row,
    id: 'b',
    networkId: firstNetworkOf(31337),
    nonce: 1,
    level: 'submitted',
    hash: `0x${'cd'.repeat(32)}`,
  } as const
  await journal.reserve(elsewhere, 'next')
  watched = []
  await tracking.resume(() => 0)
  expect(watched.map(transaction => transaction.hash)).toEqual([hash])
  // Nothing is sent where nobody may be asked any more; and all of it can still be forgotten.
  expect(sent).toEqual([])
  for (const live of journal.live()) tracking.leave(live)
  expect(watched).toEqual([])
  expect(journal.liveById('b')).toMatchObject({ ended: null, inFlight: 1 })
})

it('is followed by the watcher that a network has once it was added again', async () => {
  startWatcher()
  watched = []
  await tracking.resume(() => 0, firstNetworkOf(31337))
  expect(watched).toEqual([])
  await tracking.resume(() => 0, networkId)
  expect(watched.map(transaction => transaction.hash)).toEqual([hash])
  see({ kind: 'unknown-to-node' })
  expect(sent).toEqual(['a'])
})

it('is watched as what the journal knows to be in a sealed block, so that leaving it is noticed', async () => {
  const sealed = { ...receipt, blockHash: hash }
  see({ kind: 'sealed', receipt: sealed })
  watched = []
  await tracking.resume(() => 0)
  expect(watched).toEqual([{ hash, from, nonce: 0, receipt: sealed }])
})

describe('what the watcher sees', () => {
  it('a transaction that no node knows is sent again twice before it is called dropped', async () => {
    for (const times of [1, 2]) {
      see({ kind: 'unknown-to-node' })
      expect(sent).toHaveLength(times)
      expect(now()?.ended).toBeNull()
      clock.advance(3_000)
    }
    expect(askedOthers).toEqual([])
    await unknownToNode()
    expect(now()).toMatchObject({ ended: 'dropped', inFlight: 1 })
    expect(sent).toHaveLength(2)
    expect(askedOthers).toEqual([['eth_getTransactionByHash', 'eth_sendRawTransaction']])
  })

  it.each<[string, BatchItem[]]>([
    ['has it', [ok(transaction), refused]],
    ['takes it now', [ok(null), ok(hash)]],
    ['knows the bytes', [ok(null), { ok: false, error: new RpcError('already-known', 'already known') }]],
  ])('one that another endpoint still has is not dropped by the word of one: it %s', async (_, answers) => {
    others = [[ok(null), refused], answers]
    for (let time = 0; time < 5; time += 1) {
      await unknownToNode()
      clock.advance(3_000)
    }
    expect(now()).toMatchObject({ level: 'accepted', ended: null })
    others = []
    for (let time = 0; time < 20; time += 1) {
      clock.advance(3_000)
      await unknownToNode()
    }
    expect(now()?.ended).toBe('dropped')
  })

  it.each<[string, BatchItem[]]>([
    ['does not have it', [ok(null), refused]],
    ['speaks of another', [ok({ ...transaction, hash: `0x${'ee'.repeat(32)}` }), refused]],
    ['answers with anything', [ok('yes'), refused]],
  ])('one that another endpoint has not either is dropped: it %s', async (_, answers) => {
    others = [answers]
    for (let time = 0; time < 3; time += 1) {
      await unknownToNode()
      clock.advance(3_000)
    }
    expect(now()?.ended).toBe('dropped')
  })

  it('one that a replacement stands beside, or that was replaced, is asked for and not sent', async () => {
    const faster = { ...row, id: 'b', hash: `0x${'cd'.repeat(32)}`, replaces: 'a' } as const
    await journal.reserve(faster, 'next')
    for (let time = 0; time < 3; time += 1) {
      await unknownToNode()
      clock.advance(3_000)
    }
    expect(now()?.ended).toBe('dropped')
    expect(askedOthers).toEqual([['eth_getTransactionByHash']])
  })

  it('one whose number seemed used is not dropped either while another endpoint has it', async () => {
    others = [[ok(transaction)]]
    see({ kind: 'nonce-taken' })
    await new Promise(resolve => setTimeout(resolve))
    await unknownToNode()
    expect(now()?.ended).toBe('taken')
    others = [[ok(null)]]
    await unknownToNode()
    expect(now()?.ended).toBe('dropped')
    expect(askedOthers).toEqual([['eth_getTransactionByHash'], ['eth_getTransactionByHash']])
  })

  it('one that the endpoint has, and says nothing of, is never called dropped, and sent ever more seldom', async () => {
    isHeld = true
    for (let passed = 0; passed < 600; passed += 3) {
      see({ kind: 'unknown-to-node' })
      clock.advance(3_000)
    }
    expect(now()).toMatchObject({ level: 'accepted', ended: null })
    // After 2, 4, 8, 16, 32 s, and then once a minute.
    expect(sent.length).toBeGreaterThan(10)
    expect(sent.length).toBeLessThan(18)
    isHeld = false
    clock.advance(60_000)
    await unknownToNode()
    expect(now()?.ended).toBe('dropped')
  })

  it('one that was never accepted is sent again without end, and never called dropped', () => {
    journal.change('a', live => ({ ...live, level: 'submitted' }), null)
    for (let time = 0; time < 10; time += 1) {
      see({ kind: 'unknown-to-node' })
      clock.advance(3_000)
    }
    expect(sent).toHaveLength(10)
    expect(now()).toMatchObject({ level: 'submitted', ended: null })
  })

  it('a dropped one that turns up after all lives on', async () => {
    for (let time = 0; time < 3; time += 1) {
      await unknownToNode()
      clock.advance(3_000)
    }
    see({ kind: 'known' })
    expect(now()).toMatchObject({ level: 'accepted', ended: null })
  })

  it('one whose nonce is taken stays watched while it is looked for what took it', () => {
    see({ kind: 'nonce-taken' })
    expect(now()).toMatchObject({ ended: 'taken', inFlight: 1 })
    expect(watched).toHaveLength(1)
    expect(looked).toEqual(['a'])
    see({ kind: 'sealed', receipt: { ...receipt, blockHash: hash } })
    expect(now()).toMatchObject({ ended: null, level: 'sealed' })
    expect(now()?.history.map(({ event }) => event)).toEqual(['taken', 'found', undefined])
  })

  it('a sighting of a transaction of another network, or of an unknown one, means nothing', async () => {
    let told = 0
    journal.onRow(() => {
      told += 1
    })
    // On a fork it is the same transaction, byte for byte.
    const onFork = { ...row, id: 'b', networkId: furtherNetwork([]) } as const
    await journal.reserve(onFork, 'next')
    await journal.refuse('a', live => ({ ...live, inFlight: 0 }), 0)
    see({ kind: 'nonce-taken' })
    await journal.stored()
    expect(told).toBe(2)
    expect(journal.liveById('b')?.ended).toBeNull()
  })

  it('a withdrawn or reorganised one is sent again at once', () => {
    see({ kind: 'preconfirmed', receipt })
    expect(sent).toEqual([])
    see({ kind: 'missing-receipt' })
    expect(now()?.history.at(-1)?.event).toBe('withdrawn')
    expect(sent).toEqual(['a'])
    see({ kind: 'sealed', receipt: { ...receipt, blockHash: hash } })
    see({ kind: 'missing-receipt' })
    expect(now()?.history.at(-1)?.event).toBe('reorganised')
    expect(sent).toEqual(['a', 'a'])
  })

  it('a restart of the network loses what was in flight, once', () => {
    restart(1)
    expect(now()).toMatchObject({ ended: 'lost', inFlight: 0 })
    expect(watched).toEqual([])
  })
})
