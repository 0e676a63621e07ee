import { describe, expect, it } from 'vitest'
import type { ArrivalView, TransactionView } from '@/lib/messaging/ui'
import { approvalOf, dollar, now, shop, transaction, transferOf } from '@/test/gallery/samples'
import { type Entry, entriesOf } from './entries'
import { type Filters, noFilters, passes } from './filters'

const received: ArrivalView = {
  id: 'received',
  chainId: 1,
  token: dollar,
  from: shop,
  amount: '0x1',
  hash: null,
  level: 'preconfirmed',
  isWithdrawn: false,
  at: now,
  sealedAt: null,
  explorerUrl: null,
}
const rows: Record<string, TransactionView> = {
  sent: transaction('sealed', 1_000),
  open: transaction('accepted', 2_000, { origin: 'https://shop.example' }),
  failed: transaction('sealed', 3_000, { status: 'reverted', data: '0xd0e30db0' }),
  dollars: transaction('final', 4_000, { to: dollar, value: '0x0', data: transferOf(shop, 5n) }),
  allowance: transaction('final', 5_000, { to: dollar, value: '0x0', data: approvalOf(shop, 5n) }),
  old: transaction('final', 86_400_000 * 10),
}
const entries = entriesOf(Object.values(rows), [received])
const nameOf = ({ id }: Entry) => (id === 'received' ? id : Object.keys(rows).find(name => rows[name]?.id === id))
const shown = (filters: Partial<Filters>) =>
  entries.filter(entry => passes(entry, { ...noFilters, ...filters })).map(nameOf)
const day = (at: number) => {
  const date = new Date(at)
  const two = (part: number) => `${part}`.padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

describe('the activity, filtered', () => {
  it('by nothing shows everything', () => {
    expect(shown({})).toEqual(['received', 'sent', 'open', 'failed', 'dollars', 'allowance', 'old'])
  })

  it('by how far it has got', () => {
    expect(shown({ state: 'open' })).toEqual(['received', 'open'])
    expect(shown({ state: 'arrived' })).toEqual(['sent', 'dollars', 'allowance', 'old'])
    expect(shown({ state: 'troubled' })).toEqual(['failed'])
  })

  it('by what it is', () => {
    expect(shown({ kind: 'received' })).toEqual(['received'])
    expect(shown({ kind: 'sent' })).toEqual(['sent', 'open', 'dollars', 'old'])
    expect(shown({ kind: 'tokens' })).toEqual(['received', 'dollars', 'allowance'])
    expect(shown({ kind: 'other' })).toEqual(['failed', 'allowance'])
  })

  it('by who asked', () => {
    expect(shown({ origin: 'https://shop.example' })).toEqual(['open'])
    expect(shown({ origin: 'wallet' })).toEqual(['sent', 'failed', 'dollars', 'allowance', 'old'])
  })

  it('by day, both ends included', () => {
    const today = day(now)
    const longAgo = day(now - 86_400_000 * 10)
    expect(shown({ until: longAgo })).toEqual(['old'])
    expect(shown({ since: longAgo, until: longAgo })).toEqual(['old'])
    expect(shown({ since: day(now - 86_400_000 * 9) })).not.toContain('old')
    expect(shown({ until: today })).toHaveLength(7)
  })
})
