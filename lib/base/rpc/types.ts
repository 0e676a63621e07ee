import type { z } from 'zod/mini'
import type { NetworkId } from '@/lib/base/network-id'

/** Why a call failed. The rules are in `lib/base/rpc/errors.ts`. */
export const rpcErrorKinds = [
  'unreachable', // no answer, or the connection broke: the call may have had its effect
  'timeout', // as `unreachable`
  'not-json-rpc', // another kind of answer (HTML, a redirect, a login page)
  'rate-limited', // 429, −32016, −32017, −32012, −32024
  'unavailable', // 503, −32010, −32011, −32015: the gateway has no healthy node
  'method-unavailable', // −32601, 403 "not whitelisted"
  'invalid-params', // −32602 other than the ones below
  'nonce-too-low',
  'nonce-too-high',
  'already-known',
  'replacement-underpriced',
  'underpriced', // below the node's minimum or the base fee
  'insufficient-funds',
  'pool-full',
  'not-now', // right, and not taken or not known yet: an account with code sends one at a time
  'gas-limit', // intrinsic gas too low, exceeds block or per-transaction limit
  'invalid-transaction', // undecodable, wrong chain id, wrong type, bad signature
  'reverted', // code 3, with data
  'sync-timeout', // code 4: added to the mempool, not yet included
  'invalid-reply', // an answer that fails its schema
  'wrong-chain', // the endpoint serves another chain id
  'not-allowed', // the address is not one the wallet may contact (invariant 9)
  'node-error', // any other JSON-RPC error
] as const
export type RpcErrorKind = (typeof rpcErrorKinds)[number]

export interface RequestOptions {
  signal?: AbortSignal
  /** Ms. Default 10 000. */
  timeoutMs?: number
}

/** A method of JSON-RPC with its parameters in order. */
export interface RpcCall {
  method: string
  params: readonly unknown[]
}

/** `by`: the HTTP address of the endpoint that answered, also where it did so over its socket. */
export type BatchItem = ({ ok: true; result: unknown } | { ok: false; error: Error }) & { by?: string }

/**
 * The connection to one network, made by `lib/chain/networks`: over the socket where there is one, otherwise over HTTP
 * to the endpoints in order of health. Every method rejects with an `RpcError`.
 */
export interface Connection {
  readonly networkId: NetworkId
  readonly chainId: number
  /** @returns the result of the call, parsed by `schema` */
  request<T>(method: string, params: readonly unknown[], schema: z.ZodMiniType<T>, options?: RequestOptions): Promise<T>
  /**
   * @returns the result as the endpoint gave it, for pages
   * @param options `endpoint: 'default'` uses the network's default endpoint only, for sites without consent
   */
  passThrough(
    method: string,
    params: unknown,
    options?: RequestOptions & { endpoint?: 'best' | 'default' },
  ): Promise<unknown>
  /** Sends the calls together. @returns the items in order, each with its own result or error */
  batch(calls: readonly RpcCall[], options?: RequestOptions): Promise<BatchItem[]>
  /**
   * Sends the calls to each endpoint beside one, which is not its own witness.
   * @param beside the `by` of the answer in question; without one it is the endpoint in use now
   * @returns the items of each that serves the chain and answers; never rejects
   */
  others(calls: readonly RpcCall[], beside?: string): Promise<BatchItem[][]>
  /** Most endpoints contradict the one that answered: it is avoided as one that lies, its socket too. */
  discredit(by: string | undefined): void
  /** What that endpoint passed on could not be read. Nothing follows for the endpoint: the Networks page says so. */
  unread(by: string | undefined, what: string): void
  /**
   * Whether a block counts as sealed only with the votes of the validators (tag `safe`), because the chain is known to
   * tell of blocks before. Not of a copy for development, which has no validators.
   */
  isProposing(): boolean
  /**
   * Whether the network is one node for development on this machine. The person takes back its blocks at will, however
   * deep, and whatever the node calls final.
   */
  isDevelopment(): boolean
  /**
   * Subscribes over the socket, which is open while subscriptions exist. The subscription survives reconnects; `onGap`
   * is called after each, because servers replay nothing.
   * @returns the end of the subscription
   * @throws RpcError `method-unavailable` where the network has no socket
   */
  subscribe(params: readonly unknown[], onItem: (item: unknown) => void, onGap?: () => void): Promise<() => void>
  socket(): SocketState
  /** Calls the listener with every change of the socket's state. Returns the end of listening. */
  onSocket(listener: (state: SocketState) => void): () => void
}

/** `none`: the network has no socket. `silent`: open, and without a sign of life for too long. */
export type SocketState = 'none' | 'closed' | 'connecting' | 'open' | 'silent'

/** Keeps the browser from ending the worker while there are holds. `hold` returns the function that ends the hold. */
export interface KeepAlive {
  hold(): () => void
}
