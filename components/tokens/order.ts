import type { TokenView } from '@/lib/messaging/ui'

/** Listed tokens that are not hidden, by symbol. */
export function vouchedFor(tokens: readonly TokenView[]): TokenView[] {
  return inOrder(tokens.filter(token => token.source !== 'found' && !token.hidden))
}

/** Tokens that only arrived and are not hidden, by symbol. */
export function onlyFound(tokens: readonly TokenView[]): TokenView[] {
  return inOrder(tokens.filter(token => token.source === 'found' && !token.hidden))
}

export function hiddenOnes(tokens: readonly TokenView[]): TokenView[] {
  return inOrder(tokens.filter(token => token.hidden))
}

/** By symbol and never by amount, so that a changing balance does not move its row. */
function inOrder(tokens: readonly TokenView[]): TokenView[] {
  return tokens.toSorted((a, b) => a.symbol.localeCompare(b.symbol, 'en') || a.address.localeCompare(b.address))
}
