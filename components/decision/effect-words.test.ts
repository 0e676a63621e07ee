import { beforeEach, expect, it, vi } from 'vitest'
import { browser } from 'wxt/browser'
import { readMessages } from '@/components/catalogue.fixture'
import type { Asset, EffectOf } from '@/lib/base/effects'
import { amountWords } from './effect-words'

const english = readMessages('en')
const dollar = `0x${'d0'.repeat(20)}` as const
const names = {
  symbol: 'ETH',
  nameOf: (address: string) => (address === dollar ? { symbol: 'TUSD', name: 'Test Dollar', decimals: 6 } : null),
}

beforeEach(() => {
  vi.spyOn(browser.i18n, 'getMessage').mockImplementation((key: string) => english[key]?.message ?? '')
  vi.spyOn(browser.i18n, 'getUILanguage').mockReturnValue('en-US')
})

const revoked = (asset: Asset, left: EffectOf<'revokes'>['left']) =>
  amountWords({ source: 'stated', kind: 'revokes', asset, left, taker: null }, names)

it('an allowance that ends is named by its token: how much it was, nobody says', () => {
  expect(revoked({ kind: 'token', address: dollar }, 0n)).toBe('TUSD')
  expect(revoked({ kind: 'native' }, 0n)).toBe('ETH')
  expect(revoked({ kind: 'collection', address: dollar }, 0n)).toBe('every item of TUSD')
})

it('an allowance that has no limit is called unlimited', () => {
  const asset = { kind: 'token', address: dollar } as const
  const rest = { taker: null, until: null, every: null, adds: false }
  expect(amountWords({ source: 'stated', kind: 'allows', asset, amount: 'all', ...rest }, names)).toBe('unlimited TUSD')
})
