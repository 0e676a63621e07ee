import type { Address, Hash, Hex } from 'viem'
import type { Level } from '@/lib/base/level'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { PaymentSlices } from '@/lib/language/slices'
import type { AccountView, NetworkView, Slices, TokenView, TransactionView } from '@/lib/language/ui'

/** What the screens are shown with. Times are relative to `now`, so that «3 min ago» stays true. */
export const now = Date.now()

export const anna: Address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const savings: Address = '0x2546BcD3c84621e976D8185a91A922aE77ECEc30'
export const watched: Address = '0xdD2FD4581271e230360230F9337D5c0430Bf44C0'
export const shop: Address = '0xbDA5747bFD65F08deb54cb465eB87D40e51B197E'
export const stranger: Address = '0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199'
export const dollar: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const previewChain = 84538453
export const previewNetwork = firstNetworkOf(previewChain)

export const ether = (amount: string): Hex => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `0x${BigInt(`${whole}${fraction.padEnd(18, '0')}`).toString(16)}`
}
export const units = (amount: bigint): Hex => `0x${amount.toString(16)}`
export const gwei = (amount: string): Hex => units(BigInt(Math.round(Number(amount) * 1e9)))

export const networks: NetworkView[] = [
  {
    id: firstNetworkOf(previewChain),
    chainId: previewChain,
    name: 'Preview',
    symbol: 'ETH',
    testing: true,
    endpoints: [{ http: 'http://127.0.0.1:8545', socket: 'ws://127.0.0.1:8545/ws' }],
    explorerUrl: 'http://127.0.0.1:8545/explorer',
    faucetUrl: 'http://127.0.0.1:8545/api/preview/faucet',
    source: 'preset',
    edited: [],
  },
  {
    id: firstNetworkOf(8453),
    chainId: 8453,
    name: 'Base',
    symbol: 'ETH',
    testing: false,
    endpoints: [
      { http: 'https://mainnet.base.example', socket: null },
      { http: 'https://base.node.example/rpc', socket: 'wss://base.node.example/ws' },
    ],
    explorerUrl: 'https://explorer.base.example',
    faucetUrl: null,
    source: 'preset',
    edited: [],
  },
  {
    id: firstNetworkOf(84532),
    chainId: 84532,
    name: 'Base Sepolia',
    symbol: 'ETH',
    testing: true,
    endpoints: [{ http: 'https://sepolia.base.example', socket: null }],
    explorerUrl: null,
    faucetUrl: null,
    source: 'preset',
    edited: [],
  },
  {
    id: firstNetworkOf(31337),
    chainId: 31337,
    name: 'My own node',
    symbol: 'ETH',
    testing: true,
    endpoints: [{ http: 'http://127.0.0.1:8546', socket: null }],
    explorerUrl: null,
    faucetUrl: null,
    source: 'person',
    edited: [],
  },
]

export const accounts: AccountView[] = [
  { address: anna, name: 'Account 1', kind: 'phrase', hidden: false, phraseId: 'phrase-1', path: "m/44'/60'/0'/0/0" },
  { address: savings, name: 'Savings', kind: 'phrase', hidden: false, phraseId: 'phrase-1', path: "m/44'/60'/0'/0/1" },
  { address: stranger, name: 'Old key', kind: 'key', hidden: true, phraseId: null, path: null },
  { address: watched, name: 'Treasury', kind: 'watch', hidden: false, phraseId: null, path: null },
]

export const tokens: TokenView[] = [
  {
    address: dollar,
    symbol: 'USDV',
    name: 'Test Dollar',
    decimals: 6,
    source: 'person',
    hidden: false,
    sealed: units(250_000_000n),
    pending: units(250_000_000n),
  },
]

/** When each level was reached, in ms after signing. */
const pace: Record<Level, number> = {
  signed: 0,
  submitted: 4,
  accepted: 21,
  preconfirmed: 187,
  sealed: 1_942,
  safe: 64_300,
  final: 768_000,
}
const order: Level[] = ['signed', 'submitted', 'accepted', 'preconfirmed', 'sealed', 'safe', 'final']

/** The history of a transaction that got this far without anything unusual. */
export function upTo(level: Level, signedAt: number, stretch = 1): TransactionView['history'] {
  return order.slice(0, order.indexOf(level) + 1).map(reached => ({
    at: signedAt + Math.round(pace[reached] * (reached === 'signed' ? 1 : stretch)),
    level: reached,
  }))
}

let made = 0
export function transaction(level: Level, ageMs: number, changes: Partial<TransactionView> = {}): TransactionView {
  made += 1
  const createdAt = now - ageMs
  const hash: Hash = `0x${(0x9f3c51n * BigInt(made) * 0x1d3f_77aa_91c3n).toString(16).padStart(24, '7').padEnd(64, 'a3')}`
  const included = order.indexOf(level) >= order.indexOf('preconfirmed')
  return {
    id: `sample-${made}`,
    networkId: previewNetwork,
    from: anna,
    to: shop,
    value: ether('0.1'),
    data: '0x',
    hash,
    nonce: 441 - made,
    origin: null,
    purpose: 'send',
    level,
    ended: null,
    replacedBy: null,
    status: included ? 'success' : null,
    blockNumber: included ? units(1_204_331n) : null,
    feePaid: included ? ether('0.000000231') : null,
    history: upTo(level, createdAt, 0.85 + ((made * 37) % 40) / 100),
    preconfirms: true,
    refusal: null,
    waitsForNonce: null,
    canSpeedUp: false,
    canCancel: false,
    createdAt,
    receivedAt: null,
    explorerUrl: `http://127.0.0.1:8545/explorer/tx/${hash}`,
    ...changes,
  }
}

const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')
export const transferOf = (to: Address, amount: bigint): Hex => `0xa9059cbb${word(to)}${word(amount)}`
export const approvalOf = (spender: Address, amount: bigint): Hex => `0x095ea7b3${word(spender)}${word(amount)}`

export const history: TransactionView[] = [
  transaction('final', 900_000),
  transaction('sealed', 40_000, {
    to: dollar,
    value: '0x0',
    data: transferOf(savings, 12_500_000n),
    origin: 'https://pay.coffee.example',
  }),
  transaction('safe', 3_600_000, { value: ether('1.25'), to: savings }),
  transaction('final', 86_400_000 * 2, {
    to: dollar,
    value: '0x0',
    data: approvalOf(shop, 40_000_000n),
    origin: 'https://swap.example',
  }),
  transaction('final', 86_400_000 * 3, { value: '0x0', data: '0xd0e30db0', origin: 'https://swap.example' }),
]

/** A transaction that another wallet made of the account as a native one: a part failed, and keys were changed. */
export const nativeTransaction = transaction('sealed', 86_400_000, {
  ...{ history: [], preconfirms: false, isFromElsewhere: true, status: 'reverted', to: null, feePaid: '0x0' },
  native: {
    phases: ['success', 'reverted', 'reverted'],
    payer: shop,
    key: '0x7',
    ...{ after: now - 90_000_000, before: now - 80_000_000 },
    changes: [
      { kind: 'added', key: `0x${'ab12'.repeat(16)}`, isFull: true, until: 0 },
      { kind: 'added', key: `0x${'cd34'.repeat(16)}`, isFull: false, until: Math.floor(now / 1_000) + 864_000 },
      { kind: 'removed', key: `${anna}${'00'.repeat(12)}` },
      { kind: 'locked', delay: 86_400 },
      { kind: 'delegated', to: stranger },
    ],
  },
})

export const session: Slices['session'] = { vault: 'unlocked', lockAt: now + 900_000, retryAt: null }

export const unlocked = {
  session,
  settings: {
    lockAfterMinutes: 15,
    claimWindowEthereum: false,
    notifications: true,
    confirmations: 12,
    developerPanel: false,
  },
  networks,
  accounts,
  selection: { networkId: previewNetwork, chainId: previewChain, address: anna },
  balance: {
    networkId: previewNetwork,
    address: anna,
    sealed: ether('1.482193004411'),
    pending: ether('1.482193004411'),
    readAt: now - 300,
    receivedAt: null,
  },
  tokens,
  contacts: [],
  arrivals: [],
  activity: history,
  connection: {
    networkId: previewNetwork,
    regime: 'preconfirming',
    reachable: true,
    failure: null,
    medianPreconfirmedMs: 191,
    medianSealedMs: 1_960,
  },
  faucet: {
    networkId: previewNetwork,
    state: 'ready',
    readyAt: null,
    refusal: null,
    amount: null,
    requestedAt: null,
    hash: null,
    token: {
      address: dollar,
      symbol: 'USDV',
      decimals: 6,
      state: 'ready',
      readyAt: null,
      refusal: null,
      amount: null,
      requestedAt: null,
      hash: null,
    },
  },
  approvals: [],
  askingSites: [],
  sites: [
    {
      origin: 'https://pay.coffee.example',
      networkId: previewNetwork,
      accounts: [anna, savings],
      lastUsedAt: now - 40_000,
      mutedUntil: null,
      offersMute: false,
      posesAs: null,
    },
    {
      origin: 'https://swap.example',
      networkId: firstNetworkOf(8453),
      accounts: [anna],
      lastUsedAt: now - 86_400_000 * 2,
      mutedUntil: null,
      offersMute: false,
      posesAs: null,
    },
    {
      origin: 'http://localhost:3000',
      networkId: previewNetwork,
      accounts: [],
      lastUsedAt: now - 7_200_000,
      mutedUntil: now + 1_800_000,
      offersMute: false,
      posesAs: null,
    },
  ],
  lists: {
    bundled: { source: 'Polkadot phishing list', date: '2026-02-03', licence: 'Apache-2.0', count: 54_027 },
    lists: [],
  },
  requestLog: { since: null, entries: [] },
} satisfies Omit<Slices, keyof PaymentSlices>
