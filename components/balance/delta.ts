import type { BalanceView } from '@/lib/language/ui'

/** The pre-confirmed change: `pending − sealed` in the smallest unit; `null` while either is unknown. */
export function preconfirmedDelta(balance: Pick<BalanceView, 'sealed' | 'pending'>): bigint | null {
  if (balance.sealed === null || balance.pending === null) return null
  return BigInt(balance.pending) - BigInt(balance.sealed)
}
