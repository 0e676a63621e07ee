import { type Hash, isHash } from 'viem'
import { z } from 'zod'

const count = z.int().nonnegative()
const hash = z.custom<Hash>(value => typeof value === 'string' && isHash(value), 'not a hash')
/** An amount in wei, kept as decimal digits so that it can be written as JSON. */
const wei = z
  .union([z.bigint().nonnegative(), count, z.string().regex(/^\d+$/)], 'not an amount in wei')
  .transform(String)

/** A node behind the address, and how far it is behind the network. */
const backendSchema = z.strictObject({
  /** Its head is this many blocks behind. It shows no pending block. */
  lagBlocks: count.default(0),
  /** It learns of blocks and pre-confirmed transactions this many milliseconds late. */
  lagMs: count.default(0),
  /** Its tags `safe` and `finalized` are this many blocks further behind its head. */
  finalizedLagBlocks: count.default(0),
  /**
   * What it does otherwise than the others. `numeric-counts`: transaction counts are JSON numbers.
   * `receipts-without-parties`: receipts of sealed blocks lack `from` and `to`. `refuses-logs-beyond-head`: logs of
   * blocks above its head are refused with -32602.
   */
  ways: z.array(z.enum(['numeric-counts', 'receipts-without-parties', 'refuses-logs-beyond-head'])).default([]),
})

export type Backend = z.output<typeof backendSchema>

const httpSchema = z.strictObject({
  status: z.union([z.literal(429), z.literal(503), z.literal(403), z.literal(502)]),
  /** Only requests that call one of these methods; by default all. */
  methods: z.array(z.string()).optional(),
  /** Only this many requests; by default all. */
  times: count.optional(),
  retryAfterSeconds: count.optional(),
})

const batchesSchema = z.strictObject({
  /**
   * `http-500`: an error with status 500 instead of the answers. `error-object`: one error object instead of an array.
   * `missing-answer`: the last call has no answer. `missing-id`: the last answer has no id.
   */
  failure: z.enum(['http-500', 'error-object', 'missing-answer', 'missing-id']),
  /** Every how many batches; 1: all. */
  every: z.int().positive().default(1),
  /** Only this many batches; by default without end. */
  times: count.optional(),
})

const callFailureSchema = z.strictObject({
  /** Only calls of these methods; by default all. */
  methods: z.array(z.string()).optional(),
  code: z.int().default(-32000),
  message: z.string().default('internal error'),
  /** Bytes of the message: it is filled up to that length. */
  bytes: count.max(64 * 1024 * 1024).default(0),
  /** Only this many calls; by default without end. */
  times: count.optional(),
})

/** What the endpoint tells instead of the truth. What is left out is true. */
const liesSchema = z.strictObject({
  /** Answer of `eth_chainId` and `net_version`. */
  chainId: count.optional(),
  /** Added to every block number that is told: `eth_blockNumber`, blocks, heads, receipts, logs, transactions. */
  blockNumberOffset: z.int().optional(),
  /** Every block hash is another one, always the same for the same block. */
  blockHashes: z.literal(true).optional(),
  /** Answer of `eth_sendRawTransaction`. */
  sentHash: hash.optional(),
  /** Seconds added to the timestamps of blocks and heads. */
  timestampOffsetSeconds: z.int().optional(),
  /** Added to every transaction count. */
  nonceOffset: z.int().optional(),
  /** Answer of `eth_getBalance`, in wei. */
  balance: wei.optional(),
  /** Factor on every price of gas. */
  feeFactor: z.int().positive().optional(),
  /** Answer of `eth_gasPrice`, in wei. */
  gasPrice: wei.optional(),
  /** Base fee of all blocks, heads and `eth_feeHistory`, in wei per gas. */
  baseFee: wei.optional(),
  /** Answer of `eth_estimateGas`. */
  gasEstimate: count.optional(),
  /** The receipt of this transaction is told for every other. */
  receiptOf: hash.optional(),
  /** Status of every receipt. */
  receiptStatus: z.enum(['success', 'reverted']).optional(),
})

/** How the network misbehaves until it is told otherwise. */
export const misbehaviourSchema = z.strictObject({
  /** `refused`: WebSocket connections are answered with 405, and those that exist end. */
  webSocket: z.enum(['open', 'refused']),
  /** Connections stay open, and nothing comes over them: no answer, no notification. */
  silentSockets: z.boolean(),
  /**
   * Most messages that a connection may send in a second, and most connections of one address; `null`: any number. More
   * messages are answered with -32005, more connections refused with 429.
   */
  socketLimits: z
    .strictObject({ messagesPerSecond: z.int().positive().default(5), connections: z.int().positive().default(5) })
    .nullable(),
  /** `newHeads` notifications: each twice; every second one missing; every two in the wrong order. */
  heads: z.enum(['normal', 'duplicated', 'missing', 'reordered']),
  /** `monadNewHeads`: with `skipped`, blocks become finalized without having been told as voted. */
  votes: z.enum(['normal', 'skipped']),
  /**
   * The tag `pending`. `frozen`: stuck at the block that was the latest when this was set. `null`: no block.
   * `null-at-boundary`: no block until the first transaction is in it.
   */
  pending: z.enum(['normal', 'frozen', 'null', 'null-at-boundary']),
  /** Milliseconds before a call is worked on, by method; `*`: every method without an entry of its own. */
  delays: z.record(z.string(), z.strictObject({ ms: count, jitterMs: count.default(0) })),
  /** This many raw transactions are accepted, and the connection breaks before the answer. */
  lostReplies: count,
  /** Accepted transactions that are never included: all, or those with one of these hashes or senders. */
  withheld: z.union([z.literal('all'), z.array(z.string().toLowerCase())]),
  /** Several nodes answer behind the one address: each HTTP request and WebSocket message goes to the next of them. */
  backends: z.array(backendSchema),
  /** `eth_getTransactionReceipt` knows a transaction this many milliseconds after counts and blocks do. */
  receiptsLateMs: count,
  /** Block hash of receipts and logs before their block is sealed; `usual`: as the option `receiptBeforeSeal` says. */
  unsealedBlockHash: z.enum(['usual', 'zero', 'ones', 'transaction']),
  /** Fields that receipts lack. */
  receiptsWithout: z.array(z.enum(['effectiveGasPrice', 'cumulativeGasUsed', 'contractAddress', 'logsBloom', 'type'])),
  /** `legacy`: blocks without base fee, no `eth_feeHistory`, and typed fee-market transactions are refused. */
  pricing: z.enum(['eip1559', 'legacy']),
  /** Gas that every transaction needs beyond what the EVM uses. Estimates contain it; a lower limit is refused. */
  extraGas: count,
  /** The gateway answers instead of the node. */
  http: httpSchema.nullable(),
  /** Batches that fail now and then. */
  batches: batchesSchema.nullable(),
  /** Calls that fail, with an error text of any length. */
  callFailure: callFailureSchema.nullable(),
  /** The faucet refuses, or fails. */
  faucet: z.enum(['normal', 'limited', 'failing']),
  lies: liesSchema,
})

export type Misbehaviour = z.output<typeof misbehaviourSchema>

/** Changes to the misbehaviour; a field that is left out stays as it is. */
export const misbehaviourChangesSchema = misbehaviourSchema.partial()
export type MisbehaviourChanges = z.input<typeof misbehaviourChangesSchema>

/** The behaviour of a network without faults. */
export const goodBehaviour: Misbehaviour = {
  webSocket: 'open',
  silentSockets: false,
  socketLimits: null,
  heads: 'normal',
  votes: 'normal',
  pending: 'normal',
  delays: {},
  lostReplies: 0,
  withheld: [],
  backends: [],
  receiptsLateMs: 0,
  unsealedBlockHash: 'usual',
  receiptsWithout: [],
  pricing: 'eip1559',
  extraGas: 0,
  http: null,
  batches: null,
  callFailure: null,
  faucet: 'normal',
  lies: {},
}
