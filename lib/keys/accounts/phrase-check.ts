import { validateMnemonic } from '@scure/bip39'
import { phraseWords } from '@/lib/keys/shared/phrase-words'
import type { PhraseCheck } from '@/lib/language/views'
import { wordlist } from './english-words'
import { listsOf, type ReadList } from './phrase-lists'

const lengths = [12, 15, 18, 21, 24]

/**
 * Reads a recovery phrase (BIP-39, any of its lists) the way people keep them: numbered, with bullets, in capitals,
 * over several lines.
 */
export async function checkPhrase(text: string, readList: ReadList): Promise<PhraseCheck> {
  const words = phraseWords(text)
  if (words.length === 0) return { ok: false, reason: 'empty' }
  const lists = await listsOf(words, wordlist, readList)
  const [{ words: list } = { words: wordlist }] = lists
  const unknown = words.filter(word => !list.includes(word))
  const [word] = unknown
  if (word !== undefined) {
    if (words.length === 20 || words.length === 33) return { ok: false, reason: 'slip39' }
    if (words.length >= 12 && unknown.length * 2 > words.length) return { ok: false, reason: 'list' }
    const suggestion = nearestWord(word, list)?.normalize('NFC') ?? null
    return { ok: false, reason: 'word', position: words.indexOf(word) + 1, suggestion }
  }
  if (!lengths.includes(words.length)) return { ok: false, reason: 'length', count: words.length }
  const phrase = words.join(' ')
  const isWhole = lists.some(each => validateMnemonic(phrase, each.words))
  return isWhole ? { ok: true, phrase } : { ok: false, reason: 'checksum' }
}

/**
 * The word of the list that differs least, if by no more than two letters; the first four letters name a word uniquely.
 */
export function nearestWord(typed: string, list: readonly string[] = wordlist): string | null {
  const byStart = typed.length >= 4 ? list.find(word => word.startsWith(typed.slice(0, 4))) : undefined
  if (byStart !== undefined) return byStart
  let best: string | null = null
  // A word of one sign has no likeness.
  let least = Math.min(3, typed.length)
  for (const word of list) {
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
