import { decodePaymentSignatureHeader } from '@x402/core/http'
import fc from 'fast-check'
import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { channelFor } from '@/lib/payments/http402/channel'
import {
  account,
  circumstances,
  entry,
  facilitator,
  factsOf,
  now,
  termsOf,
  termsText,
} from '@/lib/payments/http402/fixtures.fixture'
import { newPayment } from '@/lib/payments/http402/new-payment'
import { toPaymentView } from '@/lib/payments/http402/offers'
import { rateOptions } from '@/lib/payments/http402/options'
import { headerOf } from '@/lib/payments/http402/payload'
import { checkPlan } from '@/lib/payments/http402/plan'
import { buildPayment, type UnsignedPayment } from './builder'

const permit2 = { assetTransferMethod: 'permit2' }
const given = {
  eip3009: entry(),
  permit2: entry({}, permit2),
  upto: entry({ scheme: 'upto', amount: '500000' }, { ...permit2, facilitatorAddress: facilitator }),
  /** A token without a domain of its own. */
  plain: entry({}, { ...permit2, name: undefined, version: undefined }),
  channel: entry({ scheme: 'batch-settlement' }, { receiverAuthorizer: facilitator, withdrawDelay: 900 }),
}
const signatures = [`0x${'5c'.repeat(65)}`, `0x${'6d'.repeat(65)}`] as const

async function built(way: keyof typeof given, facts = factsOf()) {
  const terms = termsOf(given[way])
  const rated = rateOptions(
    terms.options,
    circumstances({
      chains: new Map([[84538453, facts]]),
      channelFor: option => channelFor(option, account, [], { salts: [toHex(1n, { size: 32 })], busy: new Set() }),
    }),
  )
  const [first] = rated
  if (first === undefined) throw new Error('there is one')
  const wanted: Parameters<typeof newPayment>[2] = {
    kind: 'terms',
    json: termsText(given[way]),
    read: { terms, unreadable: [] },
  }
  const place = {
    origin: 'https://shop.example',
    tabId: 1,
    carrier: 'navigation',
    method: 'GET',
    url: 'https://shop.example/article',
    bodyDigest: null,
    termsFrom: 'seller',
  } as const
  const row = { ...newPayment(place, account, wanted), createdAt: now * 1_000 }
  const view = toPaymentView(row, { terms, rated, facts: new Map([[84538453, facts]]), unreadable: 0 }, null, null)
  const [option] = view.options
  if (option === undefined) throw new Error('there is one')
  const payment = await buildPayment(view, option, account)
  return { row, rated: first, payment, seconds: Math.floor(Date.now() / 1_000) }
}

describe('what the published packages build', () => {
  it.each(['eip3009', 'permit2', 'upto', 'channel'] as const)(
    'is what the worker expects, field for field (%s)',
    async way => {
      const { rated, payment, seconds } = await built(way)
      const plan = checkPlan(rated, payment, account, seconds)
      expect(plan).toMatchObject({ accepted: 0, chainId: 84538453, amount: rated.stake.toString() })
      expect(plan.typedData).toHaveLength(way === 'eip3009' ? 1 : 2)
    },
  )

  it('is what the worker expects of a plain ERC-20 that Permit2 may take already', async () => {
    const facts = factsOf({ separator: null, permitNonce: null, allowance: 10_000n })
    const { rated, payment, seconds } = await built('plain', facts)
    expect(checkPlan(rated, payment, account, seconds)).toMatchObject({ way: 'permit2', extensions: null })
  })

  it.each(['eip3009', 'permit2', 'upto', 'channel'] as const)(
    'becomes a header that the published codec reads (%s)',
    async way => {
      const { row, rated, payment, seconds } = await built(way)
      const plan = checkPlan(rated, payment, account, seconds)
      const header = headerOf(row, plan, signatures)
      const decoded = decodePaymentSignatureHeader(header)
      expect(decoded.accepted).toEqual(given[way])
      expect(JSON.stringify(decoded)).not.toContain('eeeeeeeeeeee')
      expect(JSON.stringify(decoded)).toContain(signatures[0])
      if (way === 'permit2' || way === 'upto') expect(JSON.stringify(decoded.extensions)).toContain(signatures[1])
    },
  )

  it('is refused with any one value changed, in what is signed or in what is sent', async () => {
    const cases = await Promise.all((['eip3009', 'permit2', 'upto', 'channel'] as const).map(way => built(way)))
    const changed = fc
      .tuple(fc.constantFrom(...cases), fc.nat(), fc.constantFrom('1', `0x${'77'.repeat(20)}`, `0x${'88'.repeat(32)}`))
      .map(([one, place, value]) => ({ one, payment: alter(one.payment, place, value) }))
    fc.assert(
      fc.property(changed, ({ one, payment }) => {
        if (payment === null) return
        expect(() => checkPlan(one.rated, payment, account, one.seconds)).toThrow()
      }),
    )
  })
})

/** The same payment with one leaf of its typed data or its payload replaced; `null` where nothing would change. */
function alter(payment: UnsignedPayment, place: number, value: string): UnsignedPayment | null {
  const texts = [payment.payload, ...payment.typedData]
  const which = place % texts.length
  const given: unknown = JSON.parse(texts[which] ?? '')
  const target = which === 0 ? given : messageOf(given)
  const leaves = leavesOf(target)
  const leaf = leaves[Math.floor(place / texts.length) % leaves.length]
  // A nonce or salt is what the package drew: one value is as good as another, as long as both texts have the same.
  if (leaf === undefined || String(leaf.holder[leaf.key]).toLowerCase() === value) return null
  leaf.holder[leaf.key] = value
  const text = JSON.stringify(given)
  return which === 0
    ? { ...payment, payload: text }
    : { ...payment, typedData: payment.typedData.map((one, index) => (index === which - 1 ? text : one)) }
}

type Holder = Record<string, unknown>

function messageOf(typedData: unknown): unknown {
  return typeof typedData === 'object' && typedData !== null && 'message' in typedData ? typedData.message : typedData
}

function leavesOf(value: unknown): { holder: Holder; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  return Object.entries(holder).flatMap(([key, member]) =>
    typeof member === 'object' ? leavesOf(member) : [{ holder, key }],
  )
}
