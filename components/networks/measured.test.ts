import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaleFor } from './measured'

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
