import { firstNetworkOf } from '@/lib/base/network-id'
import type { ArrivalView } from '@/lib/language/ui'
import {
  anna,
  dollar,
  ether,
  history,
  nativeTransaction,
  now,
  previewNetwork,
  savings,
  shop,
  stranger,
  tokens,
  transaction,
  units,
  unlocked,
} from '../samples.ts'
import type { GalleryState } from '../state.ts'

/** A transaction behind mev-commit, and what its endpoint says of the commitments to it. */
const waiting = transaction('accepted', 900)
const committed = {
  results: [
    {
      ok: true as const,
      result: ['a1', 'b2', 'c3'].map(byte => ({
        ...{ tx_hashes: [waiting.hash.slice(2)], block_number: 23_417_009, provider_address: `0x${byte.repeat(20)}` },
      })),
    },
    { ok: true as const, result: '0x16550b0' },
  ],
}

const arrival = (id: string, changes: Partial<ArrivalView>): ArrivalView => ({
  id,
  networkId: previewNetwork,
  account: anna,
  token: null,
  from: savings,
  amount: ether('0.1'),
  hash: `0x${'5d'.repeat(32)}`,
  level: 'sealed',
  isWithdrawn: false,
  at: now - 12_000,
  sealedAt: now - 10_000,
  explorerUrl: 'http://127.0.0.1:8545/explorer/tx/0x5d',
  ...changes,
})
const live = arrival('live', {
  token: dollar,
  from: shop,
  amount: units(5_000_000n),
  level: 'preconfirmed',
  at: now - 400,
  sealedAt: null,
})
const arrivals: ArrivalView[] = [
  live,
  arrival('sealed', {}),
  arrival('rose', { from: null, hash: null, explorerUrl: null, amount: ether('0.02'), at: now - 90_000 }),
  arrival('spam', { token: stranger, from: stranger, amount: units(9_000_000n), at: now - 300_000 }),
  arrival('made', { token: dollar, from: `0x${'0'.repeat(40)}`, amount: units(1_000_000_000n), at: now - 400_000 }),
  arrival('gone', { level: 'preconfirmed', isWithdrawn: true, sealedAt: null, at: now - 500_000 }),
]
const slices = {
  ...unlocked,
  tokens: [
    ...tokens,
    {
      address: stranger,
      symbol: 'UЅDV',
      name: 'Claim at usdv-rewards.example',
      decimals: 6,
      source: 'found' as const,
      hidden: false,
      sealed: units(9_000_000n),
      pending: units(9_000_000n),
    },
  ],
  arrivals,
}
const elsewhere = {
  rows: [
    transaction('final', 50_000, { networkId: firstNetworkOf(8453), from: savings, value: ether('2') }),
    ...history,
  ],
  arrivals: [arrival('elsewhere', { account: savings, from: shop, at: now - 86_400_000 })],
}

export const activityStates: GalleryState[] = [
  { name: 'popup-arrivals', page: 'popup', slices: { ...slices, activity: history.slice(0, 1), faucet: null } },
  {
    name: 'popup-arrival-preconfirmed',
    page: 'popup',
    slices: { ...slices, activity: [] },
    steps: [{ click: 'arrival' }, { see: 'arrival-detail' }],
  },
  {
    name: 'popup-arrival-withdrawn',
    page: 'popup',
    slices: { ...slices, arrivals: arrivals.slice(-1), activity: [] },
    steps: [{ click: 'arrival' }, { see: 'arrival-detail' }],
  },
  {
    name: 'popup-arrival-rose',
    page: 'popup',
    slices: { ...slices, arrivals: arrivals.slice(2, 3), activity: [] },
    steps: [{ click: 'arrival' }, { see: 'arrival-detail' }],
  },
  { name: 'home-arrivals', page: 'home', route: '/activity', slices },
  { name: 'home-arrival-beside', page: 'home', route: `/activity/received/${arrivals[0]?.id}`, slices },
  { name: 'panel-arrivals', page: 'home', sidePanel: true, route: '/activity', slices },
  {
    name: 'home-activity-everywhere',
    page: 'home',
    route: '/activity',
    slices,
    answers: { 'activity.everywhere': elsewhere },
    steps: [{ choose: 'filter-scope', option: 'everywhere' }, { see: 'transaction-row' }],
  },
  {
    name: 'home-activity-numbers',
    page: 'home',
    route: '/activity',
    slices: {
      ...slices,
      arrivals: [],
      activity: [transaction('accepted', 60_000, { waitsForNonce: 7, canCancel: true })],
    },
    answers: { 'account.read-numbers': { next: 7 } },
    steps: [{ click: 'numbers-read' }, { see: 'numbers-next' }],
  },
  ...(['accepted', 'preconfirmed'] as const).map(
    (level): GalleryState => ({
      name: `popup-committed-${level}`,
      page: 'popup',
      slices: {
        ...slices,
        arrivals: [],
        activity: [
          transaction(level, 900, {
            hash: waiting.hash,
            ...(level === 'preconfirmed' ? { promisedBy: 'builders' as const, status: null, feePaid: null } : {}),
          }),
        ],
      },
      answers: { 'chain.read': committed },
      steps: [{ click: 'transaction-row' }, { see: 'commitments' }],
    }),
  ),
  {
    name: 'popup-safe',
    page: 'popup',
    slices: { ...slices, arrivals: [], activity: [transaction('safe', 70_000)] },
    steps: [{ click: 'transaction-row' }, { see: 'promise' }],
  },
  ...([undefined, 'proposer', 'builders'] as const).map(
    (promisedBy): GalleryState => ({
      name: `popup-promised-by-${promisedBy ?? 'sequencer'}`,
      page: 'popup',
      slices: {
        ...slices,
        arrivals: [],
        activity: [
          transaction('preconfirmed', 900, {
            ...(promisedBy === undefined ? {} : { promisedBy }),
            ...(promisedBy === 'builders' ? { status: null, feePaid: null } : {}),
          }),
        ],
      },
      steps: [{ click: 'transaction-row' }, { see: 'track' }],
    }),
  ),
  ...([3, 25] as const).map(
    (count): GalleryState => ({
      name: `popup-cancel-of-${count}`,
      page: 'popup',
      slices: {
        ...slices,
        arrivals: [],
        activity: Array.from({ length: count }, () =>
          transaction('accepted', 60_000, { canSpeedUp: true, canCancel: true }),
        ),
      },
      steps: [{ click: 'transaction-row' }, { see: 'cancel-all' }],
    }),
  ),
  {
    name: 'home-activity-look-back',
    page: 'home',
    route: '/activity',
    slices: {
      ...slices,
      arrivals: arrivals.slice(1, 3),
      activity: [
        transaction('sealed', 86_400_000, {
          history: [],
          preconfirms: false,
          isFromElsewhere: true,
          status: 'success',
        }),
      ],
    },
    answers: {
      'activity.look-back': {
        ...{ networkId: previewNetwork, address: unlocked.selection.address },
        ...{ reachedAt: now - 40 * 86_400_000, share: 0.62, found: 3, done: 'state' },
      },
    },
    steps: [{ click: 'look-back' }, { see: 'look-back-status' }],
  },
  {
    name: 'home-activity-native',
    page: 'home',
    route: '/activity',
    slices: { ...slices, arrivals: [], activity: [nativeTransaction] },
    steps: [{ click: 'transaction-row' }, { see: 'native-facts' }],
  },
  {
    name: 'home-activity-export',
    page: 'home',
    route: '/activity',
    slices,
    steps: [{ click: 'activity-export' }, { see: 'export-json' }],
  },
]
