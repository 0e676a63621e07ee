import type { Address } from 'viem'
import type { Risk } from '@/lib/approvals/types'
import { risk } from './risk'

/** What arrives here is gone: the zero address and what people use like it. */
const burnAddresses: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
  '0xffffffffffffffffffffffffffffffffffffffff',
])

export function burnAddress(recipient: Address | null): Risk[] {
  return recipient !== null && burnAddresses.has(recipient.toLowerCase()) ? [risk('danger', 'recipient-is-burn')] : []
}
