import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownMoney, type ListedToken } from '@/lib/tokens/known-money'
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

describe('a token', () => {
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
  ])('with the symbol %s', (symbol, expected) => {
    expect(codes({ symbol })).toEqual(expected)
  })

  it('with the name of a known one is as much of an imitation, and with the symbol for a name too', () => {
    expect(codes({ name: 'USD Сoin' })).toEqual(imitates)
    expect(codes({ name: 'usdc' })).toEqual(imitates)
    expect(codes({ name: 'Another Coin' })).toEqual([])
  })

  it('is said to imitate which one, and by which address it can be told', () => {
    expect(risksOf({ symbol: 'U$DC' })).toEqual([
      { level: 'danger', code: 'token-look-alike', values: { token: stranger, symbol: 'USDC', known: dollar } },
    ])
  })

  it('is held against what somebody vouches for, hidden or not, and never against itself', () => {
    expect(codes({ symbol: 'USDC' }, [known({ source: 'found' })])).toEqual([])
    expect(codes({ symbol: 'USDC' }, [known({ hidden: true })])).toEqual(imitates)
    expect(
      lookAlikeToken(
        { ...known(), address: '0xd000000000000000000000000000000000000001' },
        knownMoney(chainId, 'ETH', [known()]),
      ),
    ).toEqual([])
  })

  it('is held against what the wallet vouches for itself, listed or not', () => {
    expect(codes({ symbol: 'USDС' }, [], 8453)).toEqual(imitates)
    expect(codes({ symbol: 'USDС' }, [], chainId)).toEqual([])
  })

  it('that a site had listed gets no better, and puts no better one in doubt', () => {
    expect(codes({ symbol: 'USDC' }, [known(), own('site')])).toEqual(imitates)
    expect(codes({ symbol: 'USDC' }, [known({ source: 'site' }), own('person')])).toEqual([])
    expect(codes({ symbol: 'USDC' }, [known({ source: 'site' }), own('site')])).toEqual([])
  })

  it('that the person listed by hand is the person’s own business', () => {
    expect(codes({ symbol: 'USDC' }, [known(), own('person')])).toEqual([])
    expect(codes({ symbol: 'ETH' }, [own('person')])).toEqual([])
  })
})

describe('the skeleton of a symbol', () => {
  it('is that of everything that looks like it', () => {
    for (const drawn of ['USDT', 'usdt', 'U$DT', 'USD₮', 'ＵＳＤＴ', 'USDТ']) expect(tokenSkeleton(drawn)).toBe('usdt')
    expect(tokenSkeleton('lI1|')).toBe('iiii')
    expect(tokenSkeleton('АВСЕНІЈКМОРЅТХУ')).toBe('abcehijkmopstxy')
    expect(tokenSkeleton('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ')).toBe('abezhikmnoptyx')
  })

  it('of any text is its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(tokenSkeleton(tokenSkeleton(text))).toBe(tokenSkeleton(text))
      }),
    )
  })
})
