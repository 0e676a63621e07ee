import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/values/hex'

/** Tokens this wallet vouches for when it comes across them, by chain: the issuer's own contracts of the US dollar coin. */
const presetTokens: Readonly<Record<number, readonly Address[]>> = {
  8453: ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
  84532: ['0x036cbd53842c5426634e7929541ec2318f3dcf7e'],
}

export function isPresetToken(chainId: number, address: Address): boolean {
  return presetTokens[chainId]?.includes(lowerCaseAddress(address)) ?? false
}
