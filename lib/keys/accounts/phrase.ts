import { entropyToMnemonic, generateMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { Failure } from '@/lib/base/failure'
import { wordlist } from '@/lib/keys/shared/english-words'
import { phraseWords } from '@/lib/keys/shared/phrase-words'
import { type Bytes, utf8 } from '@/lib/keys/vault/cipher'

const lengths = [12, 15, 18, 21, 24]

/** A new phrase of the English list (BIP-39): 128 bits for 12 words, 256 for 24. */
export async function generatePhrase(words: 12 | 24 = 12): Promise<string> {
  return generateMnemonic(wordlist, words === 12 ? 128 : 256)
}

/**
 * The entropy of a phrase as a person keeps it: all but letters is passed over.
 * @throws Failure `phrase-length` {words}, `phrase-word-unknown` {position from 1}, `phrase-checksum`; none of them
 * carries a word
 */
export async function entropyOf(phrase: string): Promise<Bytes> {
  const words = phraseWords(phrase)
  if (!lengths.includes(words.length)) throw new Failure('phrase-length', { words: words.length })
  const unknown = words.findIndex(word => !wordlist.includes(word))
  if (unknown >= 0) throw new Failure('phrase-word-unknown', { position: unknown + 1 })
  try {
    return new Uint8Array(mnemonicToEntropy(words.join(' '), wordlist))
  } catch {
    throw new Failure('phrase-checksum')
  }
}

/** The words, one space apart. */
export async function phraseOf(entropy: Bytes): Promise<string> {
  return entropyToMnemonic(entropy, wordlist)
}

/** BIP-39 §From mnemonic to seed: PBKDF2 with HMAC-SHA512, 2048 rounds, 64 bytes. The passphrase may be empty. */
export async function seedOf(entropy: Bytes, passphrase: string): Promise<Bytes> {
  const words = utf8(await phraseOf(entropy))
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
