import { wordlist as cs } from '@scure/bip39/wordlists/czech'
import { wordlist as fr } from '@scure/bip39/wordlists/french'
import { wordlist as it_ } from '@scure/bip39/wordlists/italian'
import { wordlist as pt } from '@scure/bip39/wordlists/portuguese'
import { wordlist as es } from '@scure/bip39/wordlists/spanish'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPhrase, nearestWord, pickPositions } from './phrase-check'
import { listBits, placeOf } from './phrase-languages'

const latin = { cs, es, fr, it: it_, pt }

// From the test vectors of BIP-39.
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

describe('a recovery phrase', () => {
  it.each([
    phrase,
    phrase.toUpperCase(),
    `  ${phrase.replaceAll(' ', '\n')}  `,
    phrase
      .split(' ')
      .map((word, index) => `${index + 1}. ${word}`)
      .join(' '),
    phrase.replaceAll(' ', ', '),
    `\u200b${phrase}`,
    phrase.replace('wave', 'wa\u00adve'),
    `${phrase}.`,
    JSON.stringify(phrase.split(' ')),
    phrase
      .split(' ')
      .map((word, index) => `${index + 1} - ${word}`)
      .join(' '),
    `• ${phrase.replaceAll(' ', ' • ')}`,
    phrase
      .split(' ')
      .map((word, index) => `[${index + 1}]\t${word}`)
      .join('\n'),
    `“${phrase}”`,
  ])('is understood however it was written down', text => {
    expect(checkPhrase(text)).toEqual({ ok: true, phrase })
  })

  it('with a wrong word names it and what it may have been', () => {
    expect(checkPhrase(phrase.replace('thank', 'thakn'))).toEqual({
      ok: false,
      reason: 'word',
      position: 3,
      suggestion: 'thank',
    })
    expect(checkPhrase(phrase.replace('winner', 'zzzzzzzz'))).toMatchObject({ position: 2, suggestion: null })
  })

  it('with two words swapped is refused with a message', () => {
    expect(checkPhrase(phrase.replace('year wave', 'wave year'))).toEqual({ ok: false, reason: 'checksum' })
  })

  // The first words of the lists of BIP-39, twelve each.
  it.each([
    ['あいこくしん あいさつ あいだ あおぞら あかちゃん あきる あけがた あける あこがれる あさい あさひ あしあと', 'ja'],
    ['가격 가끔 가난 가능 가득 가르침 가뭄 가방 가상 가슴 가운데 가을', 'ko'],
    ['的 一 是 在 不 了 有 和 人 这 中 大', 'zh'],
    ['ábaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso acabar', 'es'],
    ['abaisser abandon abdiquer abeille abolir aborder aboutir aboyer abrasif abreuver abriter abroger', 'fr'],
    ['abaco abbaglio abbinato abete abisso abolire abrasivo abrogato accadere accenno accusato acetone', 'it'],
    ['abacate abaixo abalar abater abduzir abelha aberto abismo abotoar abranger abreviar abrigar', 'pt'],
    ['abdikace abeceda adresa agrese akce aktovka alej alkohol amputace ananas andulka anekdota', 'cs'],
    ['Apfel Birne Kirsche Pflaume Traube Zitrone Erdbeere Himbeere Johannis Stachel Brombeere Quitte', null],
  ])('in another language is named for what it is: %s', (text, language) => {
    expect(checkPhrase(text)).toEqual({ ok: false, reason: 'language', language })
  })

  it('in a language of Latin letters is hardly ever left without its name, and never called by another', () => {
    let named = 0
    for (const [language, words] of Object.entries(latin))
      for (let at = 0; at + 12 <= 2048; at += 12) {
        const check = checkPhrase(words.slice(at, at + 12).join(' '))
        expect(check).toMatchObject({ reason: 'language' })
        if (check.ok || check.reason !== 'language') continue
        expect([language, null]).toContain(check.language)
        named += Number(check.language !== null)
      }
    expect(named).toBeGreaterThan(5 * 170 * 0.99)
  })

  it('is told to be in another language by what the lists of BIP-39 have', () => {
    for (const [language, words] of Object.entries(latin)) {
      const bits = Buffer.alloc(384)
      for (const place of words.map(word => placeOf(word.normalize('NFKD'))))
        bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
      expect(listBits[language]).toBe(bits.toString('base64'))
    }
    expect(Object.keys(listBits)).toEqual(Object.keys(latin))
  })

  it('of twenty words with one that is not listed is a share of SLIP-39', () => {
    // From the test vectors of SLIP-39.
    const share =
      'duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision keyboard'
    expect(checkPhrase(share)).toEqual({ ok: false, reason: 'slip39' })
  })

  it('with a wrong word behind an invisible sign names the word', () => {
    expect(checkPhrase(`\ufeff${phrase.replace('legal', 'legul')}`)).toMatchObject({ position: 1, suggestion: 'legal' })
  })

  it('with a word missing is counted', () => {
    expect(checkPhrase(phrase.split(' ').slice(1).join(' '))).toEqual({ ok: false, reason: 'length', count: 11 })
    expect(checkPhrase('')).toEqual({ ok: false, reason: 'empty' })
  })
})

describe('the nearest word', () => {
  it('follows the first four letters, which name a word', () => {
    expect(nearestWord('abandoned')).toBe('abandon')
  })

  it('makes no suggestion for a word unlike every listed word', () => {
    expect(nearestWord('qqqqqqq')).toBeNull()
  })
})

describe('the words asked for', () => {
  it('are different places of the phrase, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 3, maxLength: 3 }), numbers => {
        const left = [...numbers]
        const picked = pickPositions(12, 3, () => left.shift() ?? 0)
        expect(new Set(picked).size).toBe(3)
        expect(picked).toEqual(picked.toSorted((a, b) => a - b))
        for (const position of picked) expect(position >= 1 && position <= 12).toBe(true)
      }),
    )
  })
})
