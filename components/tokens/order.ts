import type { TokenView } from '@/lib/language/ui'

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

/** @returns at most `count` of them, in their order: those of which there is something before the others */
export function shortList(tokens: readonly TokenView[], count: number): TokenView[] {
  const held = tokens.filter(({ pending, sealed }) => BigInt(pending ?? sealed ?? 0) > 0n)
  const chosen = [...new Set([...held, ...tokens])].slice(0, count)
  return tokens.filter(token => chosen.includes(token))
}

/** By symbol and never by amount, so that a changing balance does not move its row. */
function inOrder(tokens: readonly TokenView[]): TokenView[] {
  return tokens.toSorted((a, b) => a.symbol.localeCompare(b.symbol, 'en') || a.address.localeCompare(b.address))
}
