import { type Address, zeroAddress } from 'viem'
import { batchSettlement } from '@/lib/payments/shared/channel-facts'
import { permit2Address } from '@/lib/reading/calls/published-contracts'
import type { TermsOption } from './terms'

/** Contracts of x402, at the same address on every chain that has them (x402 v2 §Contracts). */
export const exactProxy: Address = '0x402085c248eea27d92e8b30b2c58ed07f9e20001'
export const uptoProxy: Address = '0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002'
export const depositCollector: Address = '0x4020806089470a89826cb9fb1f4059150b550004'
export { batchSettlement, permit2Address }

/** How an option is paid; `null` for a scheme or a transfer the wallet does not know. */
export type OptionWay = 'eip3009' | 'permit2' | 'upto' | 'channel'

export function wayOf({ scheme, method, charge }: Pick<TermsOption, 'scheme' | 'method' | 'charge'>): OptionWay | null {
  if (charge !== null) return charge.otherKind === null ? 'eip3009' : null
  if (scheme === 'exact') return method === 'eip3009' || method === 'permit2' ? method : null
  if (scheme === 'upto') return method === 'permit2' ? 'upto' : null
  if (scheme === 'batch-settlement') return method === 'eip3009' ? 'channel' : null
  return null
}

/**
 * Less has to be believed of the one before: one fixed payment, a maximum the merchant fills, money deposited with a
 * contract.
 */
export const trust: Record<OptionWay, number> = { eip3009: 0, permit2: 1, upto: 2, channel: 3 }

export const sponsoringKey = 'eip2612GasSponsoring'

/** An address somebody else wrote, in lower case; the zero address is nobody's. */
export function addressIn(value: unknown): Address | null {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) return null
  const address = value.toLowerCase() as Address
  return address === zeroAddress ? null : address
}
