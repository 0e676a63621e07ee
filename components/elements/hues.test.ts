import fc from 'fast-check'
import { expect, it } from 'vitest'
import { huesOf } from './hues'

const address = fc.stringMatching(/^0x[0-9a-f]{40}$/)

it('the mark of an account is the same each time, in whatever case its address is written', () => {
  expect(huesOf('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')).toEqual({ hue: 110, beside: 231, turn: 91 })
  fc.assert(
    fc.property(address, each => {
      expect(huesOf(each.toUpperCase())).toEqual(huesOf(each))
    }),
  )
})

it('two accounts whose addresses begin or end alike have other marks', () => {
  const addresses = Array.from({ length: 200 }, (_, index) => `0x71c7${index.toString(16).padStart(32, '0')}976f`)
  const marks = new Set(addresses.map(each => JSON.stringify(huesOf(each))))
  expect(marks.size).toBe(addresses.length)
})
