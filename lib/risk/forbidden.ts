import type { Risk } from '@/lib/approvals/types'

/** Nothing is approved while one of these is shown, understood or not: nobody could check it, should have it, or has looked yet. */
const forbidding: ReadonlySet<string> = new Set(['contract-missing', 'contract-is-own-account', 'checks-running'])

export function isForbidden(risks: readonly Risk[]): boolean {
  return risks.some(({ code }) => forbidding.has(code))
}
