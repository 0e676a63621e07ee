import { type Address, type Hash, isHash } from 'viem'
import { z } from 'zod'
import type { Disruptions } from './disruptions.ts'

const count = z.int().nonnegative()

/** How the network misbehaves until it is told otherwise. */
export const misbehaviourSchema = z.strictObject({
  /** Which new connections a WebSocket client gets: a refused one is answered with 405, and those that exist end. */
  webSocket: z.enum(['open', 'refused']),
  /** Connections stay open, and nothing comes over them: no answer, no notification. */
  silentSockets: z.boolean(),
  /** Every `newHeads` notification twice; every second one never; every two in the wrong order. */
  heads: z.enum(['normal', 'duplicated', 'missing', 'reordered']),
  /**
   * The tag `pending`: stuck at the block that was the latest when this was set; no block at all; no block until the first
   * transaction is in it.
   */
  pending: z.enum(['normal', 'frozen', 'null', 'null-at-boundary']),
  /** Milliseconds before a call is worked on, by method; `*` stands for every method without an entry of its own. */
  delays: z.record(z.string(), z.strictObject({ ms: count, jitterMs: count.default(0) })),
  /** So many raw transactions are accepted and the connection breaks before the answer. */
  lostReplies: count,
  /** What is accepted is never included: everything, or what has one of these hashes or senders. */
  withheld: z.union([z.literal('all'), z.array(z.string().toLowerCase())]),
  /** The gateway answers for the node; `methods` narrows it to calls of these, `times` to so many requests. */
  http: z
    .strictObject({
      status: z.union([z.literal(429), z.literal(503), z.literal(403), z.literal(502)]),
      methods: z.array(z.string()).optional(),
      times: count.optional(),
      retryAfterSeconds: count.optional(),
    })
    .nullable(),
  /** The faucet refuses, or fails. */
  faucet: z.enum(['normal', 'limited', 'failing']),
  lies: z.strictObject({
    /** What `eth_chainId` and `net_version` answer. */
    chainId: count.optional(),
    /** Added to every transaction count. */
    nonceOffset: z.int().optional(),
    /** By which every price of gas is multiplied. */
    feeFactor: z.int().positive().optional(),
    /** Whose receipt is the answer, whichever is asked for. */
    receiptOf: z.custom<Hash>(value => typeof value === 'string' && isHash(value)).optional(),
  }),
})

export type Misbehaviour = z.output<typeof misbehaviourSchema>

/** What is left out stays as it is. */
export const misbehaviourChangesSchema = misbehaviourSchema.partial()
export type MisbehaviourChanges = z.input<typeof misbehaviourChangesSchema>

const good: Misbehaviour = {
  webSocket: 'open',
  silentSockets: false,
  heads: 'normal',
  pending: 'normal',
  delays: {},
  lostReplies: 0,
  withheld: [],
  http: null,
  faucet: 'normal',
  lies: {},
}

/** The network's faults: how it misbehaves, and what can be made to happen to it once. */
export interface Faults extends Disruptions {
  readonly current: Readonly<Misbehaviour>
  /** Changes what is named and leaves the rest. */
  set(changes: MisbehaviourChanges): void
  /** Ends every misbehaviour. */
  clear(): void
  /** Ends every WebSocket connection as a network failure would. */
  dropSockets(): void
  onDrop(listener: () => void): void
  /** Called after every change. */
  on(listener: (now: Misbehaviour) => void): void
  /** Whether the answer to a raw transaction that was just accepted is to be lost; counts it. */
  losesReply(): boolean
  /** How the gateway answers a request for these methods in the node's stead, if it does; counts it. */
  httpFailure(methods: string[]): Misbehaviour['http']
  /** Whether this transaction is never to be included. */
  withholds(transaction: { hash: Hash; from: Address }): boolean
}

export function createFaults(disruptions: Disruptions): Faults {
  const dropListeners: (() => void)[] = []
  const listeners: ((now: Misbehaviour) => void)[] = []
  let current = good

  function dropSockets(): void {
    for (const drop of dropListeners) drop()
  }

  function change(next: Misbehaviour): void {
    current = next
    if (current.webSocket === 'refused') dropSockets()
    for (const listener of listeners) listener(current)
  }

  return {
    ...disruptions,
    get current() {
      return current
    },
    set(changes) {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      change(misbehaviourSchema.parse({ ...current, ...given }))
    },
    clear: () => change(good),
    on: listener => void listeners.push(listener),
    dropSockets,
    onDrop: listener => void dropListeners.push(listener),
    losesReply() {
      const { lostReplies } = current
      if (lostReplies > 0) current = { ...current, lostReplies: lostReplies - 1 }
      return lostReplies > 0
    },
    httpFailure(methods) {
      const { http } = current
      if (http === null || http.times === 0) return null
      if (http.methods !== undefined && !methods.some(method => http.methods?.includes(method))) return null
      if (http.times !== undefined) current = { ...current, http: { ...http, times: http.times - 1 } }
      return http
    },
    withholds: ({ hash, from }) =>
      current.withheld === 'all' || current.withheld.includes(hash) || current.withheld.includes(from),
  }
}
