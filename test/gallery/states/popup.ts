import type { Address } from 'viem'
import { firstNetworkOf } from '@/lib/base/network-id'
import { balanceKeyOf } from '@/lib/language/ui'
import {
  accounts,
  anna,
  ether,
  history,
  now,
  previewNetwork,
  savings,
  session,
  transaction,
  units,
  unlocked,
  upTo,
  watched,
} from '../samples.ts'
import type { GalleryState } from '../state.ts'

const signedAt = now - 900
const newest = (changes: Parameters<typeof transaction>[2], level: Parameters<typeof transaction>[0]) => ({
  ...unlocked,
  activity: [transaction(level, 900, changes), ...history],
})
const before = (pending: string) => ({ ...unlocked.balance, pending: ether(pending) })

const lastBalanceOf = (networkId: typeof previewNetwork, address: Address, sealed: string, agoMs: number) => {
  const amount = ether(sealed)
  const balance = { networkId, address, sealed: amount, pending: amount, readAt: now - agoMs, receivedAt: null }
  return { [balanceKeyOf(balance)]: balance }
}
const manyAccounts = Array.from({ length: 9 }, (_, index) => ({
  address: `0x${(index + 16).toString(16).repeat(20)}` as Address,
  name: index === 0 ? 'A name of sixty-four characters, as long as a name can ever be now' : `Account ${index + 2}`,
  kind: 'phrase' as const,
  hidden: false,
  phraseId: 'phrase-1',
  path: `m/44'/60'/0'/0/${index + 2}`,
}))
/** What was read of other accounts and networks since the unlock. */
const lastBalances = {
  ...lastBalanceOf(previewNetwork, savings, '12.5', 7_200_000),
  ...lastBalanceOf(firstNetworkOf(8453), anna, '0.048213', 260_000),
}

export const popupStates: GalleryState[] = [
  { name: 'popup-nothing-known', page: 'popup', slices: {} },
  { name: 'popup-none', page: 'popup', slices: { session: { vault: 'none', lockAt: null, retryAt: null } } },
  { name: 'popup-damaged', page: 'popup', slices: { session: { vault: 'damaged', lockAt: null, retryAt: null } } },
  { name: 'popup-newer', page: 'popup', slices: { session: { vault: 'newer', lockAt: null, retryAt: null } } },
  {
    name: 'popup-database-damaged',
    page: 'popup',
    slices: { session: { vault: 'database-damaged', lockAt: null, retryAt: null } },
  },
  { name: 'popup-locked', page: 'popup', slices: { session: { vault: 'locked', lockAt: null, retryAt: null } } },
  {
    name: 'popup-wrong-password',
    page: 'popup',
    slices: { session: { vault: 'locked', lockAt: null, retryAt: null } },
    answers: { 'vault.unlock': { failure: { code: 'wrong-password', details: { retryInMs: 0 } } } },
    steps: [{ fill: 'password', with: 'not my password' }, { click: 'unlock' }, { see: 'alert' }],
  },
  {
    name: 'popup-password-delayed',
    page: 'popup',
    slices: { session: { vault: 'locked', lockAt: null, retryAt: now + 3_600_000 } },
  },
  {
    name: 'popup-new',
    page: 'popup',
    slices: {
      ...unlocked,
      balance: { ...unlocked.balance, sealed: '0x0', pending: '0x0' },
      activity: [],
      connection: { ...unlocked.connection, medianPreconfirmedMs: null, medianSealedMs: null },
    },
  },
  { name: 'popup-overview', page: 'popup', slices: unlocked },
  {
    name: 'popup-watched',
    page: 'popup',
    slices: { ...unlocked, activity: [], selection: { ...unlocked.selection, address: watched } },
  },
  { name: 'popup-snapshot', page: 'popup', slices: unlocked, onlySnapshot: true },
  {
    name: 'popup-loading',
    page: 'popup',
    slices: { session, networks: unlocked.networks, accounts: unlocked.accounts, selection: unlocked.selection },
  },
  {
    name: 'popup-submitted',
    page: 'popup',
    slices: newest({ canSpeedUp: true, canCancel: true }, 'submitted'),
  },
  { name: 'popup-accepted', page: 'popup', slices: newest({ canSpeedUp: true, canCancel: true }, 'accepted') },
  {
    name: 'popup-preconfirmed',
    page: 'popup',
    slices: { ...newest({}, 'preconfirmed'), balance: before('1.382192773411') },
  },
  { name: 'popup-sealed', page: 'popup', slices: newest({}, 'sealed') },
  { name: 'popup-final', page: 'popup', slices: newest({}, 'final') },
  {
    name: 'popup-live',
    page: 'popup',
    slices: newest({}, 'accepted'),
    news: at => {
      const row = transaction('preconfirmed', 900, {
        id: 'live',
        createdAt: at,
        history: upTo('preconfirmed', at - 190),
      })
      return [
        { kind: 'activity-row', row: { ...row, receivedAt: at } },
        {
          kind: 'slice',
          name: 'balance',
          value: { ...unlocked.balance, pending: ether('1.382192773411'), receivedAt: at + 0.5 },
        },
      ]
    },
    steps: [{ see: 'pending-balance' }],
  },
  {
    name: 'popup-will-fail',
    page: 'popup',
    slices: { ...newest({ status: 'reverted' }, 'preconfirmed'), balance: before('1.482192773411') },
  },
  { name: 'popup-failed', page: 'popup', slices: newest({ status: 'reverted' }, 'sealed') },
  {
    name: 'popup-withdrawn',
    page: 'popup',
    slices: newest(
      {
        history: [...upTo('preconfirmed', signedAt), { at: signedAt + 640, level: 'accepted', event: 'withdrawn' }],
        canSpeedUp: true,
        canCancel: true,
      },
      'accepted',
    ),
  },
  {
    name: 'popup-reorganised',
    page: 'popup',
    slices: newest(
      { history: [...upTo('sealed', signedAt), { at: signedAt + 3_100, level: 'accepted', event: 'reorganised' }] },
      'accepted',
    ),
  },
  {
    name: 'popup-replaced',
    page: 'popup',
    slices: newest(
      {
        ended: 'replaced',
        history: [...upTo('accepted', signedAt), { at: signedAt + 800, level: 'accepted', event: 'replaced' }],
      },
      'accepted',
    ),
  },
  {
    name: 'popup-taken',
    page: 'popup',
    slices: newest(
      {
        ended: 'taken',
        history: [...upTo('accepted', signedAt), { at: signedAt + 800, level: 'accepted', event: 'taken' }],
      },
      'accepted',
    ),
  },
  {
    name: 'popup-dropped',
    page: 'popup',
    slices: newest(
      {
        ended: 'dropped',
        history: [...upTo('accepted', signedAt), { at: signedAt + 60_000, level: 'accepted', event: 'dropped' }],
      },
      'accepted',
    ),
  },
  {
    name: 'popup-lost',
    page: 'popup',
    slices: newest(
      {
        ended: 'lost',
        history: [...upTo('sealed', signedAt), { at: signedAt + 60_000, level: 'submitted', event: 'lost' }],
      },
      'submitted',
    ),
  },
  {
    name: 'popup-refused',
    page: 'popup',
    slices: newest({ refusal: 'intrinsic gas too low: have 20000, want 21000' }, 'submitted'),
  },
  {
    name: 'popup-waiting',
    page: 'popup',
    slices: newest({ waitsForNonce: 39, canSpeedUp: true, canCancel: true }, 'accepted'),
  },
  {
    name: 'popup-fast-blocks',
    page: 'popup',
    slices: {
      ...newest(
        { preconfirms: false, history: upTo('sealed', signedAt).filter(entry => entry.level !== 'preconfirmed') },
        'sealed',
      ),
      connection: { ...unlocked.connection, regime: 'fast-blocks', medianPreconfirmedMs: null, medianSealedMs: 214 },
    },
  },
  {
    name: 'popup-degraded',
    page: 'popup',
    slices: { ...newest({}, 'accepted'), connection: { ...unlocked.connection, regime: 'degraded' } },
  },
  {
    name: 'popup-unreachable',
    page: 'popup',
    slices: {
      ...unlocked,
      connection: {
        ...unlocked.connection,
        reachable: false,
        failure: { code: 'endpoint-unreachable', details: { kind: 'unreachable', message: 'fetch failed' } },
      },
    },
  },
  {
    name: 'popup-main-network',
    page: 'popup',
    slices: {
      ...unlocked,
      selection: { networkId: firstNetworkOf(8453), chainId: 8453, address: anna },
      balance: {
        ...unlocked.balance,
        networkId: firstNetworkOf(8453),
        sealed: ether('12345.678901234567891234'),
        pending: ether('12345.678901234567891234'),
      },
      activity: [],
      faucet: null,
    },
  },
  {
    name: 'popup-faucet-asking',
    page: 'popup',
    slices: { ...unlocked, faucet: { ...unlocked.faucet, state: 'asking', requestedAt: now } },
  },
  {
    name: 'popup-faucet-arriving',
    page: 'popup',
    slices: {
      ...unlocked,
      balance: { ...unlocked.balance, sealed: '0x0', pending: ether('0.1') },
      activity: [],
      faucet: { ...unlocked.faucet, state: 'arriving', amount: ether('0.1'), requestedAt: now, readyAt: now + 9_400 },
    },
  },
  {
    name: 'popup-faucet-cooling',
    page: 'popup',
    slices: {
      ...unlocked,
      faucet: { ...unlocked.faucet, state: 'cooling', amount: ether('0.1'), readyAt: now + 3_600_000 },
    },
  },
  {
    name: 'popup-faucet-refused',
    page: 'popup',
    slices: {
      ...unlocked,
      faucet: {
        ...unlocked.faucet,
        state: 'cooling',
        readyAt: now + 42_000,
        refusal: 'address on cooldown, try again in 42s',
      },
    },
  },
  {
    name: 'popup-accounts',
    page: 'popup',
    slices: unlocked,
    stored: lastBalances,
    steps: [{ click: 'account-switcher' }],
  },
  {
    name: 'popup-accounts-many',
    page: 'popup',
    slices: { ...unlocked, accounts: [...accounts, ...manyAccounts] },
    steps: [{ click: 'account-switcher' }],
  },
  { name: 'popup-networks', page: 'popup', slices: unlocked, stored: lastBalances, steps: [{ click: 'network-chip' }] },
  { name: 'popup-site', page: 'popup', front: 'https://pay.coffee.example/menu', slices: unlocked },
  {
    name: 'popup-site-open',
    page: 'popup',
    front: 'https://pay.coffee.example/menu',
    slices: unlocked,
    steps: [{ click: 'site-bar' }],
  },
  { name: 'popup-more', page: 'popup', slices: unlocked, steps: [{ click: 'tab-more' }] },
  { name: 'popup-activity', page: 'popup', slices: unlocked, steps: [{ click: 'tab-activity' }] },
  { name: 'popup-receive', page: 'popup', slices: unlocked, steps: [{ click: 'receive' }, { see: 'receive-address' }] },
  { name: 'popup-send', page: 'popup', slices: unlocked, steps: [{ click: 'send' }, { see: 'send-to' }] },
  {
    name: 'popup-send-filled',
    page: 'popup',
    slices: unlocked,
    steps: [
      { click: 'send' },
      { fill: 'send-to', with: '0xbDA5747bFD65F08deb54cb465eB87D40e51B197E' },
      { fill: 'send-amount', with: '0.25' },
    ],
  },
  {
    name: 'popup-send-condition',
    page: 'popup',
    slices: unlocked,
    answers: { 'send.conditions': { isTaken: true, block: '0x1136', blockMs: 201 } },
    steps: [{ click: 'send' }, { click: 'conditions-fold' }, { click: 'condition-in-10000' }],
  },
  {
    name: 'popup-send-condition-not-taken',
    page: 'popup',
    slices: unlocked,
    answers: { 'send.conditions': { isTaken: false, block: '0x1136', blockMs: 201 } },
    steps: [{ click: 'send' }, { click: 'conditions-fold' }],
  },
  {
    name: 'popup-send-wrong',
    page: 'popup',
    slices: unlocked,
    steps: [
      { click: 'send' },
      { fill: 'send-to', with: '0xbDA5747bFD65F08deb54cb465eB87D40e51B197e' },
      { fill: 'send-amount', with: '99' },
      { press: 'Tab' },
    ],
  },
  {
    name: 'popup-send-link',
    page: 'popup',
    slices: unlocked,
    steps: [
      { click: 'send' },
      {
        fill: 'send-to',
        with: 'ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@1/transfer?address=0xbDA5747bFD65F08deb54cb465eB87D40e51B197E&uint256=9.55e6',
      },
      { press: 'Tab' },
    ],
  },
  {
    name: 'popup-detail-sealed',
    page: 'popup',
    slices: unlocked,
    steps: [{ click: 'transaction-row' }, { see: 'transaction-detail' }],
  },
  {
    name: 'popup-detail-accepted',
    page: 'popup',
    slices: newest({ canSpeedUp: true, canCancel: true, origin: 'https://pay.coffee.example' }, 'accepted'),
    steps: [{ click: 'transaction-row' }, { see: 'transaction-detail' }],
  },
  {
    name: 'popup-detail-taken',
    page: 'popup',
    slices: newest(
      {
        ended: 'taken',
        history: [...upTo('accepted', signedAt), { at: signedAt + 800, level: 'accepted', event: 'taken' }],
      },
      'accepted',
    ),
    steps: [{ click: 'transaction-row' }, { see: 'transaction-detail' }],
  },
  {
    name: 'popup-detail-replaced',
    page: 'popup',
    slices: newest(
      {
        ended: 'replaced',
        replacedBy: `0x${'5d'.repeat(32)}`,
        history: [
          ...upTo('accepted', signedAt),
          { at: signedAt + 800, level: 'accepted', event: 'taken' },
          { at: signedAt + 1_900, level: 'accepted', event: 'replaced' },
        ],
      },
      'accepted',
    ),
    steps: [{ click: 'transaction-row' }, { see: 'transaction-detail' }],
  },
  {
    name: 'popup-detail-replaced-for-good',
    page: 'popup',
    slices: newest(
      {
        ended: 'replaced',
        replacedBy: `0x${'5d'.repeat(32)}`,
        isReplacedForGood: true,
        history: [...upTo('accepted', signedAt), { at: signedAt + 1_900, level: 'accepted', event: 'replaced' }],
      },
      'accepted',
    ),
    steps: [{ click: 'transaction-row' }, { see: 'transaction-detail' }],
  },
  {
    name: 'popup-detail-gap',
    page: 'popup',
    slices: newest({ waitsForNonce: 7, canSpeedUp: true, canCancel: true }, 'accepted'),
    steps: [{ click: 'transaction-row' }, { see: 'fill-nonce' }],
  },
  {
    name: 'popup-detail-rejected',
    page: 'popup',
    slices: newest(
      {
        ended: 'dropped',
        refusal: 'insufficient funds for gas * price + value',
        history: [...upTo('submitted', signedAt), { at: signedAt + 900, level: 'submitted', event: 'dropped' }],
      },
      'submitted',
    ),
    steps: [{ click: 'transaction-row' }, { see: 'resend' }],
  },
  {
    name: 'popup-detail-condition-over',
    page: 'popup',
    slices: newest(
      {
        ...{ ended: 'dropped', isOver: true, canCancel: true },
        conditions: [{ type: 'block_number', params: { op: '<=', value: '0x1168' } }],
        history: [...upTo('submitted', signedAt), { at: signedAt + 12_000, level: 'submitted', event: 'dropped' }],
      },
      'submitted',
    ),
    steps: [{ click: 'transaction-row' }, { see: 'conditions' }],
  },
  {
    name: 'popup-detail-dropped',
    page: 'popup',
    slices: newest(
      {
        ended: 'dropped',
        history: [...upTo('accepted', signedAt), { at: signedAt + 60_000, level: 'accepted', event: 'dropped' }],
      },
      'accepted',
    ),
    steps: [{ click: 'transaction-row' }, { see: 'transaction-detail' }],
  },
  {
    name: 'popup-detail-withdrawn',
    page: 'popup',
    slices: newest(
      {
        history: [...upTo('preconfirmed', signedAt), { at: signedAt + 640, level: 'accepted', event: 'withdrawn' }],
        canSpeedUp: true,
        canCancel: true,
      },
      'accepted',
    ),
    steps: [{ click: 'transaction-row' }, { see: 'transaction-detail' }],
  },
  {
    name: 'popup-detail-failed',
    page: 'popup',
    slices: newest({ status: 'reverted', data: '0xd0e30db0', origin: 'https://swap.example' }, 'sealed'),
    steps: [{ click: 'transaction-row' }, { see: 'transaction-detail' }],
  },
  {
    name: 'popup-detail-refused',
    page: 'popup',
    slices: newest({ refusal: 'intrinsic gas too low: have 20000, want 21000' }, 'submitted'),
    steps: [{ click: 'transaction-row' }, { see: 'transaction-detail' }],
  },
  {
    name: 'popup-detail-unread',
    page: 'popup',
    slices: newest({ unread: ['status', 'gasUsed'], status: null, feePaid: null }, 'sealed'),
    steps: [{ click: 'transaction-row' }, { see: 'transaction-detail' }],
  },
  {
    name: 'popup-detail-still-delegated',
    page: 'popup',
    slices: newest(
      {
        purpose: 'clear-delegation',
        to: accounts[1]?.address ?? '0x',
        value: '0x0',
        status: 'success',
        authority: { address: accounts[1]?.address ?? '0x', isCleared: false },
      },
      'sealed',
    ),
    steps: [{ click: 'transaction-row' }, { see: 'transaction-detail' }],
  },
  {
    name: 'popup-delegated',
    page: 'popup',
    slices: newest(
      {
        ...{ purpose: 'delegate', to: `0x${'00'.repeat(20)}`, value: '0x0', status: 'success' },
        delegate: '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b',
      },
      'sealed',
    ),
    steps: [{ click: 'transaction-row' }, { see: 'transaction-detail' }],
  },
  {
    name: 'popup-tiny-balance',
    page: 'popup',
    slices: {
      ...unlocked,
      balance: { ...unlocked.balance, networkId: previewNetwork, sealed: units(7n), pending: units(3n) },
    },
  },
]
