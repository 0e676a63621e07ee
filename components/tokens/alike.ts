import { type Imitated, imitated, type NamedToken, tokenSkeleton } from '@/lib/risk/look-alike-token'
import type { KnownMoney } from '@/lib/tokens/known-money'

/** Why a token may be taken for something it is not. */
export type Likeness =
  /** Other money has its name, or one that looks the same. */
  | Imitated
  /** Its symbol has letters that are not plain ones, which can be drawn like others. */
  | { kind: 'letters' }
  /** It gives no name. */
  | { kind: 'nameless' }

/** Everything to be wary of in what a contract calls itself, worst first. */
export function likenesses(token: NamedToken, money: KnownMoney): Likeness[] {
  const { symbol } = token
  const other = imitated(token, money)
  const found: Likeness[] = other === null ? [] : [other]
  if (tokenSkeleton(symbol) === '') found.push({ kind: 'nameless' })
  else if (!/^[\x21-\x7e]+$/.test(symbol)) found.push({ kind: 'letters' })
  return found
}
