import { format, t } from '@/components/app'
import { shortAddress } from '@/components/format/address'
import type { Quantity } from '@/lib/base/hex'
import type { CapView } from '@/lib/language/http402'

/** «0.01 TUSD», or the amount in the smallest unit where the token's decimals are unknown. */
export function tokenWords(
  value: Quantity,
  { symbol, decimals, token }: { symbol: string | null; decimals: number | null; token: `0x${string}` | null },
): string {
  const amount = BigInt(value)
  const name = symbol ?? (token === null ? '' : t('token_unknown', { address: shortAddress(token) }))
  if (decimals === null) return `${t('amount_of_unknown_token', { amount: format.integer(amount) })}, ${name}`
  return `${format.amount(amount, decimals, 'exact')} ${name}`
}

/** The name of each kind of limit, in the catalogue. */
export const capScopes = {
  payment: 'payment_cap_payment',
  session: 'payment_cap_session',
  day: 'payment_cap_day',
  month: 'payment_cap_month',
} as const satisfies Record<CapView['scope'], string>
