import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moved } from './order'

describe('an account moved in the list', () => {
  it('changes places with its neighbour', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  })
  it('stays at the end where there is nowhere further to go', () => {
    expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  })
  it('loses no account, and moving back restores the order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 1 }), fc.nat(), fc.constantFrom(-1, 1), (items, at, by) => {
        const from = at % items.length
        const once = moved(items, from, by)
        expect(once.toSorted()).toEqual(items.toSorted())
        const item = items[from] ?? 0
        const place = once.indexOf(item)
        if (place !== from) expect(moved(once, place, -by)).toEqual(items)
      }),
    )
  })
})
