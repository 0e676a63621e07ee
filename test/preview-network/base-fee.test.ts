import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimumBaseFee, nextBaseFee } from './base-fee.ts'

const gasLimit = 360_000_000n
const target = gasLimit / 6n

test('the base fee rises above the target, falls below it, and stays at it', () => {
  const baseFee = 1_000_000_000n
  expect(nextBaseFee({ baseFee, gasUsed: target, gasLimit })).toBe(baseFee)
  // A full block uses six times its target: five targets too much, a 125th of each.
  expect(nextBaseFee({ baseFee, gasUsed: gasLimit, gasLimit })).toBe(1_040_000_000n)
  expect(nextBaseFee({ baseFee, gasUsed: 0n, gasLimit })).toBe(992_000_000n)
})

test('it is never below the floor, and moves by at most a 25th', () => {
  fc.assert(
    fc.property(fc.bigInt(minimumBaseFee, 10n ** 14n), fc.bigInt(0n, gasLimit), (baseFee, gasUsed) => {
      const next = nextBaseFee({ baseFee, gasUsed, gasLimit })
      expect(next).toBeGreaterThanOrEqual(minimumBaseFee)
      expect(next * 25n).toBeLessThanOrEqual(baseFee * 26n + 25n)
      expect(next * 125n).toBeGreaterThanOrEqual(baseFee * 124n)
    }),
  )
})
