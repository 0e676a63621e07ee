import { describe, expect, it } from 'vitest'
import type { TokenView } from '@/lib/messaging/ui'
import { likenesses, skeleton } from './alike'

const dollar = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const stranger = '0x00000000000000000000000000000000000000aa'
const listed = (changes: Partial<TokenView> = {}): TokenView => ({
  address: dollar,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  source: 'preset',
  hidden: false,
  sealed: null,
  pending: null,
  ...changes,
})
const kinds = (symbol: string, tokens: TokenView[] = [listed()]) =>
  likenesses({ address: stranger, symbol }, { nativeSymbol: 'ETH', tokens }).map(({ kind }) => kind)

describe('what a token calls itself', () => {
  it.each([
    ['USDC', ['listed']],
    ['usdc', ['listed']],
    ['USDС', ['listed', 'letters']], // a Cyrillic Es at the end
    ['U5DC', ['listed']],
    ['$USDC', []],
    ['USDC.', ['listed']],
    ['ＵＳＤＣ', ['listed', 'letters']], // full width
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

  it('is compared with what somebody vouches for, and never with itself', () => {
    expect(kinds('USDC', [listed({ source: 'found' })])).toEqual([])
    expect(likenesses({ address: dollar, symbol: 'USDC' }, { nativeSymbol: 'ETH', tokens: [listed()] })).toEqual([])
    // One that was hidden is still the one it is.
    expect(kinds('USDC', [listed({ hidden: true })])).toEqual(['listed'])
  })

  it('has the same skeleton as everything that looks like it', () => {
    for (const drawn of ['USDT', 'usdt', 'U$DT', 'USD₮', 'ＵＳＤＴ', 'USDТ']) expect(skeleton(drawn)).toBe('USDT')
    expect(skeleton('lI1|')).toBe('IIII')
  })
})
