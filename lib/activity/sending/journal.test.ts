import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { TransactionRecord } from '@/lib/storage/records'
import { createJournal, type Journal } from './journal'
import { gaveNonceBack } from './nonce-rows'
import { from, preconfirmedReceipt as receipt, recordOf } from './record.fixture'
import { withEvent } from './row-event'

const networkId = firstNetworkOf(84538453)
const slot = { networkId, epoch: 0, from } as const

function record(id: string, nonce: number, change: Partial<TransactionRecord> = {}): TransactionRecord {
  return recordOf({
    id,
    nonce,
    hash: `0x${(BigInt(nonce) * 1_000n + BigInt(id.length)).toString(16).padStart(64, '0')}`,
    history: [{ at: nonce, level: 'signed' }],
    createdAt: nonce,
    ...change,
  })
}

const refused = (row: TransactionRecord): TransactionRecord => ({
  ...row,
  ended: 'dropped',
  inFlight: 0,
  refusal: 'no',
})

let database: Database
let journal: Journal
let faults: unknown[]

beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  faults = []
  journal = createJournal({ database, onFault: fault => faults.push(fault) })
})
afterEach(() => database.close())

/** What a worker that starts anew finds. */
const afterRestart = async (): Promise<Journal> => {
  await journal.stored()
  return createJournal({ database, onFault: fault => faults.push(fault) })
}

describe('the journal', () => {
  it('stores a reservation with its row, or neither', async () => {
    await journal.reserve(record('a', 5), 'next')
    const later = await afterRestart()
    expect(await later.localNext(slot)).toBe(6)
    expect((await later.load()).map(row => row.id)).toEqual(['a'])
  })

  it('keeps an access list, and reads a row from before there were any', async () => {
    const accessList = [{ address: from, storageKeys: [`0x${'1'.repeat(64)}`] }] as const
    await journal.reserve(record('with', 5, { accessList }), 'next')
    await journal.reserve(record('without', 6), 'next')
    const [withList, without] = await (await afterRestart()).load()
    expect(withList?.accessList).toEqual(accessList)
    expect(without).toEqual(record('without', 6))
    expect(faults).toEqual([])
  })

  it('reserves once for one approval: a second attempt gets the row that is there', async () => {
    await journal.reserve(record('a', 5), 'next')
    const again = await journal.reserve(record('a', 6, { raw: '0x03' }), 'next')
    expect(again).toMatchObject({ nonce: 5, raw: '0x02' })
    expect(await journal.localNext(slot)).toBe(6)
  })

  it('does not let a nonce fixed far ahead carry the sequence away', async () => {
    await journal.reserve(record('a', 5), 'next')
    await journal.reserve(record('far', 40), 'fixed')
    expect(await journal.localNext(slot)).toBe(6)
    await journal.reserve(record('next', 6), 'fixed')
    expect(await journal.localNext(slot)).toBe(7)
  })

  it('tells of every change in its order, and of none before it is stored', async () => {
    await journal.reserve(record('a', 5), 'next')
    const told: [string, number | null, Promise<TransactionRecord | undefined>][] = []
    journal.onRow((row, receivedAt) => told.push([row.level, receivedAt, database.get('transactions', 'a')]))
    journal.change('a', row => withEvent(row, { kind: 'submitted', receivedAt: 7 }), null)
    journal.change('a', row => withEvent(row, { kind: 'known', hash: row.hash, receivedAt: 9 }), 9)
    expect(told).toEqual([])
    await journal.stored()
    expect(told.map(([level, receivedAt]) => [level, receivedAt])).toEqual([
      ['submitted', null],
      ['accepted', 9],
    ])
    for (const [, , read] of told) expect((await read)?.level).toBe('accepted')
  })

  it('shows nothing of a change that is never stored, by any way there is to look', async () => {
    const never = new Promise<never>(() => undefined)
    const stuck = new Proxy(database, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property)
        if (typeof value !== 'function') return value
        if (property !== 'transaction') return value.bind(target)
        return (stores: unknown, mode: unknown, options: unknown) => {
          const isChange = stores === 'transactions' && mode === 'readwrite'
          return isChange ? { store: { put: () => never }, done: never } : value.call(target, stores, mode, options)
        }
      },
    })
    const stopped = createJournal({ database: stuck, onFault: fault => faults.push(fault) })
    await stopped.reserve(record('a', 5), 'next')
    const told: string[] = []
    stopped.onRow(row => told.push(row.level))
    stopped.change('a', row => withEvent(row, { kind: 'known', hash: row.hash, receivedAt: 9 }), 9)
    stopped.tellAgain(['a'])
    const ways = [
      (await stopped.rows(networkId, from, 1))[0],
      (await stopped.recentOf(networkId))[0],
      await stopped.storedById('a'),
      await stopped.storedByHash(networkId, record('a', 5).hash),
    ]
    expect(ways.map(row => row?.level)).toEqual(['signed', 'signed', 'signed', 'signed'])
    expect(told).toEqual([])
    // What is decided is decided on the newest that is known.
    expect((await stopped.get('a'))?.level).toBe('accepted')
  })

  it('writes and tells with the next change what could not be written', async () => {
    await journal.reserve(record('a', 5), 'next')
    const told: string[] = []
    journal.onRow(row => told.push(row.level))
    // IndexedDB cannot store a function.
    journal.change('a', row => ({ ...row, level: 'submitted', gas: (() => 0n) as unknown as bigint }), null)
    await journal.stored()
    expect([told, faults.length]).toEqual([[], 1])
    journal.change('a', row => ({ ...row, level: 'accepted', gas: 1n }), null)
    await journal.stored()
    expect(told).toEqual(['submitted', 'accepted'])
    expect((await database.get('transactions', 'a'))?.level).toBe('accepted')
  })

  it('does not tell what changes nothing', async () => {
    await journal.reserve(record('a', 5), 'next')
    let told = 0
    journal.onRow(() => {
      told += 1
    })
    journal.change('a', row => withEvent(row, { kind: 'safe', hash: row.hash, receivedAt: 1 }), 1)
    await journal.stored()
    expect(told).toBe(0)
  })

  it('always ends with the newest version stored, however fast changes come', async () => {
    await journal.reserve(record('a', 5), 'next')
    for (let gas = 0n; gas < 50n; gas += 1n) {
      journal.change('a', row => ({ ...row, gas }), null)
      if (gas % 7n === 0n) await new Promise(resolve => setImmediate(resolve))
    }
    await journal.stored()
    expect((await database.get('transactions', 'a'))?.gas).toBe(49n)
    expect(faults).toEqual([])
  })

  it('lists an account’s rows newest first, as they are stored', async () => {
    for (const nonce of [1, 2, 3]) await journal.reserve(record(`row-${nonce}`, nonce), 'next')
    await journal.reserve(record('else', 9, { from: '0x00000000000000000000000000000000000000cc' }), 'next')
    journal.change('row-3', row => withEvent(row, { kind: 'submitted', receivedAt: 1 }), null)
    await journal.stored()
    const rows = await journal.rows(networkId, '0x00000000000000000000000000000000000000AA', 2)
    expect(rows.map(row => [row.id, row.level])).toEqual([
      ['row-3', 'submitted'],
      ['row-2', 'signed'],
    ])
    expect((await journal.recentOf(networkId)).map(row => row.id)).toEqual(['else', 'row-3', 'row-2', 'row-1'])
  })

  it('lists what is stored while others are read, from then on', async () => {
    await journal.reserve(record('a', 5), 'next')
    const later = await afterRestart()
    const [before] = await Promise.all([
      later.rows(networkId, from, 10),
      later.recentOf(networkId),
      later.reserve(record('b', 6), 'next'),
    ])
    expect(before.map(({ id }) => id)).toContain('a')
    expect((await later.rows(networkId, from, 10)).map(({ id }) => id)).toEqual(['b', 'a'])
    expect((await later.recentOf(networkId)).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('lists no row as it was before a change told meanwhile', async () => {
    for (const nonce of [1, 2, 3]) await journal.reserve(record(`row-${nonce}`, nonce), 'next')
    const told = new Map<string, bigint>()
    journal.onRow(row => told.set(row.id, row.gas))
    for (let version = 1n; version <= 20n; version += 1n) {
      const reading = journal.rows(networkId, from, 10)
      // Each comes in a turn of its own while the rows are read, the last one first.
      for (const id of ['row-3', 'row-2', 'row-1']) {
        await new Promise(resolve => setImmediate(resolve))
        journal.change(id, row => ({ ...row, gas: version }), null)
      }
      const older = (await reading).filter(({ id, gas }) => gas < (told.get(id) ?? 0n))
      expect(older).toEqual([])
      await journal.stored()
    }
  })
})

describe('the newest rows of a chain', () => {
  const ids = async (): Promise<string[]> =>
    (await journal.recentOf(networkId)).map(({ id, level }) => `${id} ${level}`)

  it('are read once, and then follow every change', async () => {
    await journal.reserve(record('row-1', 1), 'next')
    expect(await ids()).toEqual(['row-1 signed'])
    await journal.reserve(record('row-2', 2), 'next')
    journal.change('row-1', row => withEvent(row, { kind: 'submitted', receivedAt: 1 }), null)
    await journal.stored()
    expect(await ids()).toEqual(['row-2 signed', 'row-1 submitted'])
    await journal.refuse('row-2', refused, 2)
    expect((await journal.recentOf(networkId))[0]).toMatchObject({ id: 'row-2', ended: 'dropped' })
  })

  it('are gone with everything else that is erased', async () => {
    await journal.reserve(record('row-1', 1), 'next')
    expect(await ids()).toHaveLength(1)
    await journal.clear()
    await database.clear('transactions')
    expect(await ids()).toEqual([])
  })
})

describe('a refused transaction', () => {
  it('gives the last nonce back', async () => {
    await journal.reserve(record('a', 5), 'next')
    await journal.refuse('a', refused, 5)
    expect(await journal.localNext(slot)).toBe(5)
    expect(journal.live()).toEqual([])
    const stored = await journal.get('a')
    expect(stored !== undefined && gaveNonceBack(stored)).toBe(true)
  })

  it('is told when it is stored, and gives its nonce back although it changed a moment before', async () => {
    await journal.reserve(record('a', 5), 'next')
    const told: (string | null)[] = []
    journal.onRow(row => told.push(row.ended ?? row.level))
    journal.change('a', row => withEvent(row, { kind: 'submitted', receivedAt: 7 }), null)
    const refusing = journal.refuse('a', refused, 5)
    expect(told).toEqual([])
    await refusing
    expect(told).toEqual(['submitted', 'dropped'])
    expect(await journal.localNext(slot)).toBe(5)
  })

  it('stays refused, also when an earlier change of it could not be written', async () => {
    for (const nonce of [5, 6]) await journal.reserve(record(`row-${nonce}`, nonce), 'next')
    // IndexedDB cannot store a function, and what is written with it fails with it.
    journal.change('row-5', row => ({ ...row, gas: (() => 0n) as unknown as bigint }), null)
    journal.change('row-6', row => withEvent(row, { kind: 'submitted', receivedAt: 7 }), null)
    await journal.stored()
    await journal.refuse('row-6', refused, 5)
    journal.change('row-5', row => ({ ...row, gas: 1n }), null)
    await journal.stored()
    expect(await database.get('transactions', 'row-6')).toMatchObject({ ended: 'dropped', inFlight: 0 })
    expect(await journal.localNext(slot)).toBe(6)
  })

  it('leaves a hole when later ones are reserved, which closes with the last of them', async () => {
    for (const nonce of [5, 6]) await journal.reserve(record(`row-${nonce}`, nonce), 'next')
    await journal.refuse('row-5', refused, 5)
    expect(await journal.localNext(slot)).toBe(7)
    await journal.refuse('row-6', refused, 5)
    expect(await journal.localNext(slot)).toBe(5)
  })

  it('keeps its nonce taken when it was seen in a block in the meantime', async () => {
    await journal.reserve(record('a', 5), 'next')
    journal.change('a', row => ({ ...row, level: 'submitted' }), null)
    const refusing = journal.refuse('a', refused, 5)
    journal.change('a', row => withEvent(row, { kind: 'preconfirmed', hash: row.hash, receipt, receivedAt: 1 }), 1)
    await refusing
    await journal.stored()
    expect(await journal.localNext(slot)).toBe(6)
    expect((await journal.get('a'))?.level).toBe('preconfirmed')
  })

  it('can be taken up again, with its nonce, while that is free', async () => {
    await journal.reserve(record('a', 5), 'next')
    await journal.refuse('a', refused, 5)
    expect(await journal.revive('a')).toBe(true)
    expect(await journal.localNext(slot)).toBe(6)
    expect(journal.liveById('a')).toMatchObject({ inFlight: 1, ended: null, refusal: null })
  })

  it('stays ended once another transaction has its nonce', async () => {
    await journal.reserve(record('a', 5), 'next')
    await journal.refuse('a', refused, 5)
    await journal.reserve(record('bb', 5), 'next')
    expect(await journal.revive('a')).toBe(false)
    expect(journal.liveById('a')).toBeUndefined()
  })
})
