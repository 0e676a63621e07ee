import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordlist as cs } from '@scure/bip39/wordlists/czech'
import { wordlist as fr } from '@scure/bip39/wordlists/french'
import { wordlist as it } from '@scure/bip39/wordlists/italian'
import { wordlist as ja } from '@scure/bip39/wordlists/japanese'
import { wordlist as ko } from '@scure/bip39/wordlists/korean'
import { wordlist as pt } from '@scure/bip39/wordlists/portuguese'
import { wordlist as hans } from '@scure/bip39/wordlists/simplified-chinese'
import { wordlist as es } from '@scure/bip39/wordlists/spanish'
import { wordlist as hant } from '@scure/bip39/wordlists/traditional-chinese'
import { type ListLanguage, listFiles } from '../../lib/keys/accounts/phrase-lists.ts'

/**
 * Makes the files of `public/words` from the lists of BIP-39, as @scure/bip39 has them: `npx node
 * test/commands/word-lists.ts`. A test reads them back.
 */
const lists: Record<ListLanguage, string[]> = { cs, es, fr, it, ja, ko, pt, 'zh-Hans': hans, 'zh-Hant': hant }

/** The reverse of `unpackList`. */
function packList(words: readonly string[]): Uint8Array {
  const codes = words.flatMap(word => [...word].map(letter => letter.charCodeAt(0)))
  if (words.every(word => word.length === 1))
    return Uint8Array.from([0, ...codes.map(code => code >> 8), ...codes.map(code => code & 255)])
  const [page = 3] = codes.filter(code => code > 127).map(code => code >> 8)
  let before = ''
  const bytes = words.flatMap(word => {
    const differs = [...word].findIndex((letter, index) => letter !== before[index])
    const shared = Math.min(9, differs < 0 ? word.length : differs)
    before = word
    return [0x30 + shared, ...[...word.slice(shared)].map(letter => letter.charCodeAt(0) & 255)]
  })
  return Uint8Array.from([page, ...bytes])
}

const folder = new URL('../../public/', import.meta.url).pathname
mkdirSync(join(folder, 'words'), { recursive: true })
for (const language of Object.keys(lists) as ListLanguage[]) {
  const file = packList(lists[language].map(word => word.normalize('NFKD')))
  writeFileSync(join(folder, listFiles[language]), file)
  console.log(`${language}: ${file.length} bytes`)
}
