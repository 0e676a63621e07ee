import type { Address } from 'viem'
import { onlyFound, vouchedFor } from '@/components/tokens/order'
import { cleanSymbol } from '@/lib/base/foreign-text'
import type { BalanceView, TokenView } from '@/lib/language/ui'

/** Something that can be sent. */
export interface Asset {
  /** Its contract; `null` for the network's currency. */
  token: Address | null
  symbol: string
  decimals: number
  /** Pre-confirmed included, smallest unit; `null` = not known. */
  spendable: bigint | null
  /** It only arrived: the person has not listed it. */
  found: boolean
}

/** The network's currency first, then listed tokens, then tokens that only arrived. */
export function assetsOf(
  nativeSymbol: string,
  balance: Pick<BalanceView, 'sealed' | 'pending'> | null,
  tokens: readonly TokenView[],
): Asset[] {
  const native = { token: null, symbol: nativeSymbol, decimals: 18, spendable: spendable(balance), found: false }
  const listed = [...vouchedFor(tokens), ...onlyFound(tokens)].map(token => ({
    token: token.address,
    symbol: cleanSymbol(token.symbol),
    decimals: token.decimals,
    spendable: spendable(token),
    found: token.source === 'found',
  }))
  return [native, ...listed]
}

function spendable(balance: Pick<BalanceView, 'sealed' | 'pending'> | null): bigint | null {
  const known = balance?.pending ?? balance?.sealed ?? null
  return known === null ? null : BigInt(known)
}
