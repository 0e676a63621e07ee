import fc from 'fast-check'
import { type Address, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { risk } from '@/lib/reading/risk/risk'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { coveredOption, earlierRisks, isCovered } from './automatic'
import type { ChannelUse } from './channel'
import {
  account,
  circumstances,
  dollar,
  entry,
  merchant,
  placed,
  planOf,
  previewNetwork,
  shop,
  shopPage,
  termsOf,
} from './fixtures.fixture'
import { limitKey, spentUnder } from './limits'
import { newPayment } from './new-payment'
import { rateOptions } from './options'

const other: Address = `0x${'c9'.repeat(20)}`
const subject = { page: shop, seller: shop, account, networkId: previewNetwork, token: dollar, payee: merchant }
const limit = { key: limitKey(subject), ...subject, most: 10_000n, perDay: 100_000n, createdAt: 0, spent: 0n }
const parties = { page: shop, seller: shop, account }
const fresh = { parties, earlier: [] }
const rated = (amount: string) => rateOptions(placed(termsOf(entry({ amount })).options), circumstances())

const row = { ...newPayment(shopPage, account, { kind: 'other-protocol', json: '' }), automatic: true, createdAt: 0 }

/** A cent that the merchant was paid without asking. */
const paid = (way: PaymentRecord['way'], state: PaymentRecord['state']): PaymentRecord => ({
  ...row,
  way,
  state,
  signedAt: 1,
  networkId: previewNetwork,
  token: dollar,
  payee: merchant,
  amount: 10_000n,
})

/** What 10,000 were charged to. */
const channel: ChannelUse = {
  config: {
    payer: account,
    payerAuthorizer: account,
    receiver: merchant,
    receiverAuthorizer: account,
    token: dollar,
    withdrawDelay: 900,
    salt: toHex(0n, { size: 32 }),
  },
  channelId: toHex(1n, { size: 32 }),
  balance: 0n,
  charged: 10_000n,
  isBusy: false,
  isDisputed: false,
}

describe('a limit for a site', () => {
  it('covers what is within it and nothing dearer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 20_000n }), amount => {
        expect(coveredOption([limit], rated(String(amount)), fresh) !== undefined).toBe(amount <= limit.most)
      }),
    )
  })

  it('covers no other token, no other chain, and nothing without a limit', () => {
    expect(coveredOption([{ ...limit, token: account }], rated('1'), fresh)).toBeUndefined()
    expect(coveredOption([{ ...limit, networkId: firstNetworkOf(1) }], rated('1'), fresh)).toBeUndefined()
    expect(coveredOption([], rated('1'), fresh)).toBeUndefined()
  })

  it.each(['page', 'seller', 'account', 'payee'] as const)('covers no other %s than the person approved', field => {
    const given = field === 'page' || field === 'seller' ? 'https://other.example' : other
    expect(coveredOption([{ ...limit, [field]: given }], rated('1'), fresh)).toBeUndefined()
  })

  it('covers each payee up to the amounts that were approved for it', () => {
    const larger = { ...limit, payee: other, most: 1_000_000n, perDay: 1_000_000n }
    const to = (payTo: Address) =>
      rateOptions(placed(termsOf(entry({ amount: '20000', payTo })).options), circumstances())
    expect(coveredOption([limit, larger], to(other), fresh)).toBeDefined()
    expect(coveredOption([limit, larger], to(merchant), fresh)).toBeUndefined()
  })

  it('covers what is left of its day and nothing above', () => {
    expect(coveredOption([{ ...limit, spent: 90_000n }], rated('10000'), fresh)).toBeDefined()
    expect(coveredOption([{ ...limit, spent: 90_001n }], rated('10000'), fresh)).toBeUndefined()
  })

  it('covers nothing that has to be warned of, and nothing that cannot be paid', () => {
    const [one] = rated('1')
    if (one === undefined) throw new Error('there is one')
    expect(coveredOption([limit], [{ ...one, risks: [risk('caution', 'payment-before')] }], fresh)).toBeUndefined()
    expect(coveredOption([limit], [{ ...one, risks: [risk('note', 'anything')] }], fresh)).toBeDefined()
    expect(coveredOption([limit], [{ ...one, obstacle: 'balance' }], fresh)).toBeUndefined()
  })

  it('covers nothing on a network whose signatures a chain with money takes too', () => {
    const networkRisks = () => [risk('caution', 'shared-chain')]
    const [one] = rateOptions(placed(termsOf(entry({ amount: '1' })).options), circumstances({ networkRisks }))
    expect(one?.obstacle).toBeNull()
    expect(coveredOption([limit], one === undefined ? [] : [one], fresh)).toBeUndefined()
  })

  it.each([
    ['eip3009', 'exact', {}],
    ['permit2', 'exact', { assetTransferMethod: 'permit2' }],
    ['upto', 'upto', { facilitatorAddress: other }],
  ])('covers %s to its payee up to its amounts, and not above', (way, scheme, extra) => {
    const paidSo = (amount: string) =>
      rateOptions(placed(termsOf(entry({ scheme, amount }, extra)).options), circumstances())
    expect(coveredOption([limit], paidSo('10000'), fresh)).toMatchObject({ way, stake: 10_000n })
    expect(coveredOption([limit], paidSo('10001'), fresh)).toBeUndefined()
    expect(coveredOption([{ ...limit, payee: other }], paidSo('10000'), fresh)).toBeUndefined()
  })

  it('covers a voucher of a channel that has the money, and no deposit into one', () => {
    const inChannel = (balance: bigint) =>
      rateOptions(
        placed(termsOf(entry({ scheme: 'batch-settlement' }, { receiverAuthorizer: account })).options),
        circumstances({ channelFor: () => ({ ...channel, balance }) }),
      )
    expect(coveredOption([limit], inChannel(20_000n), fresh)).toMatchObject({ way: 'channel', deposit: 0n })
    expect(coveredOption([{ ...limit, most: 100_000n }], inChannel(15_000n), fresh)).toBeUndefined()
  })

  it('counts the price of each voucher in what its day has spent', () => {
    expect(spentUnder(limit, [paid('voucher', 'delivered'), paid('eip3009', 'sent')], { now: 2 })).toBe(20_000n)
    // Its merchant may claim it all the same; what ended on the chain nobody can take.
    expect(spentUnder(limit, [paid('voucher', 'expired'), paid('eip3009', 'expired')], { now: 2 })).toBe(10_000n)
  })

  it('counts for each payee and each account what it paid alone', () => {
    const others = [
      { ...paid('eip3009', 'sent'), payee: other },
      { ...paid('eip3009', 'sent'), account: other },
      { ...paid('eip3009', 'sent'), automatic: false },
    ]
    expect(spentUnder(limit, [paid('eip3009', 'sent'), ...others], { now: 2 })).toBe(10_000n)
    expect(spentUnder({ ...limit, payee: other }, others, { now: 2 })).toBe(10_000n)
    expect(spentUnder({ ...limit, account: other }, others, { now: 2 })).toBe(10_000n)
  })

  it('covers no address that took money before and gave nothing for it', () => {
    const before = (state: PaymentRecord['state']): PaymentRecord => ({ ...row, id: 'before', state, signedAt: 1 })
    const earlier = (state: PaymentRecord['state']) => earlierRisks(row, [row, before(state)], 60_000)
    expect(coveredOption([limit], rated('1'), { parties, earlier: earlier('undelivered') })).toBeUndefined()
    expect(coveredOption([limit], rated('1'), { parties, earlier: earlier('delivered') })).toBeDefined()
  })
})

describe('what the keyring asks before it signs without a window', () => {
  const plan = planOf()

  it('is whether the limit still covers exactly this payment', () => {
    expect(isCovered(row, limit, plan, account)).toBe(true)
  })

  it.each([
    ['the limit was taken away', row, null, plan],
    ['the seller is another one', row, { ...limit, seller: 'https://other.example' }, plan],
    ['the page is another one', { ...row, pageOrigin: 'https://other.example' }, limit, plan],
    ['the limit is another account’s', row, { ...limit, account: other }, plan],
    ['it was offered to another account', { ...row, account: other }, limit, plan],
    ['the person was to be asked', { ...row, automatic: false }, limit, plan],
    ['it was signed before', { ...row, state: 'signed' as const }, limit, plan],
    ['it is dearer', row, limit, { ...plan, amount: '10001' }],
    ['the day is used up', row, { ...limit, spent: 90_001n }, plan],
    ['it is a deposit', row, limit, { ...plan, way: 'deposit' as const }],
    ['it pays somebody else', row, limit, { ...plan, payee: account }],
    ['it pays in another token', row, limit, { ...plan, token: account }],
    ['it is on another network', row, limit, { ...plan, networkId: firstNetworkOf(1) }],
  ])('and it does not when %s', (_why, payment, known, wanted) => {
    expect(isCovered(payment, known, wanted, account)).toBe(false)
  })

  it('and it does not for another account than the limit’s', () => {
    expect(isCovered({ ...row, account: other }, limit, plan, other)).toBe(false)
  })
})
