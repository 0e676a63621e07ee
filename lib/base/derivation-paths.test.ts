import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountPath, numberingOf, numberings, readPath } from './derivation-paths'

describe('a derivation path', () => {
  it.each([
    ["m/44'/60'/0'/0/0", "m/44'/60'/0'/0/0"],
    ["44h/60H/1'/0/0", "m/44'/60'/1'/0/0"],
    [" M/0/2147483647' ", "m/0/2147483647'"],
    ['m/007', 'm/7'],
  ])('written as %s is %s', (text, path) => expect(readPath(text)).toBe(path))

  it.each(['', 'm', 'm/', 'm//0', 'm/-1', 'm/1.5', "m/0''", 'm/0x1', 'm/2147483648', 'm/a', `m${'/0'.repeat(11)}`])(
    'is not «%s»',
    text => expect(readPath(text)).toBeNull(),
  )

  it('of every numbering is read as it is written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...numberings), fc.nat(), (numbering, number) => {
        const path = accountPath(numbering, number)
        expect(readPath(path)).toBe(path)
        expect(readPath(path.replaceAll("'", 'h').slice(2))).toBe(path)
      }),
    )
  })

  it.each([
    'm/44’/60’/0’/0/0',
    'm/44‘/60‘/0‘/0/0',
    'm/44′/60′/0′/0/0',
    'm/44´/60´/0´/0/0',
    'm/44`/60`/0`/0/0',
    'm / 44ʼ / 60ʼ / 0ʼ / 0 / 0',
    "\u200bm/44'/60'/0'/0/0\u2060",
    'ｍ／４４＇／６０＇／０＇／０／０',
  ])('is read with typographic marks and blanks: %s', text => {
    expect(readPath(text)).toBe("m/44'/60'/0'/0/0")
  })

  it('tells its numbering and number; the first of Ledger Live is the first of BIP-44', () => {
    fc.assert(
      fc.property(fc.constantFrom(...numberings), fc.integer({ min: 1, max: 0x7fff_ffff }), (numbering, number) => {
        expect(numberingOf(accountPath(numbering, number))).toEqual({ numbering, number })
      }),
    )
    expect(numberingOf(accountPath('ledger-live', 0))).toEqual({ numbering: 'bip44', number: 0 })
  })

  it.each(['m/0', "m/44'/60'/0'/0/0'", "m/44'/60'/1'/0/1", "m/44'/1'/0'/0/0", 'm/44/60/0/0/0', "m/44'/60'/0'"])(
    'as %s is of no numbering',
    path => expect(numberingOf(path)).toBeNull(),
  )
})
