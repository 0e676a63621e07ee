import { describe, expect, it } from 'vitest'
import { allowanceSpender } from './allowance-spender'
import { burnAddress } from './burn-address'
import { lookAlikeAddress } from './look-alike-address'

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
    expect(lookAlikeAddress(known, [])).toEqual([])
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
