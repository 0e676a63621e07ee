import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSame } from './same'

describe('the same JSON', () => {
  it('is what reads the same after a way through JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), value => isSame(value, JSON.parse(JSON.stringify(value)))))
  })

  it('is not what has one more, one fewer or another part', () => {
    expect(isSame({ a: 1 }, { a: 1, b: 2 })).toBe(false)
    expect(isSame({ a: 1, b: 2 }, { a: 1 })).toBe(false)
    expect(isSame({ a: 1 }, { b: 1 })).toBe(false)
    expect(isSame([1, 2], [2, 1])).toBe(false)
    expect(isSame([{ id: 'x', at: null }], [{ id: 'x', at: 0 }])).toBe(false)
  })

  it('is neither a list for an object, nor nothing for an empty one', () => {
    expect(isSame([], {})).toBe(false)
    expect(isSame(null, {})).toBe(false)
    expect(isSame(undefined, null)).toBe(false)
    expect(isSame('1', 1)).toBe(false)
  })
})
