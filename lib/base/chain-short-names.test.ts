import { expect, it } from 'vitest'
import { chainOfShortName } from './chain-short-names'

it.each([
  ['eth', 1],
  ['base', 8453],
  ['pol', 137],
  // The public list has `blast` for another chain than the one of blast.io.
  ['blast', undefined],
  ['blastmainnet', 81457],
  ['nobody', undefined],
])('the short name %s is that of chain %s', (name, chainId) => {
  expect(chainOfShortName(name)).toBe(chainId)
})
