import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/lib/storage/open'
import { answeredBy } from '@/test/transactions/interference'
import { createJournal, type Journal } from './journal'
import { createNonceLedger, type NonceLedger } from './nonce-ledger'
import { from, recordOf } from './record.fixture'

const networkId = firstNetworkOf(84538453)

let database: Database
let ledger: NonceLedger
let journal: Journal
let asked: number
let epoch: number

beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  asked = 0
  epoch = 0
  const connection = answeredBy(networkId, (_method, [, tag]) => {
    asked += 1
    return { ok: true, result: tag === 'pending' ? '0x5' : '0x4' }
  })
  journal = createJournal({ database, onFault: expect.unreachable })
  ledger = createNonceLedger({
    journal,
    connectionOf: () => connection,
    epochOf: () => epoch,
  })
})
afterEach(() => database.close())

const next = async (): Promise<number> => ledger.next(await ledger.slotOf(networkId, from))

describe('the next nonce of an account', () => {
  it('is asked of the chain where nothing is known of it, once', async () => {
    expect([await next(), await next()]).toEqual([5, 5])
    expect(asked).toBe(2)
  })

  it('is the wallet’s own where that is ahead of what the chain counts', async () => {
    await database.put('nonces', { key: `${networkId}:0:${from}`, next: 9 })
    ledger.observe(networkId, from, { pendingCount: 6, latestCount: 6 })
    expect(await next()).toBe(9)
    expect(asked).toBe(0)
  })

  it('is the chain’s where another wallet used the key', async () => {
    await database.put('nonces', { key: `${networkId}:0:${from}`, next: 3 })
    ledger.observe(networkId, from, { pendingCount: 6, latestCount: 6 })
    expect(await next()).toBe(6)
  })

  it('starts anew after a restart of the network', async () => {
    await database.put('nonces', { key: `${networkId}:0:${from}`, next: 57 })
    ledger.observe(networkId, from, { pendingCount: 57, latestCount: 57 })
    epoch = 1
    ledger.forget(networkId)
    expect(await next()).toBe(5)
  })
})

describe('two numbers in a row', () => {
  it.each([
    ['the second', [6], 7],
    ['the first', [5], 6],
    ['both, and one after a gap of one', [5, 6, 8], 9],
    ['one further on', [7], 5],
  ])('are the first two that are free where %s is held', async (_, held, first) => {
    ledger.observe(networkId, from, { pendingCount: 5, latestCount: 5 })
    for (const nonce of held)
      await journal.reserve(recordOf({ id: `at ${nonce}`, networkId, from, nonce, level: 'accepted' }), 'fixed')
    expect(await ledger.next(await ledger.slotOf(networkId, from), 2)).toBe(first)
  })
})

describe('numbers that are read anew', () => {
  const waiting = recordOf({ id: 'waiting', networkId, from, nonce: 5, level: 'accepted' })

  it('begin at the chain’s count again after a count that was too high, and what is on its way keeps its number', async () => {
    ledger.observe(networkId, from, { pendingCount: 900, latestCount: 900 })
    await journal.reserve({ ...waiting, id: 'far', nonce: await next() }, 'next')
    expect(await next()).toBe(901)
    await journal.reserve(waiting, 'fixed')
    expect(await ledger.readAnew(await ledger.slotOf(networkId, from))).toBe(6)
    expect(await next()).toBe(6)
    await journal.reserve({ ...waiting, id: 'after', nonce: 6 }, 'next')
    expect([await next(), await ledger.holes(networkId, from).then(holes => holes[0])]).toEqual([7, 7])
    // In the end the one that is far ahead is met, and passed.
    await database.put('nonces', { key: `${networkId}:0:${from}`, next: 900 })
    expect(await next()).toBe(901)
  })

  it('do not take the number of one that is called dropped and may still be included', async () => {
    await journal.reserve(waiting, 'fixed')
    journal.change('waiting', row => ({ ...row, ended: 'dropped' }), null)
    expect(await ledger.readAnew(await ledger.slotOf(networkId, from))).toBe(6)
    journal.change('waiting', row => ({ ...row, inFlight: 0 }), null)
    expect(await ledger.readAnew(await ledger.slotOf(networkId, from))).toBe(5)
  })
})

describe('an account that takes its delegation back', () => {
  const reset = recordOf({
    id: 'reset',
    networkId,
    from,
    nonce: 6,
    to: from,
    value: 0n,
    purpose: 'clear-delegation',
    level: 'accepted',
  })
  beforeEach(async () => {
    ledger.observe(networkId, from, { pendingCount: 6, latestCount: 6 })
    await journal.reserve(reset, 'next')
  })

  it('uses two nonces: what comes after it takes the one after both, and waits for it', async () => {
    expect(await next()).toBe(8)
    const after = await journal.reserve({ ...reset, id: 'after', purpose: 'send', nonce: 8 }, 'next')
    expect(ledger.waitsForNonce(after)).toBe(6)
    expect(ledger.waitsForNonce(reset)).toBeNull()
  })

  it('counts both as used once it is in a block', async () => {
    ledger.included(reset)
    const after = await journal.reserve({ ...reset, id: 'after', purpose: 'send', nonce: 8 }, 'next')
    expect(ledger.waitsForNonce(after)).toBeNull()
  })

  it('keeps only its own when it was replaced', async () => {
    journal.change('reset', row => ({ ...row, ended: 'replaced' }), null)
    expect(await next()).toBe(7)
  })
})
