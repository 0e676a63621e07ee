import type { CapView } from '@/lib/language/http402'

/** The name of each kind of limit, in the catalogue. */
export const capScopes = {
  payment: 'payment_cap_payment',
  session: 'payment_cap_session',
  day: 'payment_cap_day',
  month: 'payment_cap_month',
} as const satisfies Record<CapView['scope'], string>
