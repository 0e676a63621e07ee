import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { PaidAnswerView } from '@/lib/language/http402'
import type { TransferView } from '@/lib/language/payments'
import type { ArrivalView } from '@/lib/language/ui'
import { now, shop, transaction } from '@/test/gallery/samples'
import { byDay, entriesOf, withMoved, withPaid } from './entries'

const arrival = (at: number): ArrivalView => ({
  id: `arrival-${at}`,
  networkId: firstNetworkOf(1),
  account: `0x${'ab'.repeat(20)}`,
  token: null,
  from: null,
  amount: '0x1',
  hash: null,
  level: 'sealed',
  isWithdrawn: false,
  at,
  sealedAt: at,
  explorerUrl: null,
})

const hash = (digits: string): `0x${string}` => `0x${digits.repeat(32)}`
const transfer = (key: string, at: number): TransferView => ({
  networkId: firstNetworkOf(1),
  ...{ key, token: hash('11'), from: hash('22'), to: hash('33'), amount: '0x5', memo: null, hash: hash(key) },
  ...{ blockNumber: 1, logIndex: 0, isSealed: true, at },
})

const payer = `0x${'ab'.repeat(20)}` as const
const paidAnswer: PaidAnswerView = {
  ...{ id: 'paid', origin: 'https://news.example', url: 'https://news.example/1', method: 'GET', state: 'delivered' },
  ...{
    reason: null,
    about: null,
    saidReason: null,
    networkId: firstNetworkOf(1),
    account: payer,
    token: null,
    payee: null,
    symbol: 'TUSD',
    decimals: 6,
  },
  ...{
    amount: null,
    charged: null,
    automatic: false,
    isSignIn: false,
    isVoucher: false,
    attempts: 1,
    carrier: 'navigation',
    goesAgain: false,
  },
  ...{ transaction: null, validBefore: null, createdAt: now - 1_000 },
}

describe('answers that were paid for', () => {
  it('are those of the account and the network, unless everything is asked for', () => {
    const elsewhere = { ...paidAnswer, id: 'elsewhere', networkId: firstNetworkOf(10) }
    const another = { ...paidAnswer, id: 'another', account: shop }
    const ids = (of: Parameters<typeof withPaid>[2]) =>
      withPaid([], [paidAnswer, elsewhere, another], of).map(({ id }) => id)
    expect(ids({ networkId: firstNetworkOf(1), address: getAddress(payer) })).toEqual(['paid'])
    expect(ids(null)).toEqual(['paid', 'elsewhere', 'another'])
  })
})

describe('what others took to the chain', () => {
  it('is in the list once: not beside the transaction, the arrival or the paid answer it belongs to', () => {
    const [sent] = [{ ...transaction('sealed', 10_000), hash: hash('aa') }]
    const arrived = { ...arrival(now - 5_000), hash: hash('bb') }
    const all = [transfer('aa', now), transfer('bb', now), transfer('cc', now - 7_000)]
    const entries = withMoved(entriesOf([sent], [arrived]), all)
    expect(entries.map(({ kind }) => kind)).toEqual(['received', 'moved', 'sent'])
  })

  it('has the payment of an answer once, also where its site named no transaction', () => {
    const [first, second, other] = ['d1', 'd2', 'd3'].map(key => transfer(key, now))
    if (first === undefined || second === undefined || other === undefined) throw new Error('no transfers')
    const answer = { ...paidAnswer, payee: first.to, token: first.token, amount: first.amount, transaction: null }
    const entries = withMoved(withPaid([], [answer], null), [first, second, { ...other, amount: '0x6' }])
    // One of the two alike transfers paid for the answer.
    expect(entries.map(({ kind }) => kind).sort()).toEqual(['moved', 'moved', 'paid'])
  })
})

describe('what was sent and what came in', () => {
  it('is one list, newest first', () => {
    const rows = [transaction('sealed', 10_000), transaction('sealed', 30_000)]
    const entries = entriesOf(rows, [arrival(now - 20_000), arrival(now)])
    expect(entries.map(({ kind }) => kind)).toEqual(['received', 'sent', 'received', 'sent'])
  })

  it('is told apart by the days of the place where the person is', () => {
    const midnight = new Date(2026, 10, 25).getTime()
    const days = byDay(entriesOf([], [arrival(midnight + 1), arrival(midnight), arrival(midnight - 1)]))
    expect(days.map(({ start, entries }) => [start, entries.length])).toEqual([
      [midnight, 2],
      [new Date(2026, 10, 24).getTime(), 1],
    ])
  })
})
