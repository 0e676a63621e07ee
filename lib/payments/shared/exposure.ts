import type { Address } from 'viem'
import { unlimitedAllowance } from '@/lib/base/effects'
import type { AuthorizationView } from '@/lib/language/payments'

/** What others may still take of one token by signatures given. Smallest unit of the token. */
export interface Exposure {
  token: Address
  /** From the account's own balance, in full: maxima and allowances too. */
  signed: bigint
  /** The amount is the largest possible one. */
  isUnlimited: boolean
  /** From what is deposited already: channels and escrow. */
  deposited: bigint
}

const fromDeposits = new Set(['x402-voucher', 'escrow-payment'])

/**
 * The sum by token, largest risk first. Only one of the signatures with the same number can ever be used, so the
 * largest of them counts; a voucher includes those before it on its channel.
 */
export function exposures(rows: readonly AuthorizationView[]): Exposure[] {
  const most = new Map<string, { token: Address; amount: bigint; isDeposited: boolean }>()
  for (const { id, kind, contract, token, nonce, state, remaining } of rows) {
    if (token === null || remaining === null || !isOpen(state)) continue
    const key = [contract, token, kind.startsWith('permit2') ? 'permit2' : kind, nonce ?? id].join()
    const amount = BigInt(remaining)
    if (amount > (most.get(key)?.amount ?? 0n)) most.set(key, { token, amount, isDeposited: fromDeposits.has(kind) })
  }
  const sums = new Map<Address, Exposure>()
  for (const { token, amount, isDeposited } of most.values()) {
    const sum = sums.get(token) ?? { token, signed: 0n, isUnlimited: false, deposited: 0n }
    if (isDeposited) sum.deposited += amount
    else sum.signed += amount
    if (!isDeposited && amount >= unlimitedAllowance) sum.isUnlimited = true
    sums.set(token, sum)
  }
  return [...sums.values()].sort((a, b) => (a.signed > b.signed ? -1 : a.signed < b.signed ? 1 : 0))
}

/** It can still be used to take something, or it is not known whether it can. */
export function isOpen(state: AuthorizationView['state']): boolean {
  return state === 'live' || state === 'partly-used' || state === 'unknown'
}

/**
 * The period of a recurring permission that a moment lies in, and when the next one begins; Unix seconds. `null` before
 * the first and after the last.
 */
export function periodAt(
  { validAfterSeconds, validBeforeSeconds, period }: AuthorizationView,
  nowSeconds: number,
): { start: number; next: number | null } | null {
  if (period === null || period <= 0 || validAfterSeconds === null || nowSeconds < validAfterSeconds) return null
  if (validBeforeSeconds !== null && nowSeconds >= validBeforeSeconds) return null
  const start = nowSeconds - ((nowSeconds - validAfterSeconds) % period)
  const next = start + period
  return { start, next: validBeforeSeconds !== null && next >= validBeforeSeconds ? null : next }
}

/**
 * A recurring permission that was last looked at in a period before the moment's is whole again: what is taken is heard
 * of at once, that a period begins nobody says. Any other is as it was.
 */
export function inThisPeriod(row: AuthorizationView, nowSeconds: number): AuthorizationView {
  const period = isOpen(row.state) ? periodAt(row, nowSeconds) : null
  const isWhole = period !== null && row.checkedAt !== null && row.checkedAt < period.start * 1_000
  return isWhole ? { ...row, remaining: row.amount } : row
}

/** Something can be taken by it, now or in a later period. */
export function isOutstanding({ state, remaining, period }: AuthorizationView): boolean {
  // What expired in escrow still has to be reclaimed.
  return state === 'expired' ? remaining !== '0x0' : isOpen(state) && (remaining !== '0x0' || period !== null)
}
