import fc from 'fast-check'
import { parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { amount, duration, gwei, percent, shortAmount } from './format.ts'

describe('an amount', () => {
  it.each([
    [0n, 6, 2, '0.00'],
    [1_234_500000n, 6, 2, '1,234.50'],
    [-5n, 6, 2, '−0.000005'],
    [10n ** 18n, 18, 0, '1'],
    [1_000_000_000_000_000_001n, 18, 0, '1.000000000000000001'],
  ])('of %i with %i decimals reads %s', (value, decimals, minimum, text) => {
    expect(amount(value, decimals, minimum)).toBe(text)
  })

  it('is never changed by being written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), fc.integer({ min: 0, max: 18 }), (value, decimals) => {
        expect(parseUnits(amount(value, decimals, 2).replaceAll(',', ''), decimals)).toBe(value)
      }),
    )
  })

  it('cut short is never more than it is, and never nothing when it is something', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), value => {
        const short = shortAmount(value, 18).replaceAll(',', '')
        if (short === '< 0.000001') expect(value).toBeLessThan(10n ** 12n)
        else {
          const shown = parseUnits(short, 18)
          expect(shown).toBeLessThanOrEqual(value)
          expect(value - shown).toBeLessThan(10n ** 12n)
          expect(shown).toBeGreaterThan(0n)
        }
      }),
    )
  })
})

it.each([
  [843, '843 ms'],
  [2_140, '2.1 s'],
  [302_000, '5 min 2 s'],
  [11_040_000, '3 h 4 min'],
  [100_000_000, '1 d 3 h'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text)
})

it('a share of almost nothing is not nothing', () => {
  expect(percent(1n, 1_000_000n)).toBe('< 0.1 %')
  expect(percent(0n, 1_000_000n)).toBe('0.0 %')
  expect(percent(145n, 1000n)).toBe('14.5 %')
})

it('few wei are told in wei', () => {
  expect(gwei(7n)).toBe('7 wei')
  expect(gwei(5_000_000n)).toBe('0.005 gwei')
})
