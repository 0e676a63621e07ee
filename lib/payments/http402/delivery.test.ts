import { recordFaults } from '@/lib/faults/faults.fixture'
import 'fake-indexeddb/auto'
import { toHex } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/lib/database/open'
import type { PaymentRecord } from '@/lib/database/payment-records'
import { createManualClock } from '@/lib/values/manual-clock'
import { createDelivery } from './delivery'
import {
  account,
  chainAnswering,
  dollar,
  entry,
  merchant,
  now,
  planOf,
  previewChain,
  shopPage,
  termsText,
  unneeded,
} from './fixtures.fixture'
import type { PaymentPlan } from './plan'
import { createPaymentRows } from './rows'

const id = 'a'
const sent = (way: PaymentPlan['way']): PaymentRecord => ({
  id,
  ...shopPage,
  pageOrigin: null,
  version: 2,
  terms: termsText(entry()),
  accepted: 0,
  way,
  plan: JSON.stringify(planOf({ way })),
  chainId: previewChain,
  account,
  token: dollar,
  payee: merchant,
  amount: 10_000n,
  charged: null,
  payload: 'e30=',
  validBefore: BigInt(now + 300),
  state: 'sent',
  attempts: 1,
  automatic: false,
  settlement: null,
  transaction: null,
  reason: null,
  createdAt: 1,
  signedAt: 2,
  endedAt: null,
})

let database: Database
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
})
afterEach(() => database.close())

/** What becomes of a payment that was answered with 200, where the token says this of its authorization. */
async function afterAnswer(way: PaymentPlan['way'], word: string): Promise<PaymentRecord | undefined> {
  const clock = createManualClock()
  const connection = chainAnswering(() => word)
  const rows = createPaymentRows(database, clock.now)
  await rows.add(sent(way))
  const nothing = async () => unneeded()
  const delivery = createDelivery(
    {
      database,
      clock,
      keepAlive: { hold: () => () => undefined },
      networks: { get: () => undefined, connection: () => connection, epoch: () => 0 },
      carrier: { send: nothing, drop: async () => undefined, look: nothing, keepOnly: nothing },
      ledger: { record: nothing, check: nothing },
      door: { fetch: nothing, openSocket: unneeded },
      barrier: async () => undefined,
      faults: recordFaults(),
    },
    rows,
    nothing,
  )
  let isTaken = false
  const taken = delivery.answered(id, 200).then(() => {
    isTaken = true
  })
  // Time passes as long as it looks for the proof.
  const look = () => {
    clock.advance(1_000)
    return isTaken
  }
  await expect.poll(look, { interval: 1, timeout: 10_000 }).toBe(true)
  await taken
  return rows.get(id)
}

describe('an answer to a payment', () => {
  it('is delivered where the chain says that the payment was used', async () => {
    expect(await afterAnswer('eip3009', toHex(1n, { size: 32 }))).toMatchObject({
      state: 'delivered',
      charged: 10_000n,
    })
  })

  it.each(['eip3009', 'permit2', 'upto', 'deposit'] as const)(
    'is unproven where the chain gives no answer that can be read (%s)',
    async way => {
      expect(await afterAnswer(way, '0x')).toMatchObject({ state: 'unproven', charged: null, endedAt: null })
    },
  )

  it('is delivered for a voucher, of which the chain shows nothing', async () => {
    expect(await afterAnswer('voucher', '0x')).toMatchObject({ state: 'delivered', charged: 10_000n })
  })
})
