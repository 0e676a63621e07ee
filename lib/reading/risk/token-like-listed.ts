import type { Address } from 'viem'
import { isSameAddress } from '@/lib/base/hex'
import type { ListedToken, Listing } from '@/lib/reading/list-formats/listing'
import { type Risk, risk } from './risk'

/**
 * Risk of a token with the symbol of a listed one, where no list has the token itself.
 * @param listed tokens of the chain with a symbol that reads the same
 */
export function tokenLikeListed(
  address: Address,
  symbol: string,
  listed: readonly (ListedToken & { listing: Listing })[],
): Risk[] {
  const [known] = listed
  if (known === undefined || listed.some(token => isSameAddress(token.address, address))) return []
  const { list, date } = known.listing
  return [risk('caution', 'token-like-listed', { symbol, known: known.address, list, date })]
}
