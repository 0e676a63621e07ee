import type { Address } from 'viem'
import { type Risk, risk } from './risk'

/** Addresses without a key: the zero address, and others that are used to burn tokens. */
const burnAddresses: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
  '0xffffffffffffffffffffffffffffffffffffffff',
])

/**
 * Risk of a recipient that can never send the money on.
 * @param recipient `null` for a contract creation
 */
export function burnAddress(recipient: Address | null): Risk[] {
  return recipient !== null && burnAddresses.has(recipient.toLowerCase()) ? [risk('danger', 'recipient-is-burn')] : []
}
