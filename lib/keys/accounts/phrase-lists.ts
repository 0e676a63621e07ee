/** The lists of BIP-39 beside the English one; `zh-Hans` has simplified signs, `zh-Hant` traditional ones. */
export type ListLanguage = 'cs' | 'es' | 'fr' | 'it' | 'ja' | 'ko' | 'pt' | 'zh-Hans' | 'zh-Hant'

/** Reads the file of a list, as `unpackList` takes it. */
export type ReadList = (file: (typeof listFiles)[ListLanguage]) => Promise<Uint8Array>

/** A list of BIP-39, the English one or another. */
export interface WordList {
  words: string[]
  isEnglish: boolean
}

const latin: readonly ListLanguage[] = ['cs', 'es', 'fr', 'it', 'pt']
const others: readonly { script: RegExp; languages: readonly ListLanguage[] }[] = [
  { script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, languages: ['ja'] },
  { script: /\p{Script=Hangul}/u, languages: ['ko'] },
  { script: /\p{Script=Han}/u, languages: ['zh-Hans', 'zh-Hant'] },
]

/**
 * The lists that words are most likely from: those that lack the fewest of them. The English one comes first and, where
 * it lacks none, alone. Both Chinese lists may have all words of a phrase; its checksum says which one is meant.
 * @param words in lower case and NFKD
 */
export async function listsOf(words: readonly string[], english: string[], read: ReadList): Promise<WordList[]> {
  const lists: WordList[] = [{ words: english, isEnglish: true }]
  const foreign = words.find(word => !english.includes(word))
  if (foreign === undefined) return lists
  const languages = others.find(({ script }) => script.test(foreign))?.languages ?? latin
  const files = await Promise.all(languages.map(language => read(listFiles[language])))
  for (const file of files) lists.push({ words: unpackList(file), isEnglish: false })
  const lacks = lists.map(list => words.filter(word => !list.words.includes(word)).length)
  return lists.filter((_, index) => lacks[index] === Math.min(...lacks))
}

/** Where the extension has each list, as `unpackList` reads it. `test/commands/word-lists.ts` makes the files. */
export const listFiles = {
  cs: '/words/cs.bin',
  es: '/words/es.bin',
  fr: '/words/fr.bin',
  it: '/words/it.bin',
  ja: '/words/ja.bin',
  ko: '/words/ko.bin',
  pt: '/words/pt.bin',
  'zh-Hans': '/words/zh-Hans.bin',
  'zh-Hant': '/words/zh-Hant.bin',
} as const satisfies Record<ListLanguage, string>

/**
 * The words of a file. Its first byte is 0 where each word is one sign: the upper bytes of all signs follow, then the
 * lower ones. Otherwise it is the upper byte of every letter but a to z, and each word follows as a digit, which is how
 * many letters it begins with that the one before begins with too, and the lower bytes of its other letters.
 */
export function unpackList([page = 0, ...bytes]: Uint8Array): string[] {
  const half = bytes.length / 2
  if (page === 0)
    return bytes.slice(0, half).map((upper, index) => String.fromCharCode(upper * 256 + (bytes[half + index] ?? 0)))
  const words: string[] = []
  for (const byte of bytes) {
    const last = words.at(-1) ?? ''
    if (byte >= 0x30 && byte <= 0x39) words.push(last.slice(0, byte - 0x30))
    else words[words.length - 1] = last + letterOf(page, byte)
  }
  return words
}

/** Accents (NFKD) are of page 3, where `a` to `z` stand for themselves. */
function letterOf(page: number, byte: number): string {
  return String.fromCharCode(page === 3 && byte >= 0x61 && byte <= 0x7a ? byte : page * 256 + byte)
}
