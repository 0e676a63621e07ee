import { type Imitated, imitated, type NamedToken, tokenSkeleton } from '@/lib/reading/risk/look-alike-token'
import type { KnownMoney } from '@/lib/reading/tokens/known-money'

/** Why a token may be mistaken for another. */
export type Likeness =
  /** Another asset has its symbol, or one that looks the same. */
  | Imitated
  /** Its symbol has letters outside ASCII, which can look like others. */
  | { kind: 'letters' }
  /** It has no name. */
  | { kind: 'nameless' }

/** What is suspicious about a contract's symbol, worst first. */
export function likenesses(token: NamedToken, money: KnownMoney): Likeness[] {
  const { symbol } = token
  const other = imitated(token, money)
  const found: Likeness[] = other === null ? [] : [other]
  if (tokenSkeleton(symbol) === '') found.push({ kind: 'nameless' })
  else if (!/^[\x21-\x7e]+$/.test(symbol)) found.push({ kind: 'letters' })
  return found
}
