import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { PaymentCapRecord, PaymentRecord } from '@/lib/storage/payment-records'
import { capsFor, exceeded, usedOf } from './caps'
import { dollar, previewNetwork } from './fixtures.fixture'

type Counted = Parameters<typeof usedOf>[1][number]
const day = 86_400_000
const origin = 'https://shop.example'
const spend = { origin, networkId: previewNetwork, token: dollar }

function payment(changes: Partial<Counted> = {}): Counted {
  return { id: 'p', ...spend, amount: 10n, way: 'eip3009', state: 'delivered', signedAt: 1_000, ...changes }
}
function cap(
  scope: PaymentCapRecord['scope'],
  most: bigint,
  changes: Partial<PaymentCapRecord> = {},
): PaymentCapRecord {
  return { key: scope, scope, origin: null, networkId: previewNetwork, token: dollar, most, ...changes }
}
const times = { now: 2_000, sessionStartedAt: 0 }

describe('a limit', () => {
  it('counts maxima and deposits in full, and vouchers not again', () => {
    const paid = [
      payment({ way: 'upto', amount: 500n }),
      payment({ way: 'deposit', amount: 100n }),
      payment({ way: 'voucher' }),
    ]
    expect(usedOf(cap('day', 0n), paid, times)).toBe(600n)
  })

  it.each(['signed', 'sent', 'delivered', 'unproven', 'undelivered'] as const)('counts what is %s', state => {
    expect(usedOf(cap('day', 0n), [payment({ state })], times)).toBe(10n)
  })

  it.each(['offered', 'cancelled', 'expired', 'refused'] as const)('does not count what is %s', state => {
    expect(usedOf(cap('day', 0n), [payment({ state })], times)).toBe(0n)
  })

  it('of another site, token or chain says nothing', () => {
    const caps = [
      cap('day', 0n, { origin: 'https://other.example' }),
      cap('day', 0n, { token: `0x${'99'.repeat(20)}` }),
      cap('day', 0n, { networkId: firstNetworkOf(1) }),
    ]
    expect(capsFor(spend, caps, [], times)).toEqual([])
  })

  it('for one payment looks at that payment alone', () => {
    const uses = capsFor(spend, [cap('payment', 10n)], [payment(), payment()], times)
    expect(exceeded(10n, uses)).toBeNull()
    expect(exceeded(11n, uses)).toMatchObject({ scope: 'payment' })
  })

  it('is never exceeded by payments that were let through, in any order and at any time', () => {
    const attempt = fc.record({
      amount: fc.bigInt({ min: 0n, max: 1_000n }),
      wait: fc.integer({ min: 0, max: 2 * day }),
      way: fc.constantFrom<PaymentRecord['way']>('eip3009', 'permit2', 'upto', 'deposit'),
      from: fc.constantFrom(origin, 'https://other.example'),
      fate: fc.constantFrom<PaymentRecord['state']>('delivered', 'undelivered', 'unproven', 'sent', 'expired'),
    })
    const limits = fc.record({
      payment: fc.bigInt({ min: 0n, max: 1_000n }),
      session: fc.bigInt({ min: 0n, max: 5_000n }),
      day: fc.bigInt({ min: 0n, max: 2_000n }),
      month: fc.bigInt({ min: 0n, max: 9_000n }),
      site: fc.bigInt({ min: 0n, max: 1_500n }),
    })
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 30 }), limits, (attempts, most) => {
        const caps = [
          cap('payment', most.payment),
          cap('session', most.session),
          cap('day', most.day),
          cap('month', most.month),
          cap('day', most.site, { origin }),
        ]
        const done: Counted[] = []
        let now = 1_000
        for (const [index, { amount, wait, way, from, fate }] of attempts.entries()) {
          now += wait
          const uses = capsFor({ ...spend, origin: from }, caps, done, { now, sessionStartedAt: 0 })
          if (exceeded(amount, uses) !== null) continue
          done.push(payment({ id: String(index), amount, way, origin: from, state: fate, signedAt: now }))
          const counted = done.filter(({ state }) => state !== 'expired')
          const sum = (since: number, of: (one: Counted) => boolean = () => true) =>
            counted
              .filter(one => (one.signedAt ?? 0) >= since && of(one))
              .reduce((total, one) => total + (one.amount ?? 0n), 0n)
          expect(sum(now - day)).toBeLessThanOrEqual(most.day)
          expect(sum(now - 30 * day)).toBeLessThanOrEqual(most.month)
          expect(sum(0)).toBeLessThanOrEqual(most.session)
          expect(sum(now - day, one => one.origin === origin)).toBeLessThanOrEqual(most.site)
          expect(amount).toBeLessThanOrEqual(most.payment)
        }
      }),
    )
  })
})
