import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pickPositions } from './pick-positions'

describe('the words asked for', () => {
  it('are different places of the phrase, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 3, maxLength: 3 }), numbers => {
        const left = [...numbers]
        const picked = pickPositions(12, 3, () => left.shift() ?? 0)
        expect(new Set(picked).size).toBe(3)
        expect(picked).toEqual(picked.toSorted((a, b) => a - b))
        for (const position of picked) expect(position >= 1 && position <= 12).toBe(true)
      }),
    )
  })
})
