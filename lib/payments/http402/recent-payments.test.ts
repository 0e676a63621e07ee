import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/lib/database/open'
import type { PaymentRecord } from '@/lib/database/payment-records'
import { createManualClock } from '@/lib/values/manual-clock'
import { usedOf } from './caps'
import { account, dollar, merchant, previewChain, previewNetwork, shop } from './fixtures.fixture'
import { spentUnder } from './limits'
import { keepRecentPayments, shownOf } from './recent-payments'
import { createPaymentRows, type PaymentRows } from './rows'

const day = 86_400_000
const start = 1_790_000_000_000
const euro = `0x${'e0'.repeat(20)}` as const
const blog = 'https://blog.example'
const elsewhere = `0x${'a2'.repeat(20)}` as const

let database: Database
let rows: PaymentRows
let clock: ReturnType<typeof createManualClock>
let readings: number
beforeEach(async () => {
  database = await openDatabase(`recent-${crypto.randomUUID()}`)
  clock = createManualClock(start)
  readings = 0
  const stored = createPaymentRows(database, clock.now)
  rows = {
    ...stored,
    all() {
      readings += 1
      return stored.all()
    },
  }
})
afterEach(async () => {
  database.close()
  await deleteDB(database.name)
})

const keep = () => keepRecentPayments(rows, { clock, sessionStartedAt: async () => start - 2 * day })

function payment(id: string, changes: Partial<PaymentRecord> = {}): PaymentRecord {
  return {
    ...{ id, origin: shop, pageOrigin: null, tabId: 1, carrier: 'navigation', method: 'GET', url: `${shop}/${id}` },
    ...{ bodyDigest: null, version: 2, terms: '', termsFrom: 'seller', accepted: null, way: null, plan: null },
    ...{ networkId: null, chainId: null, account, token: null, payee: null, amount: null, charged: null },
    ...{ payload: null, validBefore: null, state: 'offered', attempts: 0, automatic: false, settlement: null },
    ...{ transaction: null, reason: null, createdAt: start, signedAt: null, endedAt: null },
    ...changes,
  }
}

function signed(at: number, changes: Partial<PaymentRecord> = {}): Partial<PaymentRecord> {
  return {
    ...{ state: 'signed', networkId: previewNetwork, chainId: previewChain, token: dollar, payee: merchant },
    ...{ way: 'eip3009', amount: 5n, payload: 'signed', validBefore: 1n, signedAt: at },
    ...changes,
  }
}

/** By the rows as they are stored. */
async function expected() {
  const all = await createPaymentRows(database, clock.now).all()
  return {
    newest: shownOf(all),
    sums: sumsOf(() => all),
  }
}

async function told(kept: ReturnType<typeof keep>) {
  const recent = await kept.read()
  return { newest: recent.newest(), sums: sumsOf(token => recent.signedOf(previewNetwork, token)) }
}

/** The amounts that count against each kind of limit. */
function sumsOf(payments: (token: typeof dollar) => Parameters<typeof spentUnder>[1]): bigint[] {
  const now = clock.now()
  return [dollar, euro].flatMap(token => [
    ...(['session', 'day', 'month'] as const).flatMap(scope =>
      [null, shop].map(origin =>
        usedOf({ scope, origin, networkId: previewNetwork, token }, payments(token), {
          now,
          sessionStartedAt: start - 2 * day,
        }),
      ),
    ),
    ...[shop, blog].map(page =>
      spentUnder({ page, seller: shop, account, networkId: previewNetwork, token, payee: merchant }, payments(token), {
        now,
      }),
    ),
  ])
}

describe('the newest payments and what counts against limits', () => {
  it('are those of the rows, after any changes and however many readings are under way', async () => {
    const step = fc.record({
      kind: fc.constantFrom('add', 'sign', 'end', 'withdraw', 'wait', 'read', 'forget'),
      id: fc.integer({ min: 0, max: 8 }).map(String),
      createdAt: fc.integer({ min: 0, max: 3 }).map(days => start - days * day),
      ageDays: fc.integer({ min: 0, max: 40 }),
      token: fc.constantFrom(dollar, euro),
      pageOrigin: fc.constantFrom(null, blog),
      automatic: fc.boolean(),
      way: fc.constantFrom<PaymentRecord['way']>('eip3009', 'voucher'),
      state: fc.constantFrom<PaymentRecord['state']>('delivered', 'expired', 'refused', 'undelivered'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        await database.clear('payments')
        const kept = keep()
        const waiting: Promise<unknown>[] = []
        for (const { kind, id, createdAt, ageDays, state, ...changes } of steps) {
          if (kind === 'add') waiting.push(rows.add(payment(id, { createdAt, ...changes })).catch(() => undefined))
          if (kind === 'sign')
            waiting.push(
              rows.change(id, row =>
                row.state === 'offered' ? signed(clock.now() - ageDays * day, { ...changes, amount: 7n }) : null,
              ),
            )
          if (kind === 'end')
            waiting.push(rows.change(id, row => (row.state === 'offered' ? null : { state, endedAt: clock.now() })))
          if (kind === 'withdraw') waiting.push(rows.withdraw(id))
          if (kind === 'wait') clock.advance(day / 2)
          if (kind === 'read') waiting.push(kept.read())
          if (kind === 'forget') kept.forget()
        }
        await Promise.all(waiting)
        expect(await told(kept)).toEqual(await expected())
      }),
      { numRuns: 60 },
    )
  })

  it('are a hundred, in order, and a newer one takes the place of the oldest', async () => {
    for (let index = 0; index < 130; index++)
      await rows.add(payment(`${index}`, { ...signed(start - index), createdAt: start - (index % 50) * 1_000 }))
    const kept = keep()
    expect(await told(kept)).toEqual(await expected())
    await rows.add(payment('new', { ...signed(start), createdAt: start + 1 }))
    await rows.change('129', () => ({ state: 'delivered' }))
    const { newest } = await told(kept)
    expect(newest).toHaveLength(100)
    expect(newest[0]?.id).toBe('new')
    expect(await told(kept)).toEqual(await expected())
  })

  it('are those that were signed, whatever was refused or paid elsewhere since', async () => {
    await rows.add(payment('old', signed(start)))
    const later = (index: number) => ({ createdAt: start + 1 + index })
    for (let index = 0; index < 230; index++)
      await rows.add(payment(`refused ${index}`, { state: 'refused', endedAt: start, ...later(index) }))
    for (let index = 0; index < 130; index++)
      await rows.add(payment(`other ${index}`, { ...signed(start, { account: elsewhere }), ...later(index) }))
    const kept = keep()
    const ids = (await kept.read()).newest().map(({ id }) => id)
    expect(ids).toContain('old')
    expect(ids.filter(id => id.startsWith('refused'))).toHaveLength(20)
    expect(ids.filter(id => id.startsWith('other'))).toHaveLength(100)
    expect(ids[0]).toBe('refused 229')
    // Of those that nobody paid only the newest are kept at all.
    const stored = (await rows.all()).map(({ id }) => id)
    expect(stored.filter(id => id.startsWith('refused'))).toHaveLength(200)
    expect(stored).toContain('refused 30')
    expect(stored).not.toContain('refused 29')
    expect(stored.filter(id => id.startsWith('other'))).toHaveLength(130)
    await rows.add(payment('refused too', { state: 'refused', endedAt: start, createdAt: start + 1_000 }))
    expect(await told(kept)).toEqual(await expected())
  })

  it('are read once, and again after they were forgotten', async () => {
    await rows.add(payment('a', signed(start)))
    const kept = keep()
    await Promise.all([kept.read(), kept.read()])
    await rows.change('a', () => ({ state: 'delivered' }))
    expect(await told(kept)).toEqual(await expected())
    expect(readings).toBe(1)
    kept.forget()
    await kept.read()
    expect(readings).toBe(2)
  })

  it('are not kept when they were forgotten while they were read', async () => {
    await rows.add(payment('a', signed(start)))
    const kept = keep()
    const reading = kept.read()
    kept.forget()
    await database.delete('payments', 'a')
    expect((await reading).newest()).toEqual([])
    expect(readings).toBe(2)
  })

  it('are read anew after a reading that failed', async () => {
    let isLocked = true
    const all = () => (isLocked ? Promise.reject(new Error('locked')) : rows.all())
    const kept = keepRecentPayments({ ...rows, all }, { clock, sessionStartedAt: async () => start })
    await rows.add(payment('a', signed(start)))
    await expect(kept.read()).rejects.toThrow('locked')
    isLocked = false
    expect((await kept.read()).newest()).toMatchObject([{ id: 'a' }])
  })
})
