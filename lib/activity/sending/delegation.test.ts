import { describe, expect, it } from 'vitest'
import { readDelegate } from './delegation'

const delegate = '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'

describe('the code of an account', () => {
  it('names the contract it runs when it delegates', () => {
    expect(readDelegate(`0xef0100${delegate.slice(2)}`)).toBe(delegate)
    expect(readDelegate(`0xEF0100${delegate.slice(2).toUpperCase()}`)).toBe(delegate)
  })
  it('names nobody when it has none, or code of its own', () => {
    expect(readDelegate('0x')).toBeNull()
    expect(readDelegate('0x6080604052')).toBeNull()
    expect(readDelegate(`0xef0100${delegate.slice(2)}00`)).toBeNull()
    expect(readDelegate(`0xef0101${delegate.slice(2)}`)).toBeNull()
  })
})
