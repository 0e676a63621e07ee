import type { Address } from 'viem'
import { isSameAddress } from '@/lib/base/hex'

interface PresetToken {
  /** In small letters. */
  address: Address
  symbol: string
  name: string
}

/**
 * Tokens this wallet vouches for when it comes across them, by chain: the issuer's own contracts of the US dollar coin.
 */
const byChain: Readonly<Record<number, readonly PresetToken[]>> = {
  8453: [{ address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', symbol: 'USDC', name: 'USD Coin' }],
  84532: [{ address: '0x036cbd53842c5426634e7929541ec2318f3dcf7e', symbol: 'USDC', name: 'USDC' }],
}

export function presetTokens(chainId: number | null): readonly PresetToken[] {
  return chainId === null ? [] : (byChain[chainId] ?? [])
}

export function isPresetToken(chainId: number | null, address: Address): boolean {
  // Without `lib/base/hex`: its schemas would be in the popup's first load.
  return presetTokens(chainId).some(preset => isSameAddress(preset.address, address))
}
