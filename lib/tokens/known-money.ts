import type { Address } from 'viem'
import type { TokenRecord } from '@/lib/database/records'
import { isPresetToken, presetTokens } from './preset-tokens'

/** A token as it calls itself, and who vouches for it. */
export type ListedToken = Pick<TokenRecord, 'address' | 'symbol' | 'name' | 'source' | 'hidden'>

/** What money there is on a chain, as far as the wallet knows. */
export interface KnownMoney {
  /** Empty where the chain is not known. */
  nativeSymbol: string
  /** Those on the list, hidden ones included, and those that the wallet vouches for itself. */
  tokens: readonly ListedToken[]
}

/** Of a chain that nothing is known of (yet). */
export const noMoney: KnownMoney = { nativeSymbol: '', tokens: [] }

/** What money there is on this chain now. */
export async function moneyOn(
  chainId: number,
  parts: {
    networks: { get(chainId: number): { currency: { symbol: string } } | undefined }
    tokens: { list(chainId: number): Promise<readonly ListedToken[]> }
  },
): Promise<KnownMoney> {
  return knownMoney(chainId, parts.networks.get(chainId)?.currency.symbol ?? '', await parts.tokens.list(chainId))
}

/** Pure. @param listed what is on the list of this chain */
export function knownMoney(chainId: number, nativeSymbol: string, listed: readonly ListedToken[]): KnownMoney {
  const isListed = (address: Address) => listed.some(token => token.address.toLowerCase() === address)
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
