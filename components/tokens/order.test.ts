import { expect, it } from 'vitest'
import type { TokenView } from '@/lib/language/ui'
import { shortList, vouchedFor } from './order'

const token = (symbol: string, sealed: bigint | null = 0n, pending = sealed): TokenView => {
  const quantity = (amount: bigint | null) => (amount === null ? null : (`0x${amount.toString(16)}` as const))
  const address = `0x${symbol.padStart(40, '0')}` as const
  const rest = { name: symbol, decimals: 6, source: 'person', hidden: false } as const
  return { address, symbol, ...rest, sealed: quantity(sealed), pending: quantity(pending) }
}
const shown = (tokens: readonly TokenView[], count: number) =>
  shortList(vouchedFor(tokens), count).map(({ symbol }) => symbol)

it('a short list has all tokens where they are few, by symbol', () => {
  expect(shown([token('c'), token('a', 5n), token('b', null)], 3)).toEqual(['a', 'b', 'c'])
})

it('of many it has those of which there is something, and then the first others', () => {
  const many = [token('a'), token('b', null), token('c'), token('d', 1n), token('e', 0n, 7n), token('f', null, 0n)]
  expect(shown(many, 3)).toEqual(['a', 'd', 'e'])
  expect(shown(many, 2)).toEqual(['d', 'e'])
  expect(shown(many, 1)).toEqual(['d'])
  expect(shown(many, 5)).toEqual(['a', 'b', 'c', 'd', 'e'])
})
