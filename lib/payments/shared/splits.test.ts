import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostLegs, splitAmount, totalBasisPoints } from './splits'

/** Random positive shares that make a whole: the distances between random cuts of it. */
const shares = fc
  .uniqueArray(fc.integer({ min: 1, max: totalBasisPoints - 1 }), { maxLength: mostLegs - 1 })
  .map(cuts => {
    const edges = [0, ...cuts.sort((left, right) => left - right), totalBasisPoints]
    return edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0))
  })

test('every leg is its share rounded down, one takes the remainder, and nothing is lost or made', () => {
  fc.assert(
    fc.property(shares, fc.bigInt({ min: 0n, max: 2n ** 200n }), fc.nat(), (basisPoints, amount, place) => {
      const remainderIndex = place % basisPoints.length
      const result = splitAmount(amount, basisPoints, remainderIndex)
      if (!result.ok) throw new Error(result.fault)
      const { legs, remainder } = result.split
      expect(legs.reduce((sum, leg) => sum + leg.amount, 0n)).toBe(amount)
      expect(remainder >= 0n && remainder < BigInt(basisPoints.length)).toBe(true)
      for (const [index, leg] of legs.entries()) {
        const floor = (amount * BigInt(leg.basisPoints)) / 10_000n
        expect(leg.amount).toBe(index === remainderIndex ? floor + remainder : floor)
      }
    }),
  )
})

test('a third each leaves one unit over, which goes where it was said', () => {
  expect(splitAmount(100n, [3_333, 3_333, 3_334], 2)).toEqual({
    ok: true,
    split: {
      legs: [
        { basisPoints: 3_333, amount: 33n },
        { basisPoints: 3_333, amount: 33n },
        { basisPoints: 3_334, amount: 34n },
      ],
      remainder: 1n,
    },
  })
})

test.each([
  ['no-legs', [], 0],
  ['too-many-legs', Array.from({ length: mostLegs + 1 }, () => 1), 0],
  ['not-basis-points', [5_000, 4_999.5, 0.5], 0],
  ['not-basis-points', [10_000, 0], 0],
  ['not-basis-points', [10_001, -1], 0],
  ['not-a-whole', [5_000, 4_999], 0],
  ['not-a-whole', [5_000, 5_001], 0],
  ['remainder-nowhere', [5_000, 5_000], 2],
  ['remainder-nowhere', [5_000, 5_000], -1],
] as const)('a split with %s is refused', (fault, basisPoints, remainderIndex) => {
  expect(splitAmount(1_000n, basisPoints, remainderIndex)).toEqual({ ok: false, fault })
})
