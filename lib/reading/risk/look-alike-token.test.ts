import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownMoney, type ListedToken } from '@/lib/reading/tokens/known-money'
import { lookAlikeToken, tokenSkeleton } from './look-alike-token'

const dollar = '0xD000000000000000000000000000000000000001'
const stranger = '0x00000000000000000000000000000000000000aa'
const chainId = 84538453
const known = (changes: Partial<ListedToken> = {}): ListedToken => ({
  address: dollar,
  symbol: 'USDC',
  name: 'USD Coin',
  source: 'person',
  hidden: false,
  ...changes,
})
const own = (source: ListedToken['source']) => known({ address: stranger, source })
const risksOf = (words: { symbol?: string; name?: string }, tokens: ListedToken[] = [known()], chain = chainId) =>
  lookAlikeToken({ address: stranger, symbol: 'X', name: '', ...words }, knownMoney(chain, 'ETH', tokens))
const codes = (...given: Parameters<typeof risksOf>) => risksOf(...given).map(({ level, code }) => `${level} ${code}`)
const imitates = ['danger token-look-alike']

describe('the risks of a token', () => {
  it.each([
    ['USDC', imitates],
    ['usdc', imitates],
    ['USDС', imitates], // a Cyrillic Es at the end
    ['usdс', imitates], // and a small one
    ['ՍՏDC', imitates], // Armenian
    ['ꓴꓢꓓꓚ', imitates], // Lisu
    ['UᏚDᏟ', imitates], // Cherokee
    ['ᴜsᴅᴄ', imitates], // small capitals
    ['U5DC', imitates],
    ['USDC.', imitates],
    ['ＵＳＤＣ', imitates], // full width
    ['USDC.e', []],
    ['$USDC', []],
    ['TUSD', []],
    ['€URC', []],
    ['', []],
    ['✨', []],
    ['ETH', ['danger token-like-native']],
    ['ΕTH', ['danger token-like-native']], // a Greek Epsilon at the start
    ['ЕТН', ['danger token-like-native']], // Cyrillic altogether
    ['ÉTH', ['danger token-like-native']],
    ['WETH', []],
  ])('follow from the symbol %s', (symbol, expected) => {
    expect(codes({ symbol })).toEqual(expected)
  })

  it('follow from its name too, compared with symbols and names', () => {
    expect(codes({ name: 'USD Сoin' })).toEqual(imitates)
    expect(codes({ name: 'usdc' })).toEqual(imitates)
    expect(codes({ name: 'Another Coin' })).toEqual([])
  })

  it('name the imitated token and its address', () => {
    expect(risksOf({ symbol: 'U$DC' })).toEqual([
      { level: 'danger', code: 'token-look-alike', values: { token: stranger, symbol: 'USDC', known: dollar } },
    ])
  })

  it('come from listed tokens, hidden or not, never from the token itself', () => {
    expect(codes({ symbol: 'USDC' }, [known({ source: 'found' })])).toEqual([])
    expect(codes({ symbol: 'USDC' }, [known({ hidden: true })])).toEqual(imitates)
    expect(
      lookAlikeToken(
        { ...known(), address: '0xd000000000000000000000000000000000000001' },
        knownMoney(chainId, 'ETH', [known()]),
      ),
    ).toEqual([])
  })

  it('come from the wallet’s own presets, listed or not', () => {
    expect(codes({ symbol: 'USDС' }, [], 8453)).toEqual(imitates)
    expect(codes({ symbol: 'USDС' }, [], chainId)).toEqual([])
  })

  it('are the same for a token that a site had listed, and such a token puts no other one at risk', () => {
    expect(codes({ symbol: 'USDC' }, [known(), own('site')])).toEqual(imitates)
    expect(codes({ symbol: 'USDC' }, [known({ source: 'site' }), own('person')])).toEqual([])
    expect(codes({ symbol: 'USDC' }, [known({ source: 'site' }), own('site')])).toEqual([])
  })

  it('are none for a token that the person listed', () => {
    expect(codes({ symbol: 'USDC' }, [known(), own('person')])).toEqual([])
    expect(codes({ symbol: 'ETH' }, [own('person')])).toEqual([])
  })
})

describe('the skeleton of a symbol', () => {
  it('is the same for symbols that look alike', () => {
    for (const drawn of ['USDT', 'usdt', 'U$DT', 'USD₮', 'ＵＳＤＴ', 'USDТ']) expect(tokenSkeleton(drawn)).toBe('usdt')
    expect(tokenSkeleton('lI1|')).toBe('iiii')
    expect(tokenSkeleton('АВСЕНІЈКМОРЅТХУ')).toBe('abcehijkmopstxy')
    expect(tokenSkeleton('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ')).toBe('abezhikmnoptyx')
  })

  it('is its own skeleton', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(tokenSkeleton(tokenSkeleton(text))).toBe(tokenSkeleton(text))
      }),
    )
  })
})
