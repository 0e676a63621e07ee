import type { z } from 'zod/mini'

/** Why a call failed, one kind per consequence. The table that decides is in `lib/rpc/errors.ts`. */
export const rpcErrorKinds = [
  'unreachable', // no answer at all, or the connection broke: the call may or may not have had its effect
  'timeout', // as `unreachable`
  'not-json-rpc', // an answer that is no JSON-RPC (HTML, a redirect, a login page)
  'rate-limited', // 429, −32016, −32017, −32012, −32024
  'unavailable', // 503, −32010, −32011, −32015: the gateway has no healthy node
  'method-unavailable', // −32601, 403 «not whitelisted»
  'invalid-params', // −32602 other than the ones below
  'nonce-too-low',
  'nonce-too-high',
  'already-known',
  'replacement-underpriced',
  'underpriced', // below the node's minimum or the base fee
  'insufficient-funds',
  'pool-full',
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
  /** Default 10 000. */
  timeoutMs?: number
}

/** A method of JSON-RPC with its parameters in order. */
export interface RpcCall {
  method: string
  params: readonly unknown[]
}

export type BatchItem = { ok: true; result: unknown } | { ok: false; error: Error }

/**
 * The way to one chain: its endpoints in order of health, the socket where there is one, HTTP otherwise. Made by `lib/networks`.
 * Every method rejects with an `RpcError` (see `lib/rpc/errors.ts`).
 */
export interface Connection {
  readonly chainId: number
  /** A call whose result is parsed by `schema`. */
  request<T>(method: string, params: readonly unknown[], schema: z.ZodMiniType<T>, options?: RequestOptions): Promise<T>
  /** A call passed through untouched, for pages. `endpoint: 'default'` keeps to the network's default endpoint (sites without consent). */
  passThrough(
    method: string,
    params: unknown,
    options?: RequestOptions & { endpoint?: 'best' | 'default' },
  ): Promise<unknown>
  /** Calls in one HTTP body or one socket burst; items keep their order and fail alone. */
  batch(calls: readonly RpcCall[], options?: RequestOptions): Promise<BatchItem[]>
  /**
   * Subscribes over the socket, opening it if needed and keeping it open while subscriptions exist. Survives reconnects: `onGap` is called after
   * each, because nothing is replayed. Rejects with kind `method-unavailable` where the network has no socket.
   */
  subscribe(params: readonly unknown[], onItem: (item: unknown) => void, onGap?: () => void): Promise<() => void>
  socket(): SocketState
  /** Called with every change of the socket's state. Returns the end of the listening. */
  onSocket(listener: (state: SocketState) => void): () => void
}

/** `none`: the network has no socket. `silent`: open, but nothing came for longer than it should. */
export type SocketState = 'none' | 'closed' | 'connecting' | 'open' | 'silent'

/** Keeps the worker from being ended while something must go on. Holds are counted; the returned function ends one. */
export interface KeepAlive {
  hold(): () => void
}
