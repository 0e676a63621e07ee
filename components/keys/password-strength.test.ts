import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastPasswordLength, passwordStrength } from './password-strength'

describe('how strong a password is', () => {
  it.each([
    ['short', 'too-short'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['abcdefghijklmnop', 'weak'],
    ['passwordpassword1', 'weak'],
    ['qwertyuiopasdf', 'weak'],
    ['abcxabcxabcxabcx', 'weak'],
    ['correct horse battery staple', 'strong'],
    ['tR9$kq2!vLx0#m', 'strong'],
  ])('%s is %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })

  it('below twelve characters nothing helps', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 5 }), password => {
        fc.pre([...password].length < leastPasswordLength)
        expect(passwordStrength(password)).toBe('too-short')
      }),
    )
  })
})
