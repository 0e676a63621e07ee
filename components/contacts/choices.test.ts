import { expect, it } from 'vitest'
import { withChecksum } from '@/components/format/address'
import {
  accounts,
  anna,
  dollar,
  savings,
  shop,
  stranger,
  transaction,
  transferOf,
  watched,
} from '@/test/gallery/samples'
import { choicesOf, matching } from './choices'

it('offers contacts, own accounts and recent recipients, each once and never the account itself', () => {
  const groups = choicesOf({
    contacts: [{ address: shop, name: 'Coffee shop', createdAt: 0 }],
    accounts,
    activity: [
      transaction('sealed', 1_000, { to: shop }),
      transaction('sealed', 2_000, { to: dollar, value: '0x0', data: transferOf(stranger, 5n) }),
      transaction('sealed', 3_000, { to: stranger }),
      transaction('sealed', 4_000, { to: anna }),
      transaction('sealed', 5_000, { to: dollar, value: '0x0', data: '0xd0e30db0' }),
    ],
    own: anna,
  })
  expect(groups.map(({ choices }) => choices.map(({ address }) => withChecksum(address)))).toEqual([
    [shop],
    [savings, watched],
    [stranger],
  ])
})

it('finds them by the beginning of a word of their name, or of their address', () => {
  const groups = choicesOf({
    contacts: [
      { address: shop, name: 'Small Hours Coffee', createdAt: 0 },
      { address: stranger, name: 'Shop', createdAt: 0 },
    ],
    accounts: [],
    activity: [],
    own: null,
  })
  const found = (text: string) => matching(groups, text).map(({ name }) => name)
  expect(found('')).toEqual(['Small Hours Coffee', 'Shop'])
  expect(found(' HOURS ')).toEqual(['Small Hours Coffee'])
  expect(found('small hours c')).toEqual(['Small Hours Coffee'])
  expect(found('ours')).toEqual([])
  expect(found(shop.slice(0, 8))).toEqual(['Small Hours Coffee'])
})
