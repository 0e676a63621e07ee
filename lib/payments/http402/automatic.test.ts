import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaymentRecord } from '@/lib/database/payment-records'
import { risk } from '@/lib/risk/risk'
import { coveredOption, isCovered } from './automatic'
import { earlierRisks } from './earlier'
import { account, circumstances, dollar, entry, previewChain, shop, shopPage, termsOf } from './fixtures.fixture'
import { newPayment } from './new-payment'
import { rateOptions } from './options'
import type { PaymentPlan } from './plan'

const limit = { chainId: previewChain, token: dollar, most: 10_000n }
const rated = (amount: string) => rateOptions(termsOf(entry({ amount })).options, circumstances())

const row = { ...newPayment(shopPage, account, { kind: 'other-protocol' }), automatic: true, createdAt: 0 }

describe('a limit for a site', () => {
  it('covers what is within it and nothing dearer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 20_000n }), amount => {
        expect(coveredOption(limit, rated(String(amount))) !== undefined).toBe(amount <= limit.most)
      }),
    )
  })

  it('covers no other token, no other chain, and nothing without a limit', () => {
    expect(coveredOption({ ...limit, token: account }, rated('1'))).toBeUndefined()
    expect(coveredOption({ ...limit, chainId: 1 }, rated('1'))).toBeUndefined()
    expect(coveredOption(null, rated('1'))).toBeUndefined()
  })

  it('covers nothing that has to be warned of, and nothing that cannot be paid', () => {
    const [one] = rated('1')
    if (one === undefined) throw new Error('there is one')
    expect(coveredOption(limit, [{ ...one, risks: [risk('caution', 'payment-before')] }])).toBeUndefined()
    expect(coveredOption(limit, [{ ...one, risks: [risk('note', 'anything')] }])).toBeDefined()
    expect(coveredOption(limit, [{ ...one, obstacle: 'cap' }])).toBeUndefined()
  })

  it('covers no address that took money before and gave nothing for it', () => {
    const before = (state: PaymentRecord['state']): PaymentRecord => ({ ...row, id: 'before', state, signedAt: 1 })
    const earlier = (state: PaymentRecord['state']) => earlierRisks(row, [row, before(state)], 60_000)
    expect(coveredOption(limit, rated('1'), earlier('undelivered'))).toBeUndefined()
    expect(coveredOption(limit, rated('1'), earlier('delivered'))).toBeDefined()
  })
})

describe('what the keyring asks before it signs without a window', () => {
  const site = { origin: shop, switchedOn: false, automatic: limit, payees: [], createdAt: 0 }
  const plan = { chainId: previewChain, token: dollar, amount: '10000' } as PaymentPlan

  it('is whether the limit still covers exactly this payment', () => {
    expect(isCovered(row, site, plan)).toBe(true)
  })

  it.each([
    ['the limit was taken away', row, { ...site, automatic: null }, plan],
    ['the site is another one', row, { ...site, origin: 'https://other.example' }, plan],
    ['the person was to be asked', { ...row, automatic: false }, site, plan],
    ['it was signed before', { ...row, state: 'signed' as const }, site, plan],
    ['it is dearer', row, site, { ...plan, amount: '10001' }],
    ['there is no such site', row, undefined, plan],
  ])('and it does not when %s', (_why, payment, known, wanted) => {
    expect(isCovered(payment, known, wanted)).toBe(false)
  })
})
