import { bytesToHex } from '@noble/hashes/utils'
import { wordlist as cs } from '@scure/bip39/wordlists/czech'
import { wordlist as published } from '@scure/bip39/wordlists/english'
import { wordlist as fr } from '@scure/bip39/wordlists/french'
import { wordlist as it } from '@scure/bip39/wordlists/italian'
import { wordlist as ja } from '@scure/bip39/wordlists/japanese'
import { wordlist as ko } from '@scure/bip39/wordlists/korean'
import { wordlist as pt } from '@scure/bip39/wordlists/portuguese'
import { wordlist as hans } from '@scure/bip39/wordlists/simplified-chinese'
import { wordlist as es } from '@scure/bip39/wordlists/spanish'
import { wordlist as hant } from '@scure/bip39/wordlists/traditional-chinese'
import { Mnemonic, type Wordlist, wordlists } from 'ethers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '@/lib/base/failure'
import { readList } from '@/lib/keys/keyring.fixture'
import { bytesOf } from '@/lib/keys/vault/cipher'
import { wordlist } from './english-words'
import { generatePhrase, type KeptPhrase, phraseOf, readPhrase, seedOf } from './phrase'
import { type ListLanguage, listFiles, unpackList } from './phrase-lists'

/** Test vectors of BIP-39 (passphrase "TREZOR"): entropy, phrase, seed. */
const vectors = [
  [
    '00000000000000000000000000000000',
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    'c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04',
  ],
  [
    '7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    '2e8905819b8723fe2c1d161860e5ee1830318dbf49a83bd451cfb8440c28bd6fa457fe1296106559a3c80937a1c1069be3a3a5bd381ee6260e8d9739fce1f607',
  ],
  [
    'ffffffffffffffffffffffffffffffff',
    'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
    'ac27495480225222079d7be181583751e86f571027b0497b5b5d11218e0a8a13332572917f0f8e5a589620c6f15b11c61dee327651a14c34e18231052e48c069',
  ],
  [
    '9e885d952ad362caeb4efe34a8e91bd2',
    'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic',
    '274ddc525802f7c828d8ef7ddbcdc5304e87ac3535913611fbbfa986d0c9e5476c91689f9c8a54fd55bd38606aa6a8595ad213d4c9c9f9aca3fb217069a41028',
  ],
  [
    '0000000000000000000000000000000000000000000000000000000000000000',
    `${'abandon '.repeat(23)}art`,
    'bda85446c68413707090a52022edd26a1c9462295029f2e60cd7c4f2bbd3097170af7a4d73245cafa9c3cca8d561a7c3de6f5d4a10be8ed2a5e608d68f92fcc8',
  ],
  [
    'f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f',
    'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold',
    '01f5bced59dec48e362f2c45b5de68b9fd6c92c6634f44d6d40aab69056506f0e35524a518034ddc1192e1dacd32c1ed3eaa3c3b131c88ed8e7e54c49a5d0998',
  ],
] as const

const english = (bytes: Uint8Array): KeptPhrase => ({ as: 'entropy', bytes: new Uint8Array(bytes) })
const entropyOf = async (text: string) => (await readPhrase(text, readList)).bytes

describe('BIP-39', () => {
  test('the list has the words that are published, in their order', () => {
    expect(wordlist).toEqual(published)
  })

  test.each(vectors)('entropy %s', async (entropy, phrase, seed) => {
    expect(await phraseOf(english(bytesOf(entropy)))).toBe(phrase)
    expect(bytesToHex(await entropyOf(phrase))).toBe(entropy)
    expect(bytesToHex(await seedOf(english(bytesOf(entropy)), 'TREZOR'))).toBe(seed)
  })

  test('a phrase is read as it is kept, as the page reads it', async () => {
    const [, , [entropy, phrase]] = vectors
    const kept = phrase.split(' ').map((word, index) => `${index + 1} - ${word}`)
    expect(bytesToHex(await entropyOf(`\u200b[${kept.join(' • ')}].`))).toBe(entropy)
  })

  test('a passphrase means the same in every Unicode form', async () => {
    const entropy = english(bytesOf('00'.repeat(16)))
    expect(await seedOf(entropy, 'u\u0308ber')).toEqual(await seedOf(entropy, '\u00fcber'))
  })

  test('every entropy comes back from its phrase', async () => {
    const entropy = fc
      .constantFrom(16, 20, 24, 28, 32)
      .chain(size => fc.uint8Array({ minLength: size, maxLength: size }))
    await fc.assert(
      fc.asyncProperty(entropy, async bytes => {
        expect(await entropyOf(await phraseOf(english(bytes)))).toEqual(new Uint8Array(bytes))
      }),
    )
  })

  test('no two generated phrases are the same', async () => {
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => generatePhrase()))).size).toBe(50)
  })
})

/** The lists of @scure/bip39, of which the extension's files are made, and those of ethers under its names for them. */
const lists: Record<ListLanguage, [published: string[], ofEthers: string]> = {
  cs: [cs, 'cz'],
  es: [es, 'es'],
  fr: [fr, 'fr'],
  it: [it, 'it'],
  ja: [ja, 'ja'],
  ko: [ko, 'ko'],
  pt: [pt, 'pt'],
  'zh-Hans': [hans, 'zh_cn'],
  'zh-Hant': [hant, 'zh_tw'],
}

describe.each(Object.entries(lists))('a phrase of the list %s', (language, [words, ofEthers]) => {
  const judge = wordlists[ofEthers] as Wordlist

  test('is read from a file with the words that are published', async () => {
    expect(unpackList(await readList(listFiles[language as ListLanguage]))).toEqual(
      words.map(word => word.normalize('NFKD')),
    )
  })

  test('gives the seed that ethers makes of it, comes back word for word, and is refused with two words swapped', async () => {
    const size = fc.constantFrom(16, 20, 24, 28, 32)
    const entropy = size.chain(length => fc.uint8Array({ minLength: length, maxLength: length }))
    await fc.assert(
      fc.asyncProperty(entropy, fc.constantFrom('', 'Überraschung'), async (bytes, passphrase) => {
        const mnemonic = Mnemonic.fromEntropy(bytes, passphrase, judge)
        const kept = await readPhrase(mnemonic.phrase.normalize('NFC').toUpperCase(), readList)
        expect(kept.as).toBe('words')
        expect(`0x${bytesToHex(await seedOf(kept, passphrase))}`).toBe(mnemonic.computeSeed())
        expect((await phraseOf(kept)).split(' ')).toEqual(judge.split(mnemonic.phrase.normalize('NFKD')))
      }),
      { numRuns: 8 },
    )
    const typed = judge.split(Mnemonic.fromEntropy(new Uint8Array(16).fill(7), '', judge).phrase)
    const swapped = [typed[1], typed[0], ...typed.slice(2)].join(' ')
    await expect(readPhrase(swapped, readList)).rejects.toMatchObject({ code: 'phrase-checksum' })
    const wrong = typed.with(4, 'qqqqqqq').join(' ')
    await expect(readPhrase(wrong, readList)).rejects.toMatchObject({ details: { position: 5 } })
  })
})

describe('a phrase as people type it', () => {
  const [, phrase] = vectors[1]

  test('may have line breaks, capitals and spaces around it', async () => {
    expect(await entropyOf(`  ${phrase.toUpperCase().replaceAll(' ', ' \n ')}\t`)).toEqual(await entropyOf(phrase))
  })

  test.each([
    [
      'a word that is not in the list is named by its position',
      phrase.replace('year', 'yeer'),
      'phrase-word-unknown',
      { position: 4 },
    ],
    [
      'the first of several is named',
      phrase.replace('legal', 'legit').replace('yellow', 'jello'),
      'phrase-word-unknown',
      { position: 1 },
    ],
    ['a missing word', phrase.replace('year ', ''), 'phrase-length', { words: 11 }],
    ['nothing at all', ' ', 'phrase-length', { words: 0 }],
    ['two words swapped', phrase.replace('thank year', 'year thank'), 'phrase-checksum', {}],
  ] as const)('%s', async (_name, text, code, details) => {
    await expect(entropyOf(text)).rejects.toEqual(expect.objectContaining({ code, details }))
  })

  test('no failure quotes a word', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...phrase.split(' '), 'secretword'), { maxLength: 25 }),
        async words => {
          try {
            await entropyOf(words.join(' '))
          } catch (cause) {
            expect(cause).toBeInstanceOf(Failure)
            const said = JSON.stringify([String(cause), (cause as Failure).details, (cause as Failure).stack])
            for (const word of words) expect(said).not.toContain(word)
          }
        },
      ),
    )
  })
})
