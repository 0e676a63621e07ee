import { expect, test } from 'vitest'
import { higherMedian, lowerMedian, median } from './median'

test.each([
  [[], undefined, undefined, undefined],
  [[5], 5, 5, 5],
  [[10, 9], 9.5, 9, 10],
  [[10, 9, 2], 9, 9, 9],
  [[100, 1, 3, 2], 2.5, 2, 3],
])('of %j the median is %s, the lower one %s, the higher one %s', (values, expected, lower, higher) => {
  expect(median(values)).toBe(expected)
  expect(lowerMedian(values)).toBe(lower)
  expect(higherMedian(values)).toBe(higher)
  expect(higherMedian(values.map(BigInt))).toBe(higher === undefined ? undefined : BigInt(higher))
})
