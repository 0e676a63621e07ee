import { readFileSync } from 'node:fs'
import { domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { confusableLetters as confusableTable } from '@/test/commands/confusable-letters'
import { confusableLetters } from './confusable-letters'
import { skeleton, toUnicode } from './host-skeleton'
import { plainLetters } from './plain-letters'

it('decodes Punycode as Node’s domainToUnicode does', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'abz09-äßéøñбсоуαβω東京ではนครไทย🐈'),
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(letters, letters, (first, second) => {
      const url = URL.parse(`https://${first}.${second}.example`)
      if (url === null) return
      expect(toUnicode(url.hostname)).toBe(domainToUnicode(url.hostname))
    }),
    { numRuns: 300 },
  )
})

it('leaves invalid Punycode unchanged and never throws', () => {
  expect(toUnicode('xn--99999999.example')).toBe('xn--99999999.example')
  fc.assert(
    fc.property(fc.string(), noise => {
      toUnicode(`xn--${noise}`)
      skeleton(noise)
    }),
  )
})

it.each([
  ['pаypal.example', 'paypal.example'],
  ['аррӏе.example', 'apple.example'],
  ['UNISWAP.example', 'uniswap.example'],
  ['metamásk.example', 'metamask.example'],
  ['rnetamask.example', 'metamask.example'],
  ['goog1e.example', 'google.example'],
  ['ｕniswap.example', 'uniswap.example'],
  ['vvalletconnect.example', 'walletconnect.example'],
  // Coptic, Deseret, Canadian syllabics, Ethiopic, Warang Citi, the lunate sigma.
  ['metamⲁsk.example', 'metamask.example'],
  ['ⲟpensea.example', 'opensea.example'],
  ['𐐬pensea.example', 'opensea.example'],
  ['oᑭensea.example', 'opensea.example'],
  ['ሀniswap.example', 'uniswap.example'],
  ['uni𑣁wap.example', 'uniswap.example'],
  ['ϲoinbase.example', 'coinbase.example'],
])('gives %s the skeleton of %s', (one, other) => {
  expect(skeleton(one)).toBe(skeleton(other))
})

it('knows each letter of Unicode’s table by the letter that it looks like', () => {
  expect(readFileSync('lib/reading/hosts/confusable-letters.ts', 'utf8')).toBe(confusableTable())
  expect(confusableLetters.flatMap(([, letters]) => [...letters]).length).toBeGreaterThan(500)
  // An entry that normalisation takes apart would never be found.
  for (const [, letters] of confusableLetters)
    for (const letter of letters) expect(plainLetters(letter), letter).toMatch(/^[a-z0-9]{1,3}$/)
})

it('gives different names different skeletons', () => {
  expect(skeleton('uniswap.example')).not.toBe(skeleton('sushiswap.example'))
  expect(skeleton('東京.example')).not.toBe(skeleton('大阪.example'))
})
