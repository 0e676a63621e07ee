import { describe, expect, it } from 'vitest'
import type { TokenView } from '@/lib/language/ui'
import { knownMoney } from '@/lib/reading/tokens/known-money'
import { likenesses } from './alike'

const dollar = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const stranger = '0x00000000000000000000000000000000000000aa'
const listed: TokenView = {
  address: dollar,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  source: 'preset',
  hidden: false,
  sealed: null,
  pending: null,
}
const kinds = (symbol: string) =>
  likenesses({ address: stranger, symbol, name: '' }, knownMoney(84538453, 'ETH', [listed])).map(({ kind }) => kind)

describe('what a token calls itself', () => {
  it.each([
    ['USDC', ['token']],
    ['usdc', ['token']],
    ['USDС', ['token', 'letters']], // a Cyrillic Es at the end
    ['U5DC', ['token']],
    ['$USDC', []],
    ['USDC.', ['token']],
    ['ＵＳＤＣ', ['token', 'letters']], // full width
    ['ETH', ['native']],
    ['ΕTH', ['native', 'letters']], // a Greek Epsilon at the start
    ['ÉTH', ['native', 'letters']],
    ['TUSD', []],
    ['', ['nameless']],
    ['  ', ['nameless']],
    ['✨', ['nameless']],
    ['€URC', ['letters']],
  ])('%s', (symbol, expected) => {
    expect(kinds(symbol)).toEqual(expected)
  })
})
