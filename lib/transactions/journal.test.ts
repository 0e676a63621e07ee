import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/lib/database/open'
import type { TransactionRecord } from '@/lib/database/records'
import { createJournal, gaveNonceBack, type Journal } from './journal'
import { withEvent } from './submission'

const from = '0x00000000000000000000000000000000000000aa'
const chainId = 84538453
const slot = { chainId, epoch: 0, from } as const

function record(id: string, nonce: number, change: Partial<TransactionRecord> = {}): TransactionRecord {
  return {
    id,
    chainId,
    epoch: 0,
    from,
    nonce,
    to: '0x00000000000000000000000000000000000000bb',
    value: 1n,
    data: '0x',
    gas: 21_000n,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 1n,
    raw: '0x02',
    hash: `0x${(BigInt(nonce) * 1_000n + BigInt(id.length)).toString(16).padStart(64, '0')}`,
    origin: null,
    purpose: 'send',
    replaces: null,
    level: 'signed',
    ended: null,
    receipt: null,
    history: [{ at: nonce, level: 'signed' }],
    createdAt: nonce,
    inFlight: 1,
    refusal: null,
    ...change,
  }
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

  it('tells of a change in the same turn, and has it stored soon after', async () => {
    await journal.reserve(record('a', 5), 'next')
    const told: [string, number | null][] = []
    journal.onRow((row, receivedAt) => told.push([row.level, receivedAt]))
    journal.change('a', row => withEvent(row, { kind: 'submitted', receivedAt: 7 }), null)
    journal.change('a', row => withEvent(row, { kind: 'known', hash: row.hash, receivedAt: 9 }), 9)
    expect(told).toEqual([
      ['submitted', null],
      ['accepted', 9],
    ])
    await journal.stored()
    expect((await database.get('transactions', 'a'))?.level).toBe('accepted')
  })

  it('does not tell what changes nothing', async () => {
    await journal.reserve(record('a', 5), 'next')
    let told = 0
    journal.onRow(() => {
      told += 1
    })
    journal.change('a', row => withEvent(row, { kind: 'safe', hash: row.hash, receivedAt: 1 }), 1)
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

  it('lists an account’s rows newest first, as they are in memory', async () => {
    for (const nonce of [1, 2, 3]) await journal.reserve(record(`row-${nonce}`, nonce), 'next')
    await journal.reserve(record('else', 9, { from: '0x00000000000000000000000000000000000000cc' }), 'next')
    journal.change('row-3', row => withEvent(row, { kind: 'submitted', receivedAt: 1 }), null)
    const rows = await journal.rows(chainId, '0x00000000000000000000000000000000000000AA', 2)
    expect(rows.map(row => [row.id, row.level])).toEqual([
      ['row-3', 'submitted'],
      ['row-2', 'signed'],
    ])
    expect((await journal.recentOf(chainId)).map(row => row.id)).toEqual(['else', 'row-3', 'row-2', 'row-1'])
  })

  it('lists no row as it was before a change told meanwhile', async () => {
    for (const nonce of [1, 2, 3]) await journal.reserve(record(`row-${nonce}`, nonce), 'next')
    const reading = journal.rows(chainId, from, 10)
    // Each comes in a turn of its own while the rows are read, the last one first.
    for (const id of ['row-3', 'row-2', 'row-1']) {
      await new Promise(resolve => setImmediate(resolve))
      journal.change(id, row => withEvent(row, { kind: 'submitted', receivedAt: 1 }), null)
    }
    expect((await reading).map(({ level }) => level)).toEqual(['submitted', 'submitted', 'submitted'])
  })
})

describe('the newest rows of a chain', () => {
  const ids = async (): Promise<string[]> => (await journal.recentOf(chainId)).map(({ id, level }) => `${id} ${level}`)

  it('are read once, and then follow every change', async () => {
    await journal.reserve(record('row-1', 1), 'next')
    expect(await ids()).toEqual(['row-1 signed'])
    await journal.reserve(record('row-2', 2), 'next')
    journal.change('row-1', row => withEvent(row, { kind: 'submitted', receivedAt: 1 }), null)
    expect(await ids()).toEqual(['row-2 signed', 'row-1 submitted'])
    await journal.refuse('row-2', refused, 2)
    expect((await journal.recentOf(chainId))[0]).toMatchObject({ id: 'row-2', ended: 'dropped' })
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

  it('leaves a hole when later ones are reserved, which closes with the last of them', async () => {
    for (const nonce of [5, 6]) await journal.reserve(record(`row-${nonce}`, nonce), 'next')
    const told: string[] = []
    const stop = journal.onRow(row => told.push(row.id))
    await journal.refuse('row-5', refused, 5)
    stop()
    expect(await journal.localNext(slot)).toBe(7)
    // Whoever shows the later one hears of it again: it waits now.
    expect(told).toEqual(['row-5', 'row-6'])
    await journal.refuse('row-6', refused, 5)
    expect(await journal.localNext(slot)).toBe(5)
  })

  it('keeps its nonce taken when it was seen in a block in the meantime', async () => {
    await journal.reserve(record('a', 5), 'next')
    const receipt = {
      blockHash: null,
      blockNumber: 1n,
      status: 'success',
      gasUsed: 1n,
      effectiveGasPrice: 1n,
      l1Fee: null,
      contractAddress: null,
    } as const
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
