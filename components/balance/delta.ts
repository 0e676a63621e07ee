import type { BalanceView } from '@/lib/messaging/ui'

/** What is only pre-confirmed: `pending − sealed` in the smallest unit. `null` while either is not known. */
export function preconfirmedDelta(balance: Pick<BalanceView, 'sealed' | 'pending'>): bigint | null {
  if (balance.sealed === null || balance.pending === null) return null
  return BigInt(balance.pending) - BigInt(balance.sealed)
}
