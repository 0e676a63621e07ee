import 'fake-indexeddb/auto'
import type { Address } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { paymentConsent } from './consent'
import { account, dollar, merchant, planOf, previewNetwork, shop, shopPage } from './fixtures.fixture'
import { createPaymentJournal, type PaymentJournal } from './journal'
import { toLimitProof } from './limit-proof'
import { limitKey } from './limits'
import { newPayment } from './new-payment'
import { createPaymentRows } from './rows'
import { signInRules } from './sign-in'

const other: Address = `0x${'c9'.repeat(20)}`
const now = 1_000
const subject = { page: shop, seller: shop, account, networkId: previewNetwork, token: dollar, payee: merchant }
const limit = { key: limitKey(subject), ...subject, most: 10_000n, perDay: 20_000n, createdAt: 0 }
const plan = planOf({ typedData: ['{}'] })

let database: Database
let rows: PaymentJournal
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  rows = createPaymentJournal(
    createPaymentRows(database, () => now),
    async () => true,
  )
})
afterEach(() => database.close())

/** A payment that is to be signed without a decision. */
async function planned(changes: Partial<PaymentRecord> = {}): Promise<PaymentRecord> {
  const offered = newPayment(shopPage, account, { kind: 'other-protocol', json: '' })
  const row = { ...offered, createdAt: 0, automatic: true, plan: JSON.stringify(plan), ...changes }
  await rows.add(row)
  return row
}

/** An earlier payment under the limit. */
const paid = (changes: Partial<PaymentRecord> = {}) => {
  const { networkId, token, payee } = subject
  return planned({ state: 'delivered', signedAt: 1, ...{ networkId, token, payee }, amount: 10_000n, ...changes })
}

const proofOf = ({ id }: PaymentRecord) =>
  toLimitProof(paymentConsent(id), { database, rows, now: () => now, signInRules: () => signInRules })

describe('what the keyring signs without a decision', () => {
  it('is the plan of a payment that a limit covers, with the account of both', async () => {
    await database.put('paymentLimits', limit)
    expect(await proofOf(await planned())).toMatchObject({ account, kind: 'typed-data', typedData: ['{}'] })
  })

  it('is nothing for another account, also under a row that was stored for it in the place of the first', async () => {
    await database.put('paymentLimits', limit)
    await expect(proofOf(await planned({ account: other }))).rejects.toMatchObject({ code: 'approval-changed' })
    await database.put('paymentLimits', { ...limit, key: limitKey({ ...subject, account: other }) })
    await expect(proofOf(await planned({ account: other }))).rejects.toMatchObject({ code: 'approval-changed' })
  })

  it('is nothing under a limit of a version that bound it to no account', async () => {
    const { account: _account, payee: _payee, ...old } = limit
    for (const key of [limit.key, `${shop} ${shop}`]) await database.put('paymentLimits', { ...old, key })
    await expect(proofOf(await planned())).rejects.toMatchObject({ code: 'approval-changed' })
  })

  it('is nothing above what is left of the day, which other payees and accounts do not use', async () => {
    await database.put('paymentLimits', limit)
    await paid()
    await paid({ payee: other })
    await paid({ account: other })
    const row = await planned()
    expect(await proofOf(row)).toMatchObject({ account })
    await paid()
    await expect(proofOf(row)).rejects.toMatchObject({ code: 'approval-changed' })
  })
})
