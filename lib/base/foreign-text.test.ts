import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanForeignText } from './foreign-text'

describe('text from outside', () => {
  it('loses what would turn, hide or break the line it stands in', () => {
    expect(cleanForeignText('US\u202EDC\u0000\u200B', 20)).toBe('USDC')
    expect(cleanForeignText('one\ntwo\tthree', 20)).toBe('one two three')
    expect(cleanForeignText('\u3164\u2800  ', 20)).toBe('')
    expect(cleanForeignText(`a${'\u0301'.repeat(50)}`, 20).length).toBeLessThanOrEqual(3)
  })

  it('keeps names in any script', () => {
    for (const name of ['日本円', 'доллар', 'دينار', 'Ngô', 'USD₮'])
      expect(cleanForeignText(name, 20)).toBe(name.normalize('NFC'))
  })

  it('is cut where it gets too long, and says so', () => {
    expect(cleanForeignText('abcdefghij', 5)).toBe('abcd…')
  })

  it('is one short line without controls or overrides, whatever came', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), text => {
        const cleaned = cleanForeignText(text, 30)
        expect([...cleaned].length).toBeLessThanOrEqual(30)
        expect(cleaned).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\n]/u)
        expect(cleaned.trim()).toBe(cleaned)
      }),
      { numRuns: 300 },
    )
  })
})
