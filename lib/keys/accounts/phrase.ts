import { entropyToMnemonic, generateMnemonic, mnemonicToEntropy, validateMnemonic } from '@scure/bip39'
import { Failure } from '@/lib/base/failure'
import { phraseWords } from '@/lib/keys/shared/phrase-words'
import { type Bytes, utf8 } from '@/lib/keys/vault/cipher'
import { wordlist } from './english-words'
import { listsOf, type ReadList } from './phrase-lists'

const lengths = [12, 15, 18, 21, 24]

/**
 * What is kept of a phrase: the entropy of an English one, 16 to 32 bytes; of any other its words in UTF-8 (NFKD, one
 * space apart), which its seed is made of.
 */
export interface KeptPhrase {
  as: 'entropy' | 'words'
  bytes: Bytes
}

/** A new phrase of the English list (BIP-39): 128 bits for 12 words, 256 for 24. */
export async function generatePhrase(words: 12 | 24 = 12): Promise<string> {
  return generateMnemonic(wordlist, words === 12 ? 128 : 256)
}

/**
 * A phrase of any list of BIP-39, as a person keeps it: all but letters is passed over.
 * @throws Failure `phrase-length` {words}, `phrase-word-unknown` {position from 1}, `phrase-checksum`; none of them
 * carries a word
 */
export async function readPhrase(phrase: string, readList: ReadList): Promise<KeptPhrase> {
  const words = phraseWords(phrase)
  if (!lengths.includes(words.length)) throw new Failure('phrase-length', { words: words.length })
  const lists = await listsOf(words, wordlist, readList)
  const unknown = words.findIndex(word => !lists[0]?.words.includes(word))
  if (unknown >= 0) throw new Failure('phrase-word-unknown', { position: unknown + 1 })
  const text = words.join(' ')
  const list = lists.find(each => validateMnemonic(text, each.words))
  if (list === undefined) throw new Failure('phrase-checksum')
  if (list.isEnglish) return { as: 'entropy', bytes: new Uint8Array(mnemonicToEntropy(text, wordlist)) }
  return { as: 'words', bytes: utf8(text) }
}

/** The words, one space apart. */
export async function phraseOf({ as, bytes }: KeptPhrase): Promise<string> {
  return as === 'words' ? new TextDecoder().decode(bytes) : entropyToMnemonic(bytes, wordlist)
}

/** BIP-39 §From mnemonic to seed: PBKDF2 with HMAC-SHA512, 2048 rounds, 64 bytes. The passphrase may be empty. */
export async function seedOf(phrase: KeptPhrase, passphrase: string): Promise<Bytes> {
  const words = utf8(await phraseOf(phrase))
  const salt = utf8(`mnemonic${passphrase.normalize('NFKD')}`)
  try {
    const key = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveBits'])
    const parameters = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2048 }
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 512))
  } finally {
    words.fill(0)
    salt.fill(0)
  }
}
