import type { BooksView, DeskView } from '../../../lib/language/desk.ts'
import type { ChannelView, ReadingView, TransferView } from '../../../lib/language/payments.ts'
import { anna, dollar, now, previewNetwork, savings, shop, stranger, units, unlocked, watched } from '../samples.ts'
import type { Answers, GalleryState } from '../state.ts'

const hash = (digits: string): `0x${string}` => `0x${digits.repeat(32)}`
/** «repair-12». */
const memo = `0x${'7265706169722d3132'.padEnd(64, '0')}` as const
const hour = 3_600_000

const transfer = (key: string, part: Partial<TransferView>): TransferView => ({
  key,
  networkId: previewNetwork,
  token: dollar.toLowerCase() as `0x${string}`,
  from: shop.toLowerCase() as `0x${string}`,
  to: anna.toLowerCase() as `0x${string}`,
  amount: units(45_000_000n),
  memo: null,
  hash: hash('a1'),
  blockNumber: 4_980,
  logIndex: 2,
  isSealed: true,
  at: now - hour,
  ...part,
})

const desk: DeskView = {
  requests: [
    {
      id: 'repair',
      token: dollar.toLowerCase() as `0x${string}`,
      amount: units(45_000_000n),
      memo,
      label: 'Bicycle repair',
      fromBlock: 4_000,
      closedAt: null,
      paidBy: null,
      createdAt: now - 2 * hour,
    },
    {
      id: 'lessons',
      token: dollar.toLowerCase() as `0x${string}`,
      amount: units(120_000_000n),
      memo: null,
      label: 'Cello lessons, November',
      fromBlock: 4_100,
      closedAt: null,
      paidBy: null,
      createdAt: now - hour,
    },
    {
      id: 'tip',
      token: null,
      amount: null,
      memo: null,
      label: 'Street music',
      fromBlock: 4_200,
      closedAt: null,
      paidBy: null,
      createdAt: now - hour / 2,
    },
    {
      id: 'workshop',
      token: null,
      amount: units(40_000_000_000_000_000n),
      memo: null,
      label: 'Workshop, one place',
      fromBlock: 4_300,
      closedAt: null,
      paidBy: { arrival: 'arrival-workshop', isSealed: true, blockNumber: 4_985 },
      createdAt: now - hour / 3,
    },
  ],
  captures: [
    {
      id: 'order',
      kind: 'permit',
      token: dollar,
      contract: stranger,
      payer: shop,
      amount: units(80_000_000n),
      validAfterSeconds: null,
      validBeforeSeconds: Math.floor(now / 1_000) + 840,
      nonce: '3',
      typedData: JSON.stringify({
        domain: { name: 'Test Dollar', version: '1', chainId: 84538453, verifyingContract: dollar },
        primaryType: 'Permit',
        types: {
          Permit: ['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline'].map(
            field => ({ type: field.split(' ')[0], name: field.split(' ')[1] }),
          ),
        },
        message: { owner: shop, spender: stranger, value: '80000000', nonce: '3', deadline: '1790000840' },
      }),
      signature: `0x${'5c'.repeat(64)}1b`,
      orderId: hash('0d'),
      label: 'Order 1207',
      attempts: [],
      createdAt: now - 60_000,
    },
    {
      id: 'deposit',
      kind: 'receive-authorization',
      token: dollar,
      contract: dollar,
      payer: savings,
      amount: units(15_000_000n),
      validAfterSeconds: 0,
      validBeforeSeconds: Math.floor(now / 1_000) + 90_000,
      nonce: hash('12'),
      typedData: '{}',
      signature: `0x${'5c'.repeat(64)}1b`,
      orderId: null,
      label: 'Deposit for the hall',
      attempts: [{ approvalId: 'approval-1', outcome: 'done' }],
      createdAt: now - hour,
    },
  ],
  refunds: [
    {
      id: 'refund-1',
      transfer: `${hash('a1')}:2`,
      which: null,
      token: dollar.toLowerCase() as `0x${string}`,
      to: shop.toLowerCase() as `0x${string}`,
      amount: units(5_000_000n),
      outcome: 'done',
      createdAt: now - 60_000,
    },
  ],
  payouts: [
    {
      key: 'wages',
      kind: 'payout',
      contract: stranger,
      reference: hash('77'),
      label: 'Wages, November',
      token: dollar,
      legs: [
        { to: savings, amount: units(1_250_000_000n), outcome: 'done' },
        { to: watched, amount: units(980_500_000n), outcome: 'done' },
      ],
      approvalId: 'approval-2',
      outcome: 'done',
      createdAt: now - hour,
    },
    {
      key: 'tour',
      kind: 'split',
      contract: stranger,
      reference: hash('78'),
      label: 'Tour, Leipzig',
      token: dollar,
      legs: [
        { to: savings, amount: units(333_330_001n), outcome: 'done' },
        { to: watched, amount: units(666_670_000n), outcome: 'failed' },
      ],
      approvalId: 'approval-3',
      outcome: 'partly',
      createdAt: now - 2 * hour,
    },
  ],
}
const transfers = [
  transfer('other', { hash: hash('b2'), amount: units(12_340_000n), from: stranger, blockNumber: 4_999 }),
  transfer('repair', { memo }),
]
const books: BooksView = {
  paid: [{ request: 'repair', label: 'Bicycle repair', transfer: transfer('repair', { memo }) }],
  native: [
    {
      ...{ request: 'chair', label: 'A chair', amount: '0x2386f26fc10000', from: null, hash: hash('c7') },
      ...{ blockNumber: 4_700, isSealed: true, at: now - 3_600_000 },
    },
  ],
  captured: [
    { label: 'Deposit for the hall', transfer: transfer('hall', { from: savings.toLowerCase() as `0x${string}` }) },
  ],
  returned: [
    {
      ...{ origin: 'https://radio.example', channelId: hash('e9') },
      transfer: transfer('channel', { hash: hash('b4'), amount: units(9_000_000n), from: stranger }),
    },
  ],
  unmatched: [
    {
      transfer: transfer('other', { hash: hash('b2'), amount: units(12_340_000n), from: stranger, blockNumber: 4_999 }),
      reason: 'no-request',
    },
  ],
  outgoing: [],
  nativeOutgoing: [],
  count: 5,
  reading: { from: 1_200, fromAt: now - 90 * 24 * 3_600_000, to: 5_000, isRead: true, failure: null },
}
/** The endpoint searches no blocks. */
const unread: ReadingView = {
  ...{ from: 1_200, fromAt: now - 90 * 24 * 3_600_000, to: 4_200, isRead: true },
  failure: { code: 'endpoint-error', details: { message: 'eth_getLogs is limited to 0 blocks' } },
}
const slices = {
  ...unlocked,
  desk,
  books,
  transfers,
  authorizations: [],
  chainHead: { number: 5_000, chainSeconds: Math.floor(now / 1_000), readAt: now, blockMs: 2_000 },
}
const empty = {
  ...slices,
  transfers: [],
  books: {
    paid: [],
    native: [],
    captured: [],
    returned: [],
    unmatched: [],
    outgoing: [],
    nativeOutgoing: [],
    count: 0,
    reading: { from: 1_200, fromAt: now - 90 * 24 * 3_600_000, to: 5_000, isRead: true, failure: null },
  },
  desk: { requests: [], captures: [], refunds: [], payouts: [] },
}
const word = (value: bigint): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`
/** A checkout contract of the shop that takes test dollars; every other call works and answers nothing. */
const answersAbout = (merchant: string): Answers => ({
  'chain.read': ({ calls: [call] }) => {
    const asked = JSON.stringify(call?.params)
    // `token()` and `merchant()`
    if (asked.includes('0xfc0c546a')) return { results: [{ ok: true, result: word(BigInt(dollar)) }] }
    if (asked.includes('0xa5ff7651')) return { results: [{ ok: true, result: word(BigInt(merchant)) }] }
    return { results: [{ ok: true, result: word(0n) }] }
  },
})
const answers = answersAbout(shop)
const until = Math.floor(now / 1_000) + 3_600
const maximum = `ethereum:${dollar}@84538453/permit?address=${stranger}&uint256=80e6&uint256=${until}`

const lower = (address: string) => address.toLowerCase() as `0x${string}`
const channel = (digits: string, origin: string, part: Partial<ChannelView>): ChannelView => ({
  channelId: hash(digits),
  origin,
  config: {
    payer: lower(anna),
    payerAuthorizer: lower(anna),
    receiver: lower(shop),
    receiverAuthorizer: lower(stranger),
    token: lower(dollar),
    withdrawDelay: 900,
    salt: hash('5a'),
  },
  signed: units(340_000n),
  state: 'open',
  createdAt: now - 26 * hour,
  ...part,
})
const channels = [
  channel('c1', 'https://news.reader.example', {}),
  channel('c2', 'https://api.weather.example', { signed: units(1_250_000n) }),
  channel('c3', 'https://maps.hiking.example', { state: 'stopped', signed: units(90_000n) }),
  channel('c4', 'https://archive.letters.example', { signed: units(500_000n) }),
  channel('c5', 'https://poems.example', { state: 'closed' }),
  // Found on the chain after a restore from the phrase.
  channel('c6', 'https://found.example', { state: 'stopped', signed: null }),
  channel('c7', 'https://returning.example', { state: 'withdrawing', signed: null }),
]
const chainSeconds = Math.floor(now / 1_000)
/** By channel: balance, claimed, asked for, and since when. */
const channelWords: Record<string, [bigint, bigint, bigint, number]> = {
  c1: [1_000_000n, 300_000n, 0n, 0],
  c2: [5_000_000n, 1_000_000n, 4_000_000n, chainSeconds - 272],
  c3: [500_000n, 90_000n, 0n, 0],
  c4: [2_000_000n, 500_000n, 1_500_000n, chainSeconds - 1_000],
  c5: [340_000n, 340_000n, 0n, 0],
  c6: [1_000_000n, 300_000n, 0n, 0],
  c7: [1_000_000n, 300_000n, 700_000n, chainSeconds - 272],
}
const channelAnswers: Answers = {
  'chain.read': ({ calls }) => ({
    results: calls.map(({ method, params }) => {
      if (method === 'eth_getBlockByNumber')
        return { ok: true, result: { timestamp: units(BigInt(Math.floor(Date.now() / 1_000))) } }
      const asked = JSON.stringify(params)
      const found = Object.entries(channelWords).find(([digits]) => asked.includes(digits.repeat(32)))
      const [balance, claimed, amount, since] = found?.[1] ?? [0n, 0n, 0n, 0]
      const [first, second] = asked.includes('0x7a7ebd7b') ? [balance, claimed] : [amount, BigInt(since)]
      return { ok: true, result: `${word(first)}${word(second).slice(2)}` }
    }),
  }),
}

/** What a payer hands over: 5 TUSD, once. */
const handedOver = `ethereum:${dollar}@84538453/transferWithAuthorization?address=${shop}&address=${anna}&uint256=5000000&uint256=0&uint256=${until}&bytes32=${hash('c3')}&bytes=${hash('d4')}${'e5'.repeat(33)}`

/** The tab that opens for a link that a person clicked on a page. */
const followed = (text: string) => ({
  route: '/payments/link/0b5e',
  stored: { 'followed-links': [{ id: '0b5e', origin: 'https://pay.corner-shop.example', text }] },
})

export const deskStates: GalleryState[] = [
  {
    name: 'desk-channels',
    page: 'home',
    route: '/payments/channels',
    slices: { ...slices, channels },
    answers: channelAnswers,
    steps: [{ see: 'channel-finish' }],
  },
  {
    name: 'desk-channels-unread',
    page: 'home',
    route: '/payments/channels',
    slices: { ...slices, channels: channels.slice(0, 1) },
    answers: { 'chain.read': { results: [] } },
  },
  { name: 'desk-channels-empty', page: 'home', route: '/payments/channels', slices: { ...slices, channels: [] } },
  { name: 'desk-pay', page: 'home', route: '/payments/pay', slices },
  {
    name: 'desk-pay-link',
    page: 'home',
    route: '/payments/pay',
    slices,
    steps: [{ fill: 'pay-link', with: `ethereum:${dollar}@8453/transfer?address=${shop}&uint256=12.5e6` }],
  },
  {
    name: 'desk-pay-followed',
    page: 'home',
    ...followed(`ethereum:${dollar}@8453/transfer?address=${shop}&uint256=12.5e6`),
    slices,
  },
  {
    name: 'panel-pay-followed-wrong',
    page: 'home',
    sidePanel: true,
    ...followed('ethereum:shop.eth?value=1'),
    slices,
  },
  {
    name: 'desk-captures-followed',
    page: 'home',
    ...followed(handedOver),
    slices: empty,
    answers,
  },
  {
    name: 'desk-pay-maximum',
    page: 'home',
    route: '/payments/pay',
    slices,
    answers,
    steps: [{ fill: 'pay-link', with: maximum }, { see: 'maximum' }],
  },
  {
    name: 'desk-pay-link-wrong',
    page: 'home',
    route: '/payments/pay',
    slices,
    steps: [{ fill: 'pay-link', with: 'ethereum:shop.eth?value=1' }],
  },
  { name: 'desk-requests', page: 'home', route: '/payments/requests', slices, steps: [{ click: 'request-show' }] },
  {
    name: 'desk-requests-maximum',
    page: 'home',
    route: '/payments/requests',
    slices,
    answers: answersAbout(anna),
    steps: [{ click: 'ask-maximum' }, { fill: 'maximum-most', with: '80' }, { click: 'maximum-make' }],
  },
  {
    name: 'desk-requests-unread',
    page: 'home',
    route: '/payments/requests',
    slices: { ...slices, books: { ...books, reading: unread } },
  },
  {
    name: 'desk-books-unread',
    page: 'home',
    route: '/payments/books',
    slices: { ...slices, books: { ...books, reading: unread } },
  },
  { name: 'desk-requests-empty', page: 'home', route: '/payments/requests', slices: empty },
  { name: 'desk-captures', page: 'home', route: '/payments/captures', slices, answers },
  {
    name: 'desk-captures-wrong',
    page: 'home',
    route: '/payments/captures',
    slices: empty,
    steps: [{ fill: 'capture-text', with: 'not what was asked for' }, { click: 'capture-add' }],
  },
  {
    name: 'desk-several',
    page: 'home',
    route: '/payments/several',
    slices,
    steps: [
      { fill: 'several-for', with: 'Wages, December' },
      { fill: 'several-to-0', with: 'Savings' },
      { fill: 'several-amount-0', with: '120' },
      { fill: 'several-to-1', with: 'Anna' },
      { fill: 'several-amount-1', with: '98.5' },
    ],
  },
  {
    name: 'panel-several',
    page: 'home',
    sidePanel: true,
    route: '/payments/several',
    slices,
    steps: [
      { fill: 'several-to-0', with: 'Savings' },
      { fill: 'several-amount-0', with: '120' },
    ],
  },
  {
    name: 'panel-pay-maximum',
    page: 'home',
    sidePanel: true,
    route: '/payments/pay',
    slices,
    answers,
    steps: [{ fill: 'pay-link', with: maximum }, { see: 'maximum' }],
  },
  {
    name: 'desk-pay-regularly',
    page: 'home',
    route: '/payments/pay',
    slices,
    answers,
    steps: [{ click: 'pay-regularly' }, { see: 'regularly-not' }],
  },
  {
    name: 'desk-several-shares',
    page: 'home',
    route: '/payments/several',
    slices: empty,
    steps: [
      { click: 'by-shares' },
      { fill: 'several-whole', with: '10' },
      { fill: 'several-to-0', with: savings },
      { fill: 'several-amount-0', with: '33.33' },
      { fill: 'several-to-1', with: savings },
      { press: 'Enter' },
    ],
  },
  { name: 'desk-books', page: 'home', route: '/payments/books', slices, steps: [{ click: 'refund-open' }] },
  { name: 'desk-books-empty', page: 'home', route: '/payments/books', slices: empty },
  {
    name: 'desk-books-not-read',
    page: 'home',
    route: '/payments/books',
    slices: { ...empty, books: { ...empty.books, reading: { ...unread, to: null, isRead: false } } },
  },
]
