import type { Address } from 'viem'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { isPresetToken, presetTokens } from './preset-tokens'

/** A token with its own name for itself, and its source of trust. */
export interface ListedToken {
  address: Address
  symbol: string
  name: string
  source: 'preset' | 'person' | 'site' | 'found'
  hidden: boolean
}

/** The currency and the tokens of a chain that the wallet knows. */
export interface KnownMoney {
  /** Empty for an unknown chain. */
  nativeSymbol: string
  /** Tokens on the person's list, hidden ones included, and the preset tokens of the chain. */
  tokens: readonly ListedToken[]
}

/** For a chain that is unknown, or not loaded yet. */
export const noMoney: KnownMoney = { nativeSymbol: '', tokens: [] }

/** @returns the money of the chain as it is known now */
export async function moneyOn(
  networkId: NetworkId,
  parts: {
    networks: { get(networkId: NetworkId): { chainId: number; currency: { symbol: string } } | undefined }
    tokens: { list(networkId: NetworkId): Promise<readonly ListedToken[]> }
  },
): Promise<KnownMoney> {
  const network = parts.networks.get(networkId)
  return knownMoney(network?.chainId ?? null, network?.currency.symbol ?? '', await parts.tokens.list(networkId))
}

/**
 * @param chainId `null` for a network that the wallet does not have
 * @param listed the tokens on the person's list of this network
 */
export function knownMoney(chainId: number | null, nativeSymbol: string, listed: readonly ListedToken[]): KnownMoney {
  const isListed = (address: Address) => listed.some(token => isSameAddress(token.address, address))
  return {
    nativeSymbol,
    tokens: [
      ...listed.map(token => (isPresetToken(chainId, token.address) ? { ...token, source: 'preset' as const } : token)),
      ...presetTokens(chainId)
        .filter(({ address }) => !isListed(address))
        .map(token => ({ ...token, source: 'preset' as const, hidden: false })),
    ],
  }
}
