import { isSameAddress } from '@/lib/base/hex'
import { plainLetters } from '@/lib/reading/hosts/plain-letters'
import type { KnownMoney, ListedToken } from '@/lib/reading/tokens/known-money'
import { type Risk, risk } from './risk'

/** A token's address, symbol and name as its contract gives them. */
export type NamedToken = Pick<ListedToken, 'address' | 'symbol' | 'name'>

/** The money that a token imitates. */
export type Imitated =
  | { kind: 'native'; symbol: string }
  | ({ kind: 'token' } & Pick<ListedToken, 'address' | 'symbol'>)

/** Digits and signs that look like a letter. */
const drawnLike: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '5': 's',
  '8': 'b',
  l: 'i',
  '|': 'i',
  '!': 'i',
  $: 's',
  '€': 'e',
  '₮': 't',
}

/** The skeleton of a symbol or name: two that look alike have the same one. */
export function tokenSkeleton(text: string): string {
  return Array.from(plainLetters(text), character => drawnLike[character] ?? character)
    .filter(character => /[\p{L}\p{N}]/u.test(character))
    .join('')
}

/** How far a token's listing is trusted: a token imitates another only if that one's listing is trusted more. */
const trust: Readonly<Record<ListedToken['source'], number>> = { found: 0, site: 1, person: 2, preset: 2 }

/**
 * The money whose symbol or name the token imitates. Equal letters count too.
 * @returns `null` if it imitates none
 */
export function imitated(token: NamedToken, { nativeSymbol, tokens }: KnownMoney): Imitated | null {
  const address = token.address.toLowerCase()
  const own = trust[tokens.find(known => isSameAddress(known.address, address))?.source ?? 'found']
  const looks = looksOf(token)
  const isTakenFor = (names: readonly string[]): boolean => names.some(name => looks.includes(name))
  if (own < trust.person && isTakenFor(looksOf({ symbol: nativeSymbol, name: '' })))
    return { kind: 'native', symbol: nativeSymbol }
  const other = tokens.find(
    known => !isSameAddress(known.address, address) && own < trust[known.source] && isTakenFor(looksOf(known)),
  )
  return other === undefined ? null : { kind: 'token', symbol: other.symbol, address: other.address }
}

function looksOf({ symbol, name }: Pick<NamedToken, 'symbol' | 'name'>): string[] {
  return [symbol, name].map(tokenSkeleton).filter(look => look !== '')
}

/** Risk of a token that imitates other money. */
export function lookAlikeToken(token: NamedToken, money: KnownMoney): Risk[] {
  const other = imitated(token, money)
  if (other === null) return []
  const values = { token: token.address, symbol: other.symbol }
  return other.kind === 'native'
    ? [risk('danger', 'token-like-native', values)]
    : [risk('danger', 'token-look-alike', { ...values, known: other.address })]
}
