import type { TokenView } from '@/lib/messaging/ui'

/** What a person's money is: tokens somebody vouches for, and that are not hidden, by their symbols. */
export function vouchedFor(tokens: readonly TokenView[]): TokenView[] {
  return inOrder(tokens.filter(token => token.source !== 'found' && !token.hidden))
}

/** What merely arrived. */
export function onlyFound(tokens: readonly TokenView[]): TokenView[] {
  return inOrder(tokens.filter(token => token.source === 'found' && !token.hidden))
}

export function hiddenOnes(tokens: readonly TokenView[]): TokenView[] {
  return inOrder(tokens.filter(token => token.hidden))
}

/** A balance that moves must not move its row, so amounts play no part. */
function inOrder(tokens: readonly TokenView[]): TokenView[] {
  return tokens.toSorted((a, b) => a.symbol.localeCompare(b.symbol, 'en') || a.address.localeCompare(b.address))
}
