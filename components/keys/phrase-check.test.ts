import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPhrase, nearestWord, pickPositions } from './phrase-check'

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
    ['ábaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso acabar', null],
  ])('in another language is named for what it is: %s', (text, language) => {
    expect(checkPhrase(text)).toEqual({ ok: false, reason: 'language', language })
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
