import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@/lib/keys/shared/english-words'
import { phraseWords } from '@/lib/keys/shared/phrase-words'
import { languageOf } from './phrase-languages'

export type PhraseCheck =
  | { ok: true; phrase: string }
  | { ok: false; reason: 'empty' }
  | { ok: false; reason: 'length'; count: number }
  /** `position` counts from 1. `suggestion` is the nearest word of the list, if one is near. */
  | { ok: false; reason: 'word'; position: number; suggestion: string | null }
  | { ok: false; reason: 'checksum' }
  /** Words of another list than the English one. `language`: a tag; `null` where it is not known. */
  | { ok: false; reason: 'language'; language: string | null }
  /** The number of words is that of a share of a Shamir backup (SLIP-39), which is no phrase of BIP-39. */
  | { ok: false; reason: 'slip39' }

const lengths = [12, 15, 18, 21, 24]

/** The lists of BIP-39 whose script tells their language. */
const languages = [
  { language: 'ja', script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
  { language: 'ko', script: /\p{Script=Hangul}/u },
  { language: 'zh', script: /\p{Script=Han}/u },
] as const

/**
 * Reads a recovery phrase (BIP-39, English list) the way people keep them: numbered, with bullets, in capitals, over
 * several lines.
 */
export function checkPhrase(text: string): PhraseCheck {
  const words = phraseWords(text)
  if (words.length === 0) return { ok: false, reason: 'empty' }
  const unknown = words.filter(word => !wordlist.includes(word))
  const [word] = unknown
  if (word !== undefined) {
    const language = languages.find(({ script }) => script.test(word))?.language ?? null
    if (language !== null) return { ok: false, reason: 'language', language }
    if (words.length === 20 || words.length === 33) return { ok: false, reason: 'slip39' }
    if (words.length >= 12 && unknown.length * 2 > words.length)
      return { ok: false, reason: 'language', language: languageOf(words) }
    return { ok: false, reason: 'word', position: words.indexOf(word) + 1, suggestion: nearestWord(word) }
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
