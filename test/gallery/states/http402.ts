import type {
  Http402View,
  PaidAnswerView,
  PaymentLimitView,
  PaymentOptionView,
  PaymentView,
} from '@/lib/language/http402'
import type { ApprovalView } from '@/lib/language/ui'
import type { Risk } from '@/lib/reading/risk/risk'
import { anna, dollar, now, previewChain, previewNetwork, shop, units, unlocked } from '../samples.ts'
import type { GalleryState } from '../state.ts'

const origin = 'https://pay.coffee.example'
const article = `${origin}/articles/the-first-pour`

function option(changes: Partial<PaymentOptionView> = {}): PaymentOptionView {
  return {
    index: 0,
    scheme: 'exact',
    network: `eip155:${previewChain}`,
    way: 'eip3009',
    networkId: previewNetwork,
    token: dollar,
    symbol: 'TUSD',
    decimals: 6,
    amount: units(10_000n),
    stake: units(10_000n),
    payee: shop,
    validForSeconds: 300,
    moves: 'after',
    realm: null,
    obstacle: null,
    risks: [],
    caps: [],
    channel: null,
    ...changes,
  }
}

const upto = option({
  index: 1,
  scheme: 'upto',
  way: 'upto',
  amount: units(500_000n),
  stake: units(500_000n),
  obstacle: 'facilitator',
})
const barter = option({ index: 2, scheme: 'barter', way: null, obstacle: 'scheme' })

/** The same price by a challenge of Machine Payments. */
function challenge(changes: Partial<PaymentOptionView> = {}): PaymentOptionView {
  return option({ index: 1, scheme: 'evm charge', moves: 'promise', realm: 'Small Hours Coffee', ...changes })
}

function payment(changes: Partial<PaymentView> = {}): PaymentView {
  return {
    id: 'payment-1',
    seller: origin,
    limits: [],
    url: article,
    method: 'GET',
    carrier: 'navigation',
    version: 2,
    description: 'The first pour',
    serviceName: 'Small Hours Coffee',
    options: [option()],
    unreadable: 0,
    otherKinds: [],
    asks: 'terms',
    planned: { accepted: 0, until: now + 300_000, limit: null },
    signIn: null,
    ...changes,
  }
}

const signInMessage = `pay.coffee.example wants you to sign in with your Ethereum account:
${anna}

Open what you bought.

URI: ${article}
Version: 1
Chain ID: ${previewChain}
Nonce: 4f1c0f6d7b2a4e0f9a55c1d2e3f40516
Issued At: 2026-11-21T10:00:00.000Z
Expiration Time: 2026-11-21T10:05:00.000Z
Resources:
- ${article}`

function sheet(name: string, offer: PaymentView | null, risks: Risk[] = []): GalleryState {
  const approval: ApprovalView = {
    id: `approval-${name}`,
    digest: `0x${'12'.repeat(32)}`,
    requester: { kind: 'site', origin, topOrigin: null, tabId: 1, documentId: 'a' },
    isConnected: true,
    firstTime: false,
    networkId: previewNetwork,
    chainId: previewChain,
    account: anna,
    request: { kind: 'payment', paymentId: 'payment-1', url: article, method: 'GET' },
    preview: null,
    lacks: offer?.planned == null && offer?.signIn?.planned == null ? 'plan' : null,
    ...(offer === null ? {} : { payment: offer }),
    risks,
    createdAt: now,
    expiresAt: now + 600_000,
  }
  return {
    name: `approval-402-${name}`,
    page: 'approval',
    slices: { ...unlocked, approvals: [approval] },
    answers: { 'payment.choose': null, 'payment.choose-sign-in': null },
  }
}

const again = sheet('again', payment({ id: '3', options: [], asks: 'again', description: null, serviceName: null }))

const withLimit = { accepted: 0, until: now + 300_000, limit: { most: units(20_000n), perDay: units(30_000n) } }

const caps: PaymentOptionView['caps'] = [
  { scope: 'day', origin, most: units(100_000n), spent: units(40_000n) },
  { scope: 'month', origin: null, most: units(5_000_000n), spent: units(1_250_000n) },
]

function answer(id: string, state: PaidAnswerView['state'], changes: Partial<PaidAnswerView> = {}): PaidAnswerView {
  return {
    id,
    origin,
    url: article,
    method: 'GET',
    state,
    reason: null,
    about: 'Small Hours Coffee · The first pour',
    saidReason: null,
    networkId: previewNetwork,
    account: anna,
    token: dollar,
    payee: shop,
    symbol: 'TUSD',
    decimals: 6,
    amount: units(10_000n),
    charged: state === 'delivered' || state === 'undelivered' ? units(10_000n) : null,
    automatic: false,
    isSignIn: state === 'opened' || state === 'signing-in',
    isVoucher: false,
    attempts: 1,
    carrier: 'navigation',
    goesAgain: false,
    transaction: null,
    validBefore: now + 200_000,
    createdAt: now - 60_000,
    ...changes,
  }
}

const otherPayee = `0x${'c4'.repeat(20)}` as const
const allowed: PaymentLimitView = {
  page: 'https://reader.example',
  seller: origin,
  account: anna,
  networkId: previewNetwork,
  token: dollar,
  symbol: 'TUSD',
  decimals: 6,
  payee: shop,
  most: units(10_000n),
  perDay: units(100_000n),
  spentInDay: units(40_000n),
}

const answers: Http402View = {
  answers: [
    answer('1', 'delivered', { automatic: true }),
    answer('2', 'delivered', { amount: units(500_000n), charged: units(123_456n), url: `${origin}/articles/a-year` }),
    answer('3', 'sent', { reason: 'asked-again', attempts: 3, saidReason: 'invalid_exact_evm_payload_signature' }),
    answer('4', 'undelivered', { reason: 'server-error', attempts: 3 }),
    answer('9', 'undelivered', { goesAgain: true }),
    answer('10', 'undelivered', { isVoucher: true, attempts: 3 }),
    answer('11', 'expired', { isVoucher: true, reason: 'voucher-kept', attempts: 3 }),
    answer('5', 'unproven'),
    answer('6', 'expired'),
    answer('12', 'opened', { amount: null, payee: null }),
    answer('7', 'refused', { reason: 'rejected', amount: null, payee: null }),
  ],
  sites: [{ origin, switchedOn: true }],
  signIns: [{ page: origin, seller: origin, account: anna }],
  limits: [
    allowed,
    { ...allowed, payee: otherPayee, most: units(5_000_000n), perDay: units(50_000_000n), spentInDay: units(0n) },
  ],
  caps: [
    {
      scope: 'day',
      origin,
      most: units(100_000n),
      spent: units(40_000n),
      networkId: previewNetwork,
      token: dollar,
      symbol: 'TUSD',
      decimals: 6,
    },
  ],
}

export const http402States: GalleryState[] = [
  sheet('reading', null),
  sheet('exact', payment()),
  sheet('other-seller', payment({ seller: 'https://api.beans.example' })),
  sheet('most', payment({ options: [option({ ...upto, index: 0, obstacle: null })] })),
  sheet(
    'deposit',
    payment({
      options: [
        option({
          scheme: 'batch-settlement',
          way: 'channel',
          amount: units(1_000n),
          stake: units(1_000_000n),
          moves: 'deposit',
          channel: { balance: units(0n), charged: units(0n), withdrawDelaySeconds: 2_592_000 },
        }),
      ],
    }),
    [
      { code: 'payment-deposit-large', level: 'danger', values: { times: '1000' } },
      { code: 'channel-delay', level: 'caution', values: { days: '30' } },
    ],
  ),
  sheet('limit-used-up', payment({ limits: [{ ...allowed, page: origin, spentInDay: allowed.perDay }] })),
  sheet('limits', payment({ options: [option({ caps }), upto, barter] })),
  {
    ...sheet('other-not-built', payment({ options: [option(), option({ ...upto, index: 1, obstacle: null })] })),
    answers: { 'payment.choose': { failure: { code: 'payment-mismatch', details: {} } } },
    steps: [{ click: 'payment-choose-1' }, { see: 'alert' }],
  },
  {
    ...sheet('limit-chosen', payment({ planned: withLimit })),
    steps: [
      { fill: 'payment-limit-day', with: '0.04' },
      { fill: 'payment-limit-day', with: '0.03' },
      { click: 'payment-limit-day' },
    ],
  },
  {
    ...sheet('limit-wrong', payment({ planned: withLimit })),
    steps: [
      { fill: 'payment-limit-most', with: '0.005' },
      { fill: 'payment-limit-day', with: '' },
      { click: 'payment-limit-day' },
    ],
  },
  sheet('danger', payment(), [{ code: 'payment-payee-changed', level: 'danger', values: { known: anna } }]),
  sheet(
    'none',
    payment({
      options: [option({ obstacle: 'domain' }), option({ ...upto, caps }), barter],
      planned: null,
    }),
  ),
  sheet('unreadable', payment({ options: [], unreadable: 1, planned: null })),
  sheet('challenge', payment({ serviceName: null, options: [challenge({ index: 0 })] })),
  sheet('challenge-and-x402', payment({ options: [option(), challenge(), option({ ...upto, index: 2 })] })),
  sheet(
    'challenge-signed',
    payment({
      serviceName: null,
      options: [challenge({ index: 0, obstacle: 'challenge-signed' })],
      otherKinds: ['tempo session'],
      planned: null,
    }),
  ),
  sheet(
    'other-protocol',
    payment({
      options: [],
      asks: 'other-protocol',
      otherKinds: ['card charge', 'tempo session'],
      description: null,
      planned: null,
    }),
  ),
  sheet('hidden', payment({ options: [], asks: 'hidden', description: null, carrier: 'request', planned: null })),
  { ...again, slices: { ...again.slices, answers } },
  sheet(
    'sign-in',
    payment({ planned: null, signIn: { isFirst: true, planned: { message: signInMessage, keeps: false } } }),
  ),
  sheet('sign-in-beside', payment({ signIn: { isFirst: false, planned: null } })),
  { name: 'home-activity-paid', page: 'home', route: '/activity', slices: { ...unlocked, answers } },
  { name: 'home-answers', page: 'home', route: '/payments/answers', slices: { ...unlocked, answers } },
  {
    name: 'home-answers-site-wrong',
    page: 'home',
    route: '/payments/answers',
    slices: { ...unlocked, answers },
    steps: [{ fill: 'cap-site', with: 'nonsense' }, { fill: 'cap-most', with: '1' }, { click: 'cap-add' }],
  },
  {
    name: 'home-answers-empty',
    page: 'home',
    route: '/payments/answers',
    slices: { ...unlocked, answers: { answers: [], sites: [], limits: [], signIns: [], caps: [] } },
  },
  { name: 'popup-automatic', page: 'popup', slices: { ...unlocked, answers } },
]
