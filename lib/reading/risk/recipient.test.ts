import { describe, expect, it } from 'vitest'
import { allowanceSpender, burnAddress, lookAlikeAddress } from './parties'

const known = '0xA11ce00000000000000000000000000000c0ffee'

describe('the risks of a recipient', () => {
  it('name an unknown address with the same ends as a known one', () => {
    expect(lookAlikeAddress('0xa11c99999999999999999999999999999999ffee', [known])).toMatchObject([
      { level: 'danger', code: 'recipient-look-alike', values: { known: known.toLowerCase() } },
    ])
  })

  it('are none for a known address and for one that resembles none', () => {
    expect(lookAlikeAddress('0xa11ce00000000000000000000000000000c0ffee', [known])).toEqual([])
    expect(lookAlikeAddress('0xb22c99999999999999999999999999999999ffee', [known])).toEqual([])
    expect(lookAlikeAddress('0xa11c99999999999999999999999999999999ffef', [known])).toEqual([])
    expect(lookAlikeAddress('0xa11999999999999999999999999999999999ffef', [known])).toEqual([])
    expect(lookAlikeAddress(known, [])).toEqual([])
  })

  it.each([
    ['3 at the head and 4 at the tail', `0xa1199999999999999999999999999999999affee`],
    ['6 and 2', `0xa11ce1999999999999999999999999999999aaee`, '0xA11ce1000000000000000000000000000000ffee'],
    ['8 and none', `0xa11ce12399999999999999999999999999999991`, '0xA11ce12300000000000000000000000000c0ffee'],
    [
      '4 and 4 that are zeros',
      `0x00001111111111111111111111111111111100bb`,
      '0x00002222222222222222222222222222222200bb',
    ],
  ])('name an address with %s', (_what, address, other = known) => {
    expect(lookAlikeAddress(address as `0x${string}`, [other as `0x${string}`]).map(({ code }) => code)).toEqual([
      'recipient-look-alike',
    ])
  })

  it('name the most similar of several', () => {
    const near = '0xa11ce12300000000000000000000000000000bee'
    const nearer = '0xa11ce12340000000000000000000000000000bee'
    expect(lookAlikeAddress('0xa11ce12344444444444444444444444444444bee', [near, nearer])).toMatchObject([
      { values: { known: nearer } },
    ])
  })

  it('are none for contracts of the chain itself, whose addresses differ in a digit', () => {
    const wrapped = '0x4200000000000000000000000000000000000006'
    expect(lookAlikeAddress('0x4200000000000000000000000000000000000010', [wrapped])).toEqual([])
    expect(lookAlikeAddress('0x4200000000000000000000000000000000000016', [wrapped])).toEqual([])
  })

  it('name a burn address', () => {
    expect(burnAddress('0x000000000000000000000000000000000000dEaD')).toMatchObject([{ code: 'recipient-is-burn' }])
    expect(burnAddress(known)).toEqual([])
    expect(burnAddress(null)).toEqual([])
  })
})

describe('the risks of a spender', () => {
  it.each([
    [{ isContract: false, isFirstTime: true }, ['allowance-to-account']],
    [{ isContract: true, isFirstTime: true }, ['allowance-to-new-contract']],
    [{ isContract: null, isFirstTime: true }, ['allowance-to-new-contract']],
    [{ isContract: true, isFirstTime: false }, []],
  ])('of %j', (spender, codes) => {
    expect(allowanceSpender(spender).map(({ code }) => code)).toEqual(codes)
  })
})
