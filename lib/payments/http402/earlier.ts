import type { Risk } from '@/lib/approvals/types'
import type { PaymentRecord } from '@/lib/database/payment-records'
import { risk } from '@/lib/risk/risk'

const recentMs = 3_600_000

/** What earlier payments for the same address say about one more. */
export function earlierRisks(
  row: Pick<PaymentRecord, 'id' | 'url' | 'method'>,
  payments: readonly Pick<PaymentRecord, 'id' | 'url' | 'method' | 'signedAt' | 'state'>[],
  now: number,
): Risk[] {
  const earlier = payments.filter(
    other => other.id !== row.id && other.url === row.url && other.method === row.method && other.signedAt !== null,
  )
  const recent = earlier.filter(({ signedAt }) => (signedAt ?? 0) > now - recentMs)
  if (recent.some(({ state }) => state === 'undelivered')) return [risk('danger', 'payment-paid-undelivered')]
  if (recent.some(({ state }) => state === 'unproven')) return [risk('caution', 'payment-delivered-unproven')]
  if (recent.some(({ state }) => state === 'delivered')) return [risk('caution', 'payment-paid-already')]
  return []
}
