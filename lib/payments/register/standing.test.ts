import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordFaults } from '@/lib/base/faults.fixture'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { type Database, openDatabase } from '@/lib/storage/open'
import { createLedger } from './ledger'
import { authorization, bytes32, given, payee, payer } from './signed.fixture'

let database: Database
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
})
afterEach(() => database.close())

const ledgerOf = () =>
  createLedger({
    database,
    connectionOf: () => {
      throw new Error('no chain is asked')
    },
    epochOf: () => 0,
    clock: createManualClock(),
    faults: recordFaults(),
  })

describe('what stands of an account’s signatures', () => {
  const idsOf = async (ledger: ReturnType<typeof ledgerOf>, account = payer) =>
    (await ledger.standing(account)).map(({ id }) => id).sort()

  it('is what may still be taken, and no payment by HTTP 402', async () => {
    const ledger = ledgerOf()
    await ledger.record(given(authorization(), { id: 'by-page' }))
    await ledger.record(given(authorization({ nonce: bytes32(8) }), { id: 'by-wallet', paymentId: 'p' }))
    expect(await idsOf(ledger)).toEqual(['by-page:0'])
    expect(await idsOf(ledger, payee)).toEqual([])
    expect(await idsOf(ledgerOf())).toEqual(['by-page:0'])
  })

  it('is also what was taken since the worker started', async () => {
    const ledger = ledgerOf()
    const [row] = await ledger.record(given(authorization(), { id: 'by-page' }))
    if (row === undefined) throw new Error('nothing was recorded')
    await database.put('authorizations', { ...row, state: 'used', remaining: 0n })
    expect(await idsOf(ledger)).toEqual(['by-page:0'])
    expect(await idsOf(ledgerOf())).toEqual([])
  })
})
