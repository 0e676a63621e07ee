import { type L1Prices, l1Prices, noL1Prices } from './l1-fee.ts'

/** How `eth_sendRawTransactionSync` treats its second parameter (EIP-7966, "Parameter Validation Rules"). */
export interface SyncLimits {
  /** Milliseconds a call waits when it names no time. */
  defaultMs: number
  /** Most milliseconds a call may name. */
  maximumMs: number
  /** Above the maximum: the call is refused with -32602, or waits for the default time as the EIP prescribes. */
  aboveMaximum: 'refuse' | 'default'
  /** Whether the time may be a quantity in hex, and not a JSON number alone. */
  takesHex: boolean
  /** Whether codes 5 and 6 tell at once of a transaction that has to wait. */
  refusesUnready: boolean
  /** `data` of code 4. */
  timeoutData: 'hash' | 'object-with-hash' | 'none'
}

/** What a receipt has for its block hash before the block is sealed; `null`: there is no receipt before. */
export type UnsealedHash = 'zero-hash' | 'ones-hash' | 'transaction-hash' | 'null'

/** A subscription that only some networks have, beside `newHeads` and `logs`. */
export type SubscriptionFamily = 'flashblocks' | 'shreds' | 'mini-blocks' | 'proposals' | 'none'

/** What the gateway in front of the nodes lets through over HTTP. */
export interface GatewayTraits {
  /** Bytes of a request's body. */
  largestBody: number
  /** Whether a call without an id is refused with -32600 instead of being left unanswered. */
  wantsIds: boolean
  takesBatches: boolean
  /** Whether the content type has to be `application/json` and nothing more. */
  wantsPlainJson: boolean
}

/** How the networks of one kind work. */
export interface ModeTraits {
  /** Default of `blockMs`: milliseconds from one sealed block to the next. */
  blockMs: number
  /** Default of `preconfirmMs`: milliseconds from one step between sealed blocks to the next. */
  stepMs: number
  /** Whether transactions are executed and shown before their block is sealed. */
  preconfirms: boolean
  /** Whether anything happens between sealed blocks. */
  hasSteps: boolean
  /** Defaults of `safeBlocks` and `finalizedBlocks`; undefined: 20 s and 40 s worth of blocks. */
  depths: { safe: number; finalized: number } | undefined
  /** Whether the chain is an OP stack: blocks begin with deposits, and the predeploys of the stack exist. */
  isOpStack: boolean
  /** What transactions pay for layer 1; undefined: receipts have no field for it, and nothing is paid. */
  l1Prices: L1Prices | undefined
  /** Whether headers have `timestampMs`. */
  tellsMilliseconds: boolean
  /** Whether the tag `latest` means the block being built when state is read. */
  latestStateIsOpen: boolean
  /** Default of `receiptBeforeSeal`. */
  unsealedHash: UnsealedHash
  /** Whether `eth_getTransactionByHash` knows transactions that no block holds yet. */
  tellsWaiting: boolean
  /** Whether `eth_getTransactionByHash` names the block of a pre-confirmed transaction. */
  placesPreconfirmed: boolean
  /** Whether the chain has `<prefix>_transactionStatus`. */
  tellsStatus: boolean
  subscriptions: SubscriptionFamily
  /** The only methods that WebSocket connections offer; undefined: all. */
  socketMethods: readonly string[] | undefined
  /** Most subscriptions of one connection, of which no two may be equal; undefined: no limit. */
  mostSubscriptions: number | undefined
  /** Wei per gas that `eth_maxPriorityFeePerGas` suggests. */
  suggestedTip: bigint
  gateway: GatewayTraits
  /** Default of `socketIdleMs`: milliseconds without a message from the client after which a connection is closed. */
  socketIdleMs: number
  sync: SyncLimits
}

const openGateway: GatewayTraits = {
  ...{ largestBody: 10 * 1024 * 1024, wantsIds: false, takesBatches: true, wantsPlainJson: false },
}

const flashblocks: ModeTraits = {
  blockMs: 2000,
  stepMs: 200,
  preconfirms: true,
  hasSteps: true,
  depths: undefined,
  isOpStack: true,
  l1Prices,
  tellsMilliseconds: false,
  latestStateIsOpen: false,
  unsealedHash: 'zero-hash',
  tellsWaiting: true,
  placesPreconfirmed: true,
  tellsStatus: true,
  subscriptions: 'flashblocks',
  socketMethods: undefined,
  mostSubscriptions: undefined,
  suggestedTip: 1_000_000n,
  gateway: openGateway,
  socketIdleMs: 0,
  sync: {
    ...{ defaultMs: 6000, maximumMs: 6000, aboveMaximum: 'refuse' },
    ...{ takesHex: false, refusesUnready: false, timeoutData: 'none' },
  },
}

/** The defaults that EIP-7966 recommends. */
const recommendedSync: SyncLimits = {
  ...{ defaultMs: 2000, maximumMs: 10_000, aboveMaximum: 'default' },
  ...{ takesHex: true, refusesUnready: true, timeoutData: 'hash' },
}

/** Every kind of network, by the name that `--mode` takes. The README says where each trait comes from. */
export const modes = {
  /** Base until November 2026: 2 s blocks that are shown in steps of 200 ms. */
  preconfirmed: flashblocks,
  /** Base since: sealed blocks of 200 ms. */
  'fast-blocks': {
    ...flashblocks,
    blockMs: 200,
    preconfirms: false,
    hasSteps: false,
    tellsMilliseconds: true,
    // The defaults of proxyd.
    gateway: { ...openGateway, largestBody: 256 * 1024, wantsIds: true },
  },
  /** RISE: 1 s blocks, every transaction told as a shred. */
  shreds: {
    ...flashblocks,
    blockMs: 1000,
    stepMs: 20,
    l1Prices: undefined,
    placesPreconfirmed: false,
    tellsStatus: false,
    subscriptions: 'shreds',
    sync: recommendedSync,
  },
  /** MegaETH: 1 s blocks, told as mini-blocks. */
  'mini-blocks': {
    ...flashblocks,
    blockMs: 1000,
    stepMs: 20,
    latestStateIsOpen: true,
    unsealedHash: 'ones-hash',
    tellsStatus: false,
    subscriptions: 'mini-blocks',
    socketMethods: [
      ...['eth_subscribe', 'eth_unsubscribe', 'eth_chainId'],
      ...['eth_sendRawTransaction', 'eth_sendRawTransactionSync'],
    ],
    mostSubscriptions: 5,
    socketIdleMs: 30_000,
    sync: { ...recommendedSync, defaultMs: 5000, aboveMaximum: 'refuse', takesHex: false },
  },
  /** Monad: 400 ms blocks that are proposed, voted, finalized and verified. */
  'proposed-blocks': {
    ...flashblocks,
    blockMs: 400,
    preconfirms: false,
    hasSteps: false,
    depths: { safe: 1, finalized: 2 },
    isOpStack: false,
    l1Prices: undefined,
    tellsWaiting: false,
    suggestedTip: 2_000_000_000n,
    tellsStatus: false,
    subscriptions: 'proposals',
    sync: { ...recommendedSync, takesHex: false, timeoutData: 'object-with-hash' },
  },
  /** Ethereum behind mev-commit's FAST RPC: 12 s blocks, and commitments of block builders between them. */
  commitments: {
    ...flashblocks,
    blockMs: 12_000,
    stepMs: 500,
    preconfirms: false,
    depths: { safe: 32, finalized: 64 },
    isOpStack: false,
    l1Prices: undefined,
    unsealedHash: 'transaction-hash',
    tellsStatus: false,
    subscriptions: 'none',
    // Behind FAST RPC the tip is paid in the bid.
    suggestedTip: 0n,
    gateway: { ...openGateway, takesBatches: false, wantsPlainJson: true },
    sync: { ...recommendedSync, maximumMs: 30_000 },
  },
} as const satisfies Record<string, ModeTraits>

export type Mode = keyof typeof modes

/** The names of all modes. */
export const modeNames = [
  'preconfirmed',
  'fast-blocks',
  'shreds',
  'mini-blocks',
  'proposed-blocks',
  'commitments',
] as const satisfies Mode[]

/** What a receipt says of layer 1 where nothing is paid for it: the amounts that the EVM must take for it are zero. */
export function pricesOf({ l1Prices: prices }: ModeTraits): L1Prices {
  return prices ?? noL1Prices
}
