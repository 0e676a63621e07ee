import { describe, expect, it } from 'vitest'
import type { TokenView } from '@/lib/language/ui'
import { assetsOf } from './assets'

const token = (symbol: string, changes: Partial<TokenView> = {}): TokenView => ({
  address: `0x${symbol.charCodeAt(0).toString(16).padStart(40, '0')}`,
  symbol,
  name: symbol,
  decimals: 6,
  source: 'person',
  hidden: false,
  sealed: '0x5',
  pending: '0x3',
  ...changes,
})

describe('what can be sent', () => {
  it('is the network’s own money first, then the list, then what merely arrived', () => {
    const assets = assetsOf('ETH', { sealed: '0xa', pending: '0xc' }, [
      token('ZZZ', { source: 'found' }),
      token('BBB'),
      token('HID', { hidden: true }),
      token('AAA'),
    ])
    expect(assets.map(({ symbol }) => symbol)).toEqual(['ETH', 'AAA', 'BBB', 'ZZZ'])
    expect(assets.map(({ found }) => found)).toEqual([false, false, false, true])
    expect(assets[0]).toMatchObject({ token: null, decimals: 18, spendable: 12n })
  })

  it('is what is there pre-confirmed, or sealed where that is all one knows', () => {
    const spendable = (changes: Partial<TokenView>) => assetsOf('ETH', null, [token('AAA', changes)])[1]?.spendable
    expect(spendable({})).toBe(3n)
    expect(spendable({ pending: null })).toBe(5n)
    expect(spendable({ pending: null, sealed: null })).toBeNull()
    expect(assetsOf('ETH', null, [])[0]?.spendable).toBeNull()
  })
})
