import type { Risk } from '@/lib/approvals/types'
import { plainLetters } from '@/lib/sites/plain-letters'
import type { KnownMoney, ListedToken } from '@/lib/tokens/known-money'
import { risk } from './risk'

/** What a contract calls itself. */
export type NamedToken = Pick<ListedToken, 'address' | 'symbol' | 'name'>

/** The money that a token may be taken for. */
export type Imitated =
  | { kind: 'native'; symbol: string }
  | ({ kind: 'token' } & Pick<ListedToken, 'address' | 'symbol'>)

/** Digits and signs drawn like a letter, on top of those that are letters themselves. */
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

/** What is left of a token's symbol or name to the eye: two that look the same have the same one. */
export function tokenSkeleton(text: string): string {
  return Array.from(plainLetters(text), character => drawnLike[character] ?? character)
    .filter(character => /[\p{L}\p{N}]/u.test(character))
    .join('')
}

/** Who may vouch for a name against whom: a site's word is not held against the person's or the wallet's own. */
const standing: Readonly<Record<ListedToken['source'], number>> = { found: 0, site: 1, person: 2, preset: 2 }

/** Another one's name, whatever letters it is drawn with, by a token that fewer vouch for. The same letters honestly are no less of another token. */
export function imitated(token: NamedToken, { nativeSymbol, tokens }: KnownMoney): Imitated | null {
  const address = token.address.toLowerCase()
  const own = standing[tokens.find(known => known.address.toLowerCase() === address)?.source ?? 'found']
  const looks = looksOf(token)
  const isTakenFor = (names: readonly string[]): boolean => names.some(name => looks.includes(name))
  if (own < standing.person && isTakenFor(looksOf({ symbol: nativeSymbol, name: '' })))
    return { kind: 'native', symbol: nativeSymbol }
  const other = tokens.find(
    known => known.address.toLowerCase() !== address && own < standing[known.source] && isTakenFor(looksOf(known)),
  )
  return other === undefined ? null : { kind: 'token', symbol: other.symbol, address: other.address }
}

function looksOf({ symbol, name }: Pick<NamedToken, 'symbol' | 'name'>): string[] {
  return [symbol, name].map(tokenSkeleton).filter(look => look !== '')
}

/** A token under the name of other money is there to be taken for it. */
export function lookAlikeToken(token: NamedToken, money: KnownMoney): Risk[] {
  const other = imitated(token, money)
  if (other === null) return []
  const values = { token: token.address, symbol: other.symbol }
  return other.kind === 'native'
    ? [risk('danger', 'token-like-native', values)]
    : [risk('danger', 'token-look-alike', { ...values, known: other.address })]
}
