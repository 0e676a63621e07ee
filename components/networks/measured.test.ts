import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparisonTicks, placeInComparison, scaleFor } from './measured'

describe('the scale of a plot', () => {
  it('ends at a round number', () => {
    expect(scaleFor([187, 1_942])).toEqual({ end: 2_000, ticks: [0, 500, 1_000, 1_500, 2_000] })
  })

  it('has room for every mark and few enough ticks to read', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1 }), values => {
        const { end, ticks } = scaleFor(values)
        expect(end).toBeGreaterThanOrEqual(Math.max(...values))
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks.at(-1)).toBe(end)
      }),
    )
  })
})

describe('the scale of the comparison', () => {
  it('goes from its first tick to its last, by powers of ten', () => {
    const places = comparisonTicks.map(placeInComparison)
    expect(places[0]).toBe(0)
    expect(places.at(-1)).toBe(1)
    const [, second = 0, third = 0, fourth = 0] = places
    expect(third - second).toBeCloseTo(second)
    expect(fourth - third).toBeCloseTo(second)
  })

  it('shows every time, and never a longer one before a shorter one', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        (a, b) => {
          const [left, right] = [placeInComparison(Math.min(a, b)), placeInComparison(Math.max(a, b))]
          expect(left).toBeGreaterThanOrEqual(0)
          expect(right).toBeLessThanOrEqual(1)
          expect(left).toBeLessThanOrEqual(right)
        },
      ),
    )
  })
})
