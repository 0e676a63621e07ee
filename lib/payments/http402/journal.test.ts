import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { deleteDB } from 'idb'
import type { Address } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { createRowCipher } from '@/lib/keys/vault/row-cipher'
import { withEncryptedRows } from '@/lib/storage/encrypted/database'
import { encryptedStore } from '@/lib/storage/encrypted/store'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { usedOf, windowMs } from './caps'
import { account, dollar, merchant, planOf, previewChain, previewNetwork, shop } from './fixtures.fixture'
import { createPaymentJournal, type KnownPayment, knownOf, type PaymentJournal, shownOf } from './journal'
import { spentUnder } from './limits'
import { challengeNonce } from './machine-payments'
import { createPaymentRows, type PaymentRows } from './rows'

const day = 86_400_000
const start = 1_790_000_000_000
const sessionStartedAt = start - 2 * day
const euro = `0x${'e0'.repeat(20)}` as const
const blog = 'https://blog.example'
const elsewhere = `0x${'a2'.repeat(20)}` as const

let database: Database
let rows: PaymentRows
let clock: ReturnType<typeof createManualClock>
let readings: number
let isUnlocked: boolean
beforeEach(async () => {
  const cipher = createRowCipher(crypto.getRandomValues(new Uint8Array(32)))
  database = withEncryptedRows(await openDatabase(`journal-${crypto.randomUUID()}`), {
    cipher: () => (isUnlocked ? cipher : null),
    encryptedStore,
    onUnreadable: () => undefined,
  })
  clock = createManualClock(start)
  readings = 0
  isUnlocked = true
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

const keep = () => createPaymentJournal(rows, async () => isUnlocked)

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

const challenges = ['a', 'b'].map(id => ({ id, realm: 'shop.example' }))
const nonces = challenges.map(challengeNonce)
const [sellers, tokens] = [
  [shop, blog],
  [dollar, euro],
]
/** Before some of the signatures, and at the moment of some. */
const times = [0, start - 30 * day, start - day, start]

/** By the rows as they are stored. */
async function expected() {
  const all = await createPaymentRows(database, clock.now).all()
  const known = all.map(knownOf)
  const signed = (token: Address, since: number) =>
    known.filter(row => row.signedAt !== null && row.token === token && row.signedAt >= since)
  return {
    newest: shownOf(all),
    sums: sumsOf(() => all),
    all: known,
    of: sellers.map(seller => known.filter(({ origin }) => origin === seller)),
    signed: tokens.flatMap(token => times.map(since => inOrder(signed(token, since)))),
    challenges: nonces.map(nonce =>
      all.filter(row => row.payload?.startsWith('Payment ') && row.plan?.includes(nonce)).map(({ id }) => id),
    ),
  }
}

async function told(kept: PaymentJournal) {
  const known = await kept.known()
  const since = Math.min(sessionStartedAt, clock.now() - windowMs.month)
  const signed = tokens.flatMap(token => times.map(from => known.signedOf(previewNetwork, token, from)))
  for (const list of signed) expect(list.map(({ signedAt }) => signedAt)).toEqual(inTime(list))
  return {
    newest: known.newest(),
    sums: sumsOf(token => known.signedOf(previewNetwork, token, since)),
    all: inOrder(known.all()),
    of: sellers.map(seller => inOrder(known.of(seller))),
    signed: signed.map(inOrder),
    challenges: nonces.map(nonce => known.signedWith(nonce).sort()),
  }
}

const inOrder = (rows: readonly KnownPayment[]) => rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
const inTime = (rows: readonly KnownPayment[]) =>
  rows.map(({ signedAt }) => signedAt ?? 0).sort((one, other) => one - other)

/** The amounts that count against each kind of limit. */
function sumsOf(payments: (token: typeof dollar) => Parameters<typeof spentUnder>[1]): bigint[] {
  const now = clock.now()
  return [dollar, euro].flatMap(token => [
    ...(['session', 'day', 'month'] as const).flatMap(scope =>
      [null, shop].map(origin =>
        usedOf({ scope, origin, networkId: previewNetwork, token }, payments(token), {
          now,
          sessionStartedAt,
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

/** By name, the fields that a signature sets in a row, at a time in ms. */
const signatures: Record<string, (at: number) => Partial<PaymentRecord>> = {
  eip3009: at => signed(at),
  voucher: at => signed(at, { way: 'voucher' }),
  ...Object.fromEntries(
    nonces.map((nonce, index) => [
      `challenge ${index}`,
      (at: number) => signed(at, { payload: 'Payment e30', plan: JSON.stringify(planOf({ nonce })) }),
    ]),
  ),
  'sign-in': () => ({
    state: 'signing-in',
    payload: 'e30',
    plan: JSON.stringify({ message: 'shop.example wants you to sign in', chainId: 1, keeps: false }),
  }),
}

describe('what is known of payments', () => {
  it('is what the rows say, after any changes, locks and unlocks, and however many readings are under way', async () => {
    const step = fc.record({
      kind: fc.constantFrom('add', 'sign', 'end', 'withdraw', 'wait', 'read', 'forget', 'lock', 'unlock', 'settle'),
      id: fc.integer({ min: 0, max: 4 }).map(String),
      createdAt: fc.integer({ min: 0, max: 3 }).map(days => start - days * day),
      ageDays: fc.integer({ min: 0, max: 40 }),
      token: fc.constantFrom(...tokens),
      origin: fc.constantFrom(...sellers),
      terms: fc.constantFrom('', '{}'),
      pageOrigin: fc.constantFrom(null, blog),
      automatic: fc.boolean(),
      signature: fc.constantFrom(...Object.values(signatures)),
      state: fc.constantFrom<PaymentRecord['state']>('delivered', 'expired', 'refused', 'undelivered'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async steps => {
        isUnlocked = true
        await database.clear('payments')
        const kept = keep()
        const waiting: Promise<unknown>[] = []
        for (const { kind, id, createdAt, ageDays, state, signature, token, ...changes } of steps) {
          if (kind === 'add') waiting.push(rows.add(payment(id, { createdAt, ...changes })).catch(() => undefined))
          if (kind === 'sign')
            waiting.push(
              rows.change(id, row =>
                row.state === 'offered' ? { ...signature(clock.now() - ageDays * day), token, amount: 7n } : null,
              ),
            )
          if (kind === 'end')
            waiting.push(rows.change(id, row => (row.state === 'offered' ? null : { state, endedAt: clock.now() })))
          if (kind === 'withdraw') waiting.push(rows.withdraw(id))
          if (kind === 'wait') clock.advance(day / 2)
          if (kind === 'read') waiting.push(kept.known())
          if (kind === 'forget') kept.forget()
          if (kind === 'settle') await Promise.all(waiting)
          if (kind === 'lock' || kind === 'unlock') isUnlocked = kind === 'unlock'
        }
        await Promise.all(waiting)
        expect(await told(kept)).toEqual(await expected())
        isUnlocked = true
        expect(await told(kept)).toEqual(await expected())
      }),
      { numRuns: 200 },
    )
  })

  it('is all of it after an unlock, also before anybody says that there was one', async () => {
    await rows.add(payment('a', { ...signed(start), state: 'delivered', endedAt: start }))
    const kept = keep()
    isUnlocked = false
    expect((await kept.known()).all()).toEqual([])
    isUnlocked = true
    expect((await kept.known()).all()).toMatchObject([{ id: 'a' }])
  })

  it('has nothing under the nonce of a row that another one has taken the place of', async () => {
    const [nonce = ''] = nonces
    const challenge = { payload: 'Payment e30', plan: JSON.stringify(planOf({ nonce })) }
    await rows.add(payment('a', { ...signed(start, challenge), state: 'delivered', endedAt: start }))
    const kept = keep()
    expect((await kept.known()).signedWith(nonce)).toEqual(['a'])
    // The locked wallet cannot see the row that is there.
    isUnlocked = false
    await rows.add(payment('a'))
    isUnlocked = true
    expect((await kept.known()).signedWith(nonce)).toEqual([])
  })

  it('holds no long text', async () => {
    const long = { terms: 'x'.repeat(5_000), plan: 'x'.repeat(5_000), payload: 'x'.repeat(5_000), settlement: 'x' }
    await rows.add(payment('a', { ...signed(start), ...long }))
    const [known] = (await keep().known()).all()
    expect(Object.values(known ?? {}).filter(value => `${value}`.length > 100)).toEqual([])
  })
})

describe('the newest payments', () => {
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
    const ids = (await kept.known()).newest().map(({ id }) => id)
    expect(ids).toContain('old')
    expect(ids.filter(id => id.startsWith('refused'))).toHaveLength(20)
    expect(ids.filter(id => id.startsWith('other'))).toHaveLength(100)
    expect(ids[0]).toBe('refused 229')
    // Only the newest of the rows that nobody paid are kept.
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
    await Promise.all([kept.known(), kept.known()])
    await rows.change('a', () => ({ state: 'delivered' }))
    expect(await told(kept)).toEqual(await expected())
    expect(readings).toBe(1)
    kept.forget()
    await kept.known()
    expect(readings).toBe(2)
  })

  it('are not kept when they were forgotten while they were read', async () => {
    await rows.add(payment('a', signed(start)))
    const began = Promise.withResolvers<void>()
    const all = () => {
      began.resolve()
      return rows.all()
    }
    const kept = createPaymentJournal({ ...rows, all }, async () => true)
    const reading = kept.known()
    await began.promise
    kept.forget()
    await database.delete('payments', 'a')
    expect((await reading).newest()).toEqual([])
    expect(readings).toBe(2)
  })

  it('are read although old refused offers cannot be deleted', async () => {
    for (let index = 0; index < 201; index++) await rows.add(payment(`${index}`, { state: 'refused', endedAt: start }))
    await rows.add(payment('a', signed(start)))
    const full = async () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
    const kept = createPaymentJournal({ ...rows, forgetRefused: full }, async () => true)
    expect((await kept.known()).newest().map(({ id }) => id)).toContain('a')
  })

  it('are read anew after a reading that failed', async () => {
    let isLocked = true
    const all = () => (isLocked ? Promise.reject(new Error('locked')) : rows.all())
    const kept = createPaymentJournal({ ...rows, all }, async () => true)
    await rows.add(payment('a', signed(start)))
    await expect(kept.known()).rejects.toThrow('locked')
    isLocked = false
    expect((await kept.known()).newest()).toMatchObject([{ id: 'a' }])
  })
})
