import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'

export type PhraseCheck =
  | { ok: true; phrase: string }
  | { ok: false; reason: 'empty' }
  | { ok: false; reason: 'length'; count: number }
  /** `position` counts from 1. `suggestion` is the nearest word of the list, if one is near. */
  | { ok: false; reason: 'word'; position: number; suggestion: string | null }
  | { ok: false; reason: 'checksum' }

const lengths = [12, 15, 18, 21, 24]

/**
 * Reads a recovery phrase (BIP-39, English list) the way people paste them: numbered, in capitals, over several lines.
 */
export function checkPhrase(text: string): PhraseCheck {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\d+[.):]?/g, ' ')
    .split(/[\s,;]+/)
    .filter(word => word !== '')
  if (words.length === 0) return { ok: false, reason: 'empty' }
  for (const [index, word] of words.entries()) {
    if (!wordlist.includes(word)) {
      return { ok: false, reason: 'word', position: index + 1, suggestion: nearestWord(word) }
    }
  }
  if (!lengths.includes(words.length)) return { ok: false, reason: 'length', count: words.length }
  const phrase = words.join(' ')
  return validateMnemonic(phrase, wordlist) ? { ok: true, phrase } : { ok: false, reason: 'checksum' }
}

/**
 * The word of the list that differs least, if by no more than two letters; the first four letters name a word uniquely.
 */
export function nearestWord(typed: string): string | null {
  const byStart = typed.length >= 4 ? wordlist.find(word => word.startsWith(typed.slice(0, 4))) : undefined
  if (byStart !== undefined) return byStart
  let best: string | null = null
  let least = 3
  for (const word of wordlist) {
    const distance = editDistance(typed, word, least)
    if (distance < least) {
      best = word
      least = distance
    }
  }
  return best
}

/** Levenshtein's distance, given up once it cannot stay below `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      current.push(
        Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + cost),
      )
    }
    if (Math.min(...current) >= limit) return limit
    previous = current
  }
  return previous[b.length] ?? limit
}

/** `count` different positions out of `length`, ascending, counting from 1. */
export function pickPositions(length: number, count: number, random: () => number): number[] {
  const left = Array.from({ length }, (_, index) => index + 1)
  const picked: number[] = []
  while (picked.length < count && left.length > 0) {
    picked.push(...left.splice(Math.floor(random() * left.length), 1))
  }
  return picked.toSorted((a, b) => a - b)
}
