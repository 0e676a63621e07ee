import { describe, expect, it } from 'vitest'
import { addressGroups, shortAddress } from './address'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

describe('an address to be read', () => {
  it('comes in ten groups of four that are the whole of it', () => {
    expect(addressGroups(address)).toHaveLength(10)
    expect(`0x${addressGroups(address).join('')}`).toBe(address)
  })

  it('is shortened at both ends alike', () => {
    expect(shortAddress(address)).toBe('0x71C7…976F')
  })

  it('is shortened with its mixed case, whether it came with it or not', () => {
    const mixed = '0xAbcD656EC7ab88b098defB751B7401B5f6d8aBcD'
    expect(shortAddress(`0x${address.slice(2).toLowerCase()}`)).toBe('0x71C7…976F')
    expect(shortAddress(mixed)).toBe('0xAbcD…aBcD')
  })
})
