import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import type { AuthorizationView } from '@/lib/language/payments'
import { dollar, payee, taker } from '@/lib/payments/register/signed.fixture'
import { exposures, inThisPeriod, isOutstanding, periodAt } from './exposure'

let made = 0
function row(changes: Partial<AuthorizationView>): AuthorizationView {
  made += 1
  return {
    id: `${made}:0`,
    kind: 'transfer-authorization',
    contract: dollar,
    token: dollar,
    spender: taker,
    recipient: taker,
    amount: '0x5',
    used: '0x0',
    remaining: '0x5',
    validAfterSeconds: 0,
    validBeforeSeconds: 2_000,
    deadlineSeconds: 2_000,
    period: null,
    nonce: `0x${made.toString(16).padStart(64, '0')}`,
    digest: `0x${'d1'.repeat(32)}`,
    origin: null,
    paymentId: null,
    state: 'live',
    isOnChain: false,
    isProvisional: false,
    evidence: [],
    createdAt: 0,
    checkedAt: null,
    ...changes,
  }
}
const sums = (...rows: AuthorizationView[]) =>
  exposures(rows).map(({ token, signed, deposited }) => ({ token, signed, deposited }))

describe('signed exposure', () => {
  it('is the sum of what may still be taken, in full, token by token and the largest first', () => {
    const other: Address = payee
    expect(
      sums(
        row({}),
        row({ token: other, contract: other, remaining: '0x9' }),
        row({ kind: 'permit', nonce: '3', remaining: '0x2' }),
      ),
    ).toEqual([
      { token: other, signed: 9n, deposited: 0n },
      { token: dollar, signed: 7n, deposited: 0n },
    ])
  })

  it('counts what nobody knows the fate of, and nothing of what is over', () => {
    expect(
      sums(row({ state: 'unknown' }), row({ state: 'used' }), row({ state: 'expired' }), row({ state: 'cancelled' })),
    ).toEqual([{ token: dollar, signed: 5n, deposited: 0n }])
    expect(sums(row({ remaining: null, token: null }))).toEqual([])
  })

  it('counts of two permits with one number only the larger: the other can never be used then', () => {
    expect(
      sums(
        row({ kind: 'permit', nonce: '3', remaining: '0x2' }),
        row({ kind: 'permit', nonce: '3', remaining: '0x8' }),
      ),
    ).toEqual([{ token: dollar, signed: 8n, deposited: 0n }])
  })

  it('counts of the vouchers of a channel only the highest, and not against the balance: the money lies in the channel', () => {
    const voucher = { kind: 'x402-voucher', nonce: `0x${'99'.repeat(32)}` } as const
    expect(sums(row({ ...voucher, remaining: '0x64' }), row({ ...voucher, remaining: '0xc8' }))).toEqual([
      { token: dollar, signed: 0n, deposited: 200n },
    ])
  })

  it('says when it is everything', () => {
    expect(exposures([row({ remaining: `0x${'f'.repeat(64)}` })])).toMatchObject([{ isUnlimited: true }])
  })
})

describe('the period of a recurring permission', () => {
  const monthly = row({ period: 100, validAfterSeconds: 1_000, validBeforeSeconds: 1_250 })
  it('begins anew at its own beat and not before the first', () => {
    expect(periodAt(monthly, 999)).toBeNull()
    expect(periodAt(monthly, 1_000)).toEqual({ start: 1_000, next: 1_100 })
    expect(periodAt(monthly, 1_199)).toEqual({ start: 1_100, next: 1_200 })
  })
  it('has no next one when it ends before that', () => {
    expect(periodAt(monthly, 1_201)).toEqual({ start: 1_200, next: null })
    expect(periodAt(monthly, 1_250)).toBeNull()
    expect(periodAt(row({}), 1_000)).toBeNull()
  })
  it('is whole again when the next one begins, though nobody says so', () => {
    const spent = row({ ...monthly, state: 'partly-used', used: '0x5', remaining: '0x0', checkedAt: 1_090_000 })
    expect(inThisPeriod(spent, 1_099).remaining).toBe('0x0')
    expect(inThisPeriod(spent, 1_100).remaining).toBe('0x5')
    expect(inThisPeriod({ ...spent, checkedAt: 1_100_000 }, 1_100).remaining).toBe('0x0')
    expect(inThisPeriod({ ...spent, state: 'cancelled' }, 1_100).remaining).toBe('0x0')
  })
})

describe('what is outstanding', () => {
  it('is what can be taken now, and what can be taken again in a later period', () => {
    const spent = { state: 'partly-used', remaining: '0x0' } as const
    expect(isOutstanding(row({}))).toBe(true)
    expect(isOutstanding(row({ state: 'unknown', remaining: null }))).toBe(true)
    expect(isOutstanding(row({ ...spent, period: 100 }))).toBe(true)
    expect(isOutstanding(row(spent))).toBe(false)
    expect(isOutstanding(row({ state: 'cancelled', remaining: '0x0', period: 100 }))).toBe(false)
  })
  it('is what lies in escrow after its end, and nothing else that expired', () => {
    expect(isOutstanding(row({ state: 'expired', remaining: '0x5' }))).toBe(true)
    expect(isOutstanding(row({ state: 'expired', remaining: '0x0', period: 100 }))).toBe(false)
  })
})
