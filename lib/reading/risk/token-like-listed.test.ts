import { expect, it } from 'vitest'
import { tokenLikeListed } from './token-like-listed'

const address = `0x${'ab'.repeat(20)}` as const
const listing = { entry: '', list: 'Tokens', date: '2026-05-01' }
const listed = { chainId: 8453, address, symbol: 'USDC', name: 'USD Coin', decimals: 6, listing }

it('names the listed token whose symbol another one has', () => {
  expect(tokenLikeListed(`0x${'cd'.repeat(20)}`, 'USDС', [listed])).toEqual([
    {
      level: 'caution',
      code: 'token-like-listed',
      values: { symbol: 'USDС', known: address, list: 'Tokens', date: '2026-05-01' },
    },
  ])
})

it('says nothing of the listed token itself, in any spelling, and of one that no list has anything like', () => {
  expect(tokenLikeListed(`0x${'AB'.repeat(20)}`, 'USDC', [listed])).toEqual([])
  expect(tokenLikeListed(address, 'USDC', [])).toEqual([])
})
