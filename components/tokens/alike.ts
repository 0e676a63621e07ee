import type { Address } from 'viem'
import type { TokenView } from '@/lib/messaging/ui'

/** Why a token may be taken for something it is not. */
export type Likeness =
  /** It calls itself as the network's own money does. */
  | { kind: 'native'; symbol: string }
  /** Another one in the list has the same symbol, or one that looks the same. */
  | { kind: 'listed'; symbol: string; address: Address }
  /** Its symbol has letters that are not plain ones, which can be drawn like others. */
  | { kind: 'letters' }
  /** It gives no name. */
  | { kind: 'nameless' }

/** Letters and digits drawn like a Latin capital (Unicode UTS #39, the few that token symbols are forged with). */
const drawnAlike: Readonly<Record<string, string>> = {
  '0': 'O',
  '1': 'I',
  '3': 'E',
  '5': 'S',
  '8': 'B',
  L: 'I',
  '|': 'I',
  '!': 'I',
  $: 'S',
  '€': 'E',
  '₮': 'T',
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Ѕ: 'S',
  Н: 'H',
  І: 'I',
  Ј: 'J',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  Ԁ: 'D',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
}

/** What is left of a symbol to the eye: two that look the same have the same one. */
export function skeleton(symbol: string): string {
  const capitals = symbol.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  return [...capitals]
    .map(letter => drawnAlike[letter] ?? letter)
    .filter(letter => /[\p{L}\p{N}]/u.test(letter))
    .join('')
}

/** Everything to be wary of in what a contract calls itself, worst first. */
export function likenesses(
  token: { address: Address; symbol: string },
  known: { nativeSymbol: string; tokens: readonly TokenView[] },
): Likeness[] {
  const { symbol } = token
  const seen = skeleton(symbol)
  if (symbol.trim() === '' || seen === '') return [{ kind: 'nameless' }]
  const found: Likeness[] = []
  if (seen === skeleton(known.nativeSymbol)) found.push({ kind: 'native', symbol: known.nativeSymbol })
  const other = known.tokens.find(
    listed =>
      listed.source !== 'found' &&
      listed.address.toLowerCase() !== token.address.toLowerCase() &&
      skeleton(listed.symbol) === seen,
  )
  if (other !== undefined) found.push({ kind: 'listed', symbol: other.symbol, address: other.address })
  if (!/^[\x21-\x7e]+$/.test(symbol)) found.push({ kind: 'letters' })
  return found
}
