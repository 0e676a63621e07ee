import { describe, expect, test } from 'vitest'
import { compressedLength, l1Fee } from './l1-fee.ts'

// That the wei are right is shown by the balances of the network itself; here are the edges.
describe('The compressed length', () => {
  test.each([
    [0, 0],
    [1, 2],
    [12, 13],
    [32, 33],
  ])('of %i different bytes is %i', (length, expected) => {
    expect(compressedLength(Uint8Array.from({ length }, (_, index) => index * 7))).toBe(expected)
  })

  test('of what repeats is a fraction', () => {
    expect(compressedLength(new Uint8Array(10_000))).toBeLessThan(200)
  })
})

test('however short a transaction is, layer 1 takes as much as for a hundred bytes', () => {
  expect(l1Fee('0x00')).toBe(1_020_533_601n)
  expect(l1Fee('0x1234567890')).toBe(l1Fee('0x00'))
})
