import { describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { PaidAnswerView } from '@/lib/language/http402'
import type { ArrivalView, TransactionView } from '@/lib/language/ui'
import { approvalOf, dollar, now, shop, transaction, transferOf } from '@/test/gallery/samples'
import { toCsv } from './csv'
import { type Entry, entriesOf, withPaid } from './entries'
import { type Filters, noFilters, passes } from './filters'
import { toJson } from './json'

const received: ArrivalView = {
  id: 'received',
  networkId: firstNetworkOf(1),
  account: shop,
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

describe('the search', () => {
  const found = (text: string, names: Record<string, string> = {}) =>
    entries
      .filter(entry => passes(entry, { ...noFilters, text }, '', address => names[address.toLowerCase()] ?? null))
      .map(nameOf)

  it.each<[string, string, string[]]>([
    ['a site', 'shop.example', ['open']],
    ['a part of a recipient inside a token transfer, in any case', shop.slice(2, 12).toUpperCase(), ['dollars']],
    ['an amount of the network’s currency', '0.25', []],
    ['nothing', '   ', entries.map(nameOf) as string[]],
    ['words of which one is nowhere', 'shop.example nowhere', []],
  ])('finds by %s', (_, text, names) => {
    const those = found(text)
    for (const name of names) expect(those).toContain(name)
    expect(those.length === 0).toBe(names.length === 0)
  })

  it('finds by the name that the person gave the other side', () => {
    expect(found('maria', { [shop.toLowerCase()]: 'Maria Holm' })).toEqual(
      expect.arrayContaining(['dollars', 'received']),
    )
    expect(found('maria')).toEqual([])
  })
})

describe('answers that were paid for', () => {
  const payer = `0x${'ab'.repeat(20)}` as const
  const answer: PaidAnswerView = {
    ...{ id: 'paid', origin: 'https://news.example', url: 'https://news.example/a', method: 'GET', state: 'delivered' },
    ...{
      reason: null,
      about: null,
      saidReason: null,
      networkId: firstNetworkOf(1),
      account: payer,
      token: dollar,
      payee: shop,
      symbol: 'USDV',
      decimals: 6,
    },
    ...{
      amount: '0x2710',
      charged: '0x1388',
      automatic: true,
      isSignIn: false,
      isVoucher: false,
      attempts: 1,
      carrier: 'navigation',
      goesAgain: false,
    },
    ...{ transaction: null, validBefore: null, createdAt: now - 1_500 },
  }
  const withAll = (changes: Partial<PaidAnswerView>) => withPaid(entries, [{ ...answer, ...changes }], null)
  const has = (changes: Partial<PaidAnswerView>, filters: Partial<Filters>) =>
    withAll(changes).some(entry => entry.id === 'paid' && passes(entry, { ...noFilters, ...filters }))

  it('stand among the others, where money left or may still leave', () => {
    expect(
      withAll({})
        .map(({ id }) => id)
        .indexOf('paid'),
    ).toBe(2)
    for (const state of ['offered', 'refused', 'cancelled', 'expired'] as const) expect(has({ state }, {})).toBe(false)
  })

  it('are found by state, kind and site', () => {
    expect([has({}, { state: 'arrived' }), has({ state: 'sent' }, { state: 'open' })]).toEqual([true, true])
    expect(has({ state: 'undelivered' }, { state: 'troubled' })).toBe(true)
    expect(has({}, { state: 'troubled' })).toBe(false)
    expect(has({}, { kind: 'tokens', origin: 'https://news.example' })).toBe(true)
    expect([has({}, { kind: 'received' }), has({}, { origin: 'wallet' })]).toEqual([false, false])
  })

  it('are exported with what was charged', () => {
    const csv = toCsv(withAll({}), shop, [])
    const paid = csv.split('\r\n').find(line => line.startsWith('paid,'))
    expect(paid).toContain(',5000')
    // The paying account stands in the row, whichever account is selected.
    expect(paid).toContain(`,${payer},`)
    expect(paid).not.toContain(`${shop},${shop}`)
    expect(JSON.parse(toJson(withAll({}), shop, []))).toContainEqual(
      expect.objectContaining({ direction: 'paid', from: payer, charged: '0x1388', origin: 'https://news.example' }),
    )
  })
})

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
