import type { Risk } from './risk'

/**
 * Risks under which nothing can be approved: no contract could check the signature, no one needs it, the account would
 * run no code, or the chain has not been asked yet.
 */
const forbidding: ReadonlySet<string> = new Set([
  'contract-missing',
  'contract-is-own-account',
  'delegate-without-code',
  'checks-running',
])

/** True if one of the risks forbids approving. */
export function isForbidden(risks: readonly Risk[]): boolean {
  return risks.some(({ code }) => forbidding.has(code))
}
