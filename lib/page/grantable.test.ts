import { describe, expect, it } from 'vitest'
import { patternOf } from './grantable'

describe('the pattern of an origin', () => {
  it('has no port, because Firefox refuses one', () => {
    expect(patternOf('https://shop.example')).toBe('https://shop.example/*')
    expect(patternOf('https://shop.example:8443')).toBe('https://shop.example/*')
    expect(patternOf('http://[::1]:3000')).toBe('http://[::1]/*')
  })
})
