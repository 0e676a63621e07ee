import { expect, test } from 'vitest'
import { rewardsOf } from './fee-methods.ts'

test('the reward at a percentile is the tip up to which that much of the gas was used', () => {
  const tips = [
    { tip: 30n, gas: 20n },
    { tip: 10n, gas: 50n },
    { tip: 20n, gas: 30n },
  ]
  expect(rewardsOf(tips, [0, 50, 51, 80, 81, 100])).toEqual([10n, 10n, 20n, 20n, 30n, 30n])
})

test('a block without transactions rewards nothing', () => {
  expect(rewardsOf([], [10, 90])).toEqual([0n, 0n])
})
