import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { serialize } from './serialize'

describe('what a page passes, as JSON', () => {
  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, 'toJSON')
    Reflect.deleteProperty(Array.prototype, 'toJSON')
  })

  it('is what JSON.stringify makes of it', () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true }), value => {
        expect(serialize(value)).toBe(JSON.stringify(value))
      }),
    )
  })

  it('is not altered by a toJSON that the page gave to every object', () => {
    const spoil = { value: () => 'spoilt', configurable: true }
    Object.defineProperty(Object.prototype, 'toJSON', spoil)
    Object.defineProperty(Array.prototype, 'toJSON', spoil)
    expect(serialize([{ to: '0x1' }, [1]])).toBe('[{"to":"0x1"},[1]]')
  })

  it('honours a toJSON of its own', () => {
    expect(serialize([{ toJSON: () => '0x5' }])).toBe('["0x5"]')
  })

  it('refuses a bigint, and what refers to itself', () => {
    const circle: unknown[] = []
    circle.push(circle)
    expect(() => serialize([1n])).toThrow(TypeError)
    expect(() => serialize(circle)).toThrow(RangeError)
  })
})
