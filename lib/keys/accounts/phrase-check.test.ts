import { describe, expect, it } from 'vitest'
import { readList } from '@/lib/keys/keyring.fixture'
import { checkPhrase, nearestWord } from './phrase-check'

const check = (text: string) => checkPhrase(text, readList)

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
  ])('is understood however it was written down', async text => {
    expect(await check(text)).toEqual({ ok: true, phrase })
  })

  it('with a wrong word names it and what it may have been', async () => {
    expect(await check(phrase.replace('thank', 'thakn'))).toEqual({
      ok: false,
      reason: 'word',
      position: 3,
      suggestion: 'thank',
    })
    expect(await check(phrase.replace('winner', 'zzzzzzzz'))).toMatchObject({ position: 2, suggestion: null })
  })

  it('with two words swapped is refused with a message', async () => {
    expect(await check(phrase.replace('year wave', 'wave year'))).toEqual({ ok: false, reason: 'checksum' })
  })

  // Eleven times the first word of a list, then a word with the right checksum.
  it.each([
    ['あいこくしん', 'あおぞら'],
    ['가격', '가능'],
    ['的', '在'],
    ['ábaco', 'abierto'],
    ['abaisser', 'abeille'],
    ['abaco', 'abete'],
    ['abacate', 'abater'],
    ['abdikace', 'agrese'],
  ])('in another language is read: %s', async (first, last) => {
    const text = `${`${first} `.repeat(11)}${last}`
    expect(await check(text)).toEqual({ ok: true, phrase: text.normalize('NFKD') })
    expect(await check(text.replace(first, last))).toEqual({ ok: false, reason: 'checksum' })
    expect(await check(text.replace(`${first} `, ''))).toEqual({ ok: false, reason: 'length', count: 11 })
  })

  it('in another language with a wrong word names it and what it may have been', async () => {
    const typed = `${'ábaco '.repeat(11)}abiertto`
    expect(await check(typed)).toEqual({ ok: false, reason: 'word', position: 12, suggestion: 'abierto' })
    expect(await check(typed.replace('abiertto', 'abaco'))).toMatchObject({ position: 12, suggestion: 'ábaco' })
    // Every sign differs from every other by one.
    expect(await check(`${'的 '.repeat(11)}龘`)).toMatchObject({ position: 12, suggestion: null })
  })

  it('of words that are in no list is told so', async () => {
    const fruit = 'Apfel Birne Kirsche Pflaume Traube Zitrone Erdbeere Himbeere Johannis Stachel Brombeere Quitte'
    expect(await check(fruit)).toEqual({ ok: false, reason: 'list' })
  })

  it('of twenty words with one that is not listed is a share of SLIP-39', async () => {
    // From the test vectors of SLIP-39.
    const share =
      'duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision keyboard'
    expect(await check(share)).toEqual({ ok: false, reason: 'slip39' })
  })

  it('with a wrong word behind an invisible sign names the word', async () => {
    expect(await check(`\ufeff${phrase.replace('legal', 'legul')}`)).toMatchObject({ position: 1, suggestion: 'legal' })
  })

  it('with a word missing is counted', async () => {
    expect(await check(phrase.split(' ').slice(1).join(' '))).toEqual({ ok: false, reason: 'length', count: 11 })
    expect(await check('')).toEqual({ ok: false, reason: 'empty' })
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
