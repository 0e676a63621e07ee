import { Challenge } from 'mppx'
import { keccak256, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import {
  account,
  asPageTells,
  circumstances,
  dollar,
  entry,
  factsOf,
  merchant,
  now,
  placed,
  planOf,
  previewChain,
  previewNetwork,
  shopPage,
  termsText,
} from './fixtures.fixture'
import { journalOf } from './journal.fixture'
import { challengeNonce } from './machine-payments'
import { makePlan } from './make-plan'
import { newPayment } from './new-payment'
import { rateOptions } from './options'
import { wantedBy, wantedByPage } from './read-terms'
import { refusalIn } from './settlement'
import { replayedPayment, signedFor } from './signed-challenges'
import { readTermsText } from './terms'

interface Given {
  id?: string
  method?: string
  intent?: string
  realm?: string
  expires?: string
  digest?: string
  header?: string
  description?: string
  request?: Record<string, unknown>
  methodDetails?: Record<string, unknown>
}

/** A challenge for a cent, as the publisher's server writes it. */
function challenge({ request, methodDetails, ...given }: Given = {}): string {
  return Challenge.serialize({
    id: 'a',
    realm: 'shop.example',
    method: 'evm',
    intent: 'charge',
    expires: new Date((now + 300) * 1_000).toISOString(),
    ...given,
    request: {
      amount: '10000',
      currency: dollar,
      recipient: merchant,
      methodDetails: { chainId: previewChain, credentialTypes: ['authorization'], ...methodDetails },
      ...request,
    },
  })
}

function answer(header: string, body = '', required?: string) {
  const headers = new Headers({ 'www-authenticate': header })
  if (required !== undefined) headers.set('payment-required', required)
  return wantedBy({ status: 402, headers, body })
}

function termsIn(header: string, body = '') {
  const wanted = answer(header, body)
  if (wanted.kind !== 'terms') throw new Error('there are no terms')
  return wanted
}

const rate = (header: string, changes: Parameters<typeof circumstances>[0] = {}) =>
  rateOptions(placed(termsIn(header).read.terms.options), circumstances(changes))[0]

describe('an answer with challenges', () => {
  it('is read as terms: amount, token, payee, chain, end, and the words of the server', () => {
    const { terms } = termsIn(challenge({ description: 'An article' })).read
    expect(terms).toMatchObject({ description: 'An article', otherKinds: [], version: 2 })
    expect(terms.options[0]).toMatchObject({
      index: 0,
      amount: 10_000n,
      token: dollar,
      payee: merchant,
      chainId: previewChain,
      method: 'eip3009',
      charge: { until: now + 300 },
    })
  })

  it('and terms of x402 is one offer with the ways of both', () => {
    for (const wanted of [answer(challenge(), termsText(entry())), answer(challenge(), '', btoa(termsText(entry())))]) {
      const options = wanted.kind === 'terms' ? wanted.read.terms.options : []
      expect(options.map(({ index, scheme }) => [index, scheme])).toEqual([
        [0, 'exact'],
        [1, 'evm charge'],
      ])
      const rated = rateOptions(placed(options), circumstances())
      expect(rated.map(({ obstacle }) => obstacle)).toEqual([null, null])
      // If two ways are equal, the way whose nonce is its own comes first; not where it is dearer.
      expect(rated[0]?.option.index).toBe(1)
    }
    const dear = answer(challenge({ request: { amount: '10001' } }), termsText(entry()))
    const options = dear.kind === 'terms' ? dear.read.terms.options : []
    expect(rateOptions(placed(options), circumstances())[0]?.option.index).toBe(0)
  })

  it('keeps the places of both apart, unreadable entries counted', () => {
    const wanted = termsIn(
      `${challenge({ request: { amount: '1.5' } })}, ${challenge({ id: 'b' })}`,
      termsText(entry({ amount: 'much' }), entry()),
    )
    expect(wanted.read.terms.options.map(({ index }) => index)).toEqual([1, 2])
    expect(wanted.read.unreadable.map(({ index }) => index)).toEqual([0, 3])
  })

  it('names the kinds of payment that are none of ours, beside ours and alone', () => {
    const others = [challenge({ method: 'tempo' }), challenge({ method: 'card' }), challenge({ method: 'tempo' })]
    const mixed = termsIn([...others, challenge()].join(', '))
    expect(mixed.read.terms.otherKinds).toEqual(['tempo charge', 'card charge'])
    expect(mixed.read.terms.options).toHaveLength(1)
    const alone = answer(challenge({ intent: 'session' }))
    expect(alone.kind).toBe('other-protocol')
    expect(alone.kind === 'other-protocol' && readTermsText(alone.json)?.terms.otherKinds).toEqual(['evm session'])
  })

  it('is the same whether the wallet reads it or a page hands it over', () => {
    const page = JSON.stringify([challenge(), btoa(termsText(entry())), 'Pay first'])
    expect(wantedByPage(page)).toEqual(answer(challenge(), 'Pay first', btoa(termsText(entry()))))
    expect(wantedByPage(asPageTells(termsText(entry()))).kind).toBe('terms')
    for (const text of ['', '{}', '[]', '[1,2,3]', '["Payment", null]', termsText(entry())])
      expect(wantedByPage(text).kind).toBe('nothing')
  })

  it.each([
    ['an amount with a dot', { request: { amount: '0.01' } }],
    ['an amount below nothing', { request: { amount: '-1' } }],
    ['no payee', { request: { recipient: 'shop.example' } }],
    ['no token', { request: { currency: 'usd' } }],
    ['no chain', { methodDetails: { chainId: '1' } }],
    ['a chain that is none', { methodDetails: { chainId: 0 } }],
    ['an end that is no time', { expires: 'tomorrow' }],
    ['an end without a zone', { expires: '2026-12-01T00:00:00' }],
    ['a day that there is not', { expires: '2026-13-45T00:00:00Z' }],
    ['a field of its choice', { header: 'Cookie' }],
    ['another digest', { digest: 'sha-512=AAAA' }],
  ] satisfies [string, Given][])('cannot be read with %s', (_, given) => {
    const { read } = termsIn(challenge(given))
    expect([read.terms.options.length, read.unreadable.length]).toEqual([0, 1])
  })

  it('that breaks the grammar is read as one entry that says nothing', () => {
    const { read } = termsIn(`${challenge()}, id="b"`)
    expect([read.terms.options.length, read.unreadable.length]).toEqual([0, 1])
  })
})

describe('a challenge', () => {
  it.each([
    ['scheme', { methodDetails: { credentialTypes: ['permit2', 'transaction', 'hash'] } }, {}],
    ['scheme', { methodDetails: { credentialTypes: undefined } }, {}],
    ['scheme', { methodDetails: { splits: [{ amount: '1', recipient: merchant }] } }, {}],
    ['network', { methodDetails: { chainId: 1 } }, {}],
    ['amount', { request: { amount: '0' } }, {}],
    ['payee', { request: { recipient: dollar } }, {}],
    ['payee', { request: { recipient: account } }, {}],
    ['validity-short', { expires: new Date((now + 9) * 1_000).toISOString() }, {}],
    ['validity-short', { expires: '2001-01-01T00:00:00Z' }, {}],
    ['validity-long', { expires: '2101-01-01T00:00:00Z' }, {}],
    ['balance', { request: { amount: '1000000001' } }, {}],
    ['domain-unknown', {}, { chains: new Map([[previewNetwork, factsOf({ name: null })]]) }],
    ['domain-unknown', {}, { chains: new Map([[previewNetwork, factsOf({ name: 'Best Dollar' })]]) }],
    ['domain-unknown', {}, { chains: new Map([[previewNetwork, factsOf({ version: '3' })]]) }],
    ['domain-unknown', {}, { chains: new Map([[previewNetwork, factsOf({ separator: null })]]) }],
    ['challenge-body', { digest: `sha-256=${'A'.repeat(43)}=` }, {}],
    ['challenge-body', { digest: `sha-256=${'A'.repeat(43)}=` }, { bodyDigest: toHex(1n, { size: 32 }) }],
    ['challenge-signed', {}, { signedBefore: () => 'same' as const }],
    ['challenge-changed', {}, { signedBefore: () => 'changed' as const }],
  ] satisfies [string, Given, Parameters<typeof circumstances>[0]][])(
    'is refused for its %s',
    (obstacle, given, changes) => {
      expect(rate(challenge(given), changes)?.obstacle).toBe(obstacle)
    },
  )

  it('can be paid when everything is right, in the token’s own name', () => {
    expect(rate(challenge())).toMatchObject({
      obstacle: null,
      way: 'eip3009',
      stake: 10_000n,
      risks: [],
      option: { domain: { name: 'Test Dollar', version: '1' }, maxTimeoutSeconds: 300 },
    })
    const zeros = toHex(0n, { size: 32 })
    for (const digest of [`sha-256=${'A'.repeat(43)}=`, `sha-256=:${'A'.repeat(43)}=:`])
      expect(rate(challenge({ digest }), { bodyDigest: zeros })?.obstacle).toBeNull()
  })

  it('is given as much time as it has left by the later of two clocks', () => {
    const ahead = { chains: new Map([[previewNetwork, { ...factsOf(), now: now + 100 }]]) }
    expect(rate(challenge(), ahead)?.option.maxTimeoutSeconds).toBe(200)
  })

  it('has one nonce, and with it one plan, that ends when the challenge does', () => {
    const rated = rate(challenge())
    if (rated === undefined) throw new Error('there is one')
    const plans = [now, now + 60].map(at => makePlan(rated, { account, now: at }))
    expect(plans[0]).toEqual(plans[1])
    expect(plans[0]).toMatchObject({
      nonce: keccak256(toHex('ashop.example')),
      validBefore: String(now + 300),
      payee: merchant,
      amount: '10000',
    })
    expect(() => makePlan(rated, { account, now: now + 291 })).toThrow(
      expect.objectContaining({ code: 'payment-expired' }),
    )
  })
})

describe('a challenge that was signed for before', () => {
  const paidFor = (header: string, changes: Partial<PaymentRecord> = {}): PaymentRecord => {
    const { json, read } = termsIn(header)
    const nonce = challengeNonce(read.terms.options[0]?.charge?.challenge ?? { id: '', realm: '' })
    return {
      ...newPayment(shopPage, account, { kind: 'terms', json, read }),
      id: 'earlier',
      accepted: 0,
      plan: JSON.stringify(planOf({ nonce })),
      payload: 'Payment e30',
      state: 'delivered',
      createdAt: 1,
      ...changes,
    }
  }
  const asked = (header: string) => {
    const charge = termsIn(header).read.terms.options[0]?.charge
    if (charge == null) throw new Error('there is one')
    return charge
  }

  it('is known again, whoever paid it and whatever became of it, and told from another one under its id', async () => {
    for (const state of ['signed', 'sent', 'delivered', 'undelivered', 'expired', 'unproven'] as const)
      expect(
        (await signedFor(asked(challenge()), await journalOf(paidFor(challenge(), { state })), 'now'))?.before,
      ).toBe('same')
    const others: Given[] = [
      { request: { amount: '20000' } },
      { request: { recipient: dollar } },
      { methodDetails: { chainId: 1 } },
      { expires: '2030-01-01T00:00:00Z' },
    ]
    for (const given of others)
      expect(
        (await await signedFor(asked(challenge(given)), await journalOf(paidFor(challenge())), 'now'))?.before,
      ).toBe('changed')
    // The same nonce, cut in another place.
    expect(
      (
        await signedFor(
          asked(challenge({ id: 'ashop', realm: '.example' })),
          await journalOf(paidFor(challenge())),
          'now',
        )
      )?.before,
    ).toBe('changed')
  })

  it('is new under another id, for another seller, or while nothing of it is signed', async () => {
    expect(await signedFor(asked(challenge({ id: 'b' })), await journalOf(paidFor(challenge())), 'now')).toBeNull()
    expect(
      await signedFor(asked(challenge({ realm: 'other' })), await journalOf(paidFor(challenge())), 'now'),
    ).toBeNull()
    expect(
      await signedFor(asked(challenge()), await journalOf(paidFor(challenge(), { payload: null })), 'now'),
    ).toBeNull()
    expect(await signedFor(asked(challenge()), await journalOf(paidFor(challenge())), 'earlier')).toBeNull()
  })

  it('is answered with what was signed where the same request meets it', async () => {
    const { read } = termsIn(challenge())
    const rows = await journalOf(paidFor(challenge()))
    expect((await replayedPayment(read, shopPage, rows))?.id).toBe('earlier')
    expect(await replayedPayment(read, { ...shopPage, url: `${shopPage.url}/2` }, rows)).toBeUndefined()
    expect(await replayedPayment(read, { ...shopPage, method: 'POST' }, rows)).toBeUndefined()
    expect(await replayedPayment(termsIn(challenge({ request: { amount: '2' } })).read, shopPage, rows)).toBeUndefined()
  })
})

it('the server’s reason for a refusal is the one that its offer did not have', () => {
  const problem = (detail: string) => JSON.stringify({ title: 'Payment', status: 402, detail })
  const offered = termsIn(challenge(), problem('Payment is required.')).json
  const again = termsIn(challenge({ id: 'b' }), problem('The token did not take it.')).json
  expect(refusalIn({ settlement: null, terms: again }, offered)?.errorReason).toBe('The token did not take it.')
  expect(refusalIn({ settlement: null, terms: offered }, offered)).toBeNull()
})
