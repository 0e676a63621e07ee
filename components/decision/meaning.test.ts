import { expect, it } from 'vitest'
import { sentenceOf } from './meaning'

const token = `0x${'d0'.repeat(20)}` as const
const some = { token, amount: 5n, isUnlimited: false }
const all = { token, amount: 2n ** 256n - 1n, isUnlimited: true }

it('a permit without a limit is said as an approval without a limit is', () => {
  expect(sentenceOf({ kind: 'permit', spends: [all] })).toBe('does_allow_unlimited')
  expect(sentenceOf({ kind: 'permit2-allowance', spends: [all] })).toBe('does_allow_unlimited')
  expect(sentenceOf({ kind: 'permit', spends: [some] })).toBe('means_permit')
  // One sentence cannot say two tokens.
  expect(sentenceOf({ kind: 'permit2-allowance', spends: [all, all] })).toBe('means_permit2-allowance')
})
