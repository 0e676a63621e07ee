import { describe, expect, test } from 'vitest'
import { compressedLength, l1Fee, l1Prices, l1Size, noL1Prices } from './l1-fee.ts'

// The balances in conformance/fees.test.ts show that the wei are right; these are the edges.
describe('The compressed length', () => {
  test.each([
    [0, 0],
    [1, 2],
    [12, 13],
    [32, 33],
  ])('of %i different bytes is %i', (length, expected) => {
    expect(compressedLength(Uint8Array.from({ length }, (_, index) => index * 7))).toBe(expected)
  })

  test('of repeated bytes is a fraction', () => {
    expect(compressedLength(new Uint8Array(10_000))).toBeLessThan(200)
  })
})

test('a short transaction pays as much as one of a hundred bytes', () => {
  expect(l1Fee(l1Size('0x00'), l1Prices)).toBe(1_020_533_601n)
  expect(l1Size('0x1234567890')).toBe(l1Size('0x00'))
})

test('where publishing is free, nothing is paid', () => {
  expect(l1Fee(l1Size('0x00'), noL1Prices)).toBe(0n)
})
