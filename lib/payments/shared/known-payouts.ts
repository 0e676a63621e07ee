import type { Address } from 'viem'
import { isSameAddress } from '@/lib/base/hex'

interface KnownPayouts {
  contract: Address
  /** The one token it pays. */
  token: Address
}

/**
 * Payout contracts by chain, in lower case. Their addresses come from their code (EIP-1014), so nothing else can stand
 * there; whether it does is asked before it is used.
 */
const byChain: Readonly<Record<number, readonly KnownPayouts[]>> = {
  // The embedded preview network, where it pays test dollars.
  84538453: [
    {
      contract: '0x3226a5db42d9a042e5aefba7f96307e23234d267',
      token: '0xccac221da8b66225cc39eba5dcd58fffa620cbc9',
    },
  ],
}

/** The network's payout contract for a token; `null` where none is known. */
export function knownPayouts(chainId: number, token: Address): Address | null {
  return byChain[chainId]?.find(known => isSameAddress(known.token, token))?.contract ?? null
}
