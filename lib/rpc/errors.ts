import { Failure, type FailureCode } from '@/lib/values/failure'
import type { BatchItem, RpcErrorKind } from './types'

/**
 * What to do after a failed call.
 * - `retry-same-bytes`: the call is fine: send the same bytes again a little later.
 * - `read-and-decide`: the chain knows what happened: read receipt, status and nonce, then decide.
 * - `ask-person`: only another fee or amount helps.
 * - `give-up`: the same call can never succeed.
 * - `use-next-endpoint`: this endpoint is of no use now. A `Connection` tries the others; an error that leaves it means
 * that none was left.
 */
export type Consequence = 'retry-same-bytes' | 'read-and-decide' | 'ask-person' | 'give-up' | 'use-next-endpoint'

export const consequences: Readonly<Record<RpcErrorKind, Consequence>> = {
  unreachable: 'use-next-endpoint',
  timeout: 'use-next-endpoint',
  'not-json-rpc': 'use-next-endpoint',
  'rate-limited': 'use-next-endpoint',
  unavailable: 'use-next-endpoint',
  'invalid-reply': 'use-next-endpoint',
  'wrong-chain': 'use-next-endpoint',
  'pool-full': 'retry-same-bytes',
  'nonce-too-low': 'read-and-decide',
  'nonce-too-high': 'read-and-decide',
  'already-known': 'read-and-decide',
  'sync-timeout': 'read-and-decide',
  'node-error': 'read-and-decide',
  'replacement-underpriced': 'ask-person',
  underpriced: 'ask-person',
  'insufficient-funds': 'ask-person',
  reverted: 'ask-person',
  'gas-limit': 'give-up',
  'invalid-transaction': 'give-up',
  'invalid-params': 'give-up',
  'method-unavailable': 'give-up',
  'not-allowed': 'give-up',
}

/** No answer, or one of something between here and the node: the node may have taken the call all the same. */
const mayHaveArrived: ReadonlySet<RpcErrorKind> = new Set([
  'unreachable',
  'timeout',
  'not-json-rpc',
  'invalid-reply',
  'unavailable',
])

/** An endpoint's error: the JSON-RPC error and its HTTP status (`null` over a socket). */
export interface Refusal {
  code: number | null
  message: string
  status: number | null
}

/** Matches where each part that is given matches. */
interface Rule {
  kind: RpcErrorKind
  codes?: readonly number[]
  message?: RegExp
  statuses?: readonly number[]
}

/**
 * The classification; the first match wins. Messages come before codes, because the documented dialect (always −32000)
 * and the node's dialect (−32000, −32003, −32602) share their words and not their codes. A revert comes first, because
 * its reason is text of a contract and may contain any words.
 */
const rules: readonly Rule[] = [
  { kind: 'reverted', codes: [3] },
  {
    kind: 'reverted',
    message: /^(?:.{0,40}: )?execution reverted|^vm exception while processing transaction: revert/i,
  },
  { kind: 'sync-timeout', codes: [4] },
  { kind: 'sync-timeout', message: /was added to the mempool but wasn't confirmed/i },

  {
    kind: 'already-known',
    message: /already known|^known transaction|already imported|already[_ ]exists|already in (?:the )?mempool/i,
  },
  { kind: 'nonce-too-low', message: /nonce (?:is )?too low|old nonce|nonce has already been used/i },
  { kind: 'nonce-too-high', message: /nonce (?:is )?too high|nonce gap too/i },
  {
    kind: 'replacement-underpriced',
    message: /replacement (?:transaction|tx) underpriced|underpriced replacement|replacement fee too low/i,
  },
  {
    kind: 'insufficient-funds',
    message: /insufficient (?:funds|balance)|exceeds the balance|not enough (?:funds|balance)/i,
  },
  {
    kind: 'invalid-transaction',
    message: /priority fee per gas higher than max fee|max priority fee per gas exceeds max fee/i,
  },
  {
    kind: 'underpriced',
    message:
      /underpriced|max fee per gas less than block base fee|priority fee below (?:the )?minimum|gas price too low|fee ?cap less than block base fee/i,
  },
  { kind: 'pool-full', message: /tx ?pool is full|pool is full|txpool overflow|account limit exceeded|pool limit/i },
  {
    kind: 'gas-limit',
    message:
      /intrinsic gas too (?:low|high)|exceeds (?:the )?block gas limit|exceeds max(?:imum)?(?: per-)?\s?transaction gas limit|gas limit too (?:high|low)|gas required exceeds allowance|gas (?:limit )?(?:is )?too (?:low|high)|out of gas/i,
  },
  {
    kind: 'invalid-transaction',
    message:
      /failed to decode (?:signed )?transaction|empty transaction data|invalid transaction signature|invalid signature|invalid sender|invalid chain[ _]?id|transaction type not supported|unsupported transaction type|oversized data|max initcode size exceeded|exceeds the configured cap|sender is not an eoa|nonce has max value|address already reserved|^transaction rejected|^rlp:|typed transaction too short/i,
  },

  { kind: 'rate-limited', codes: [-32016, -32017, -32012, -32024, -32005] },
  { kind: 'rate-limited', message: /rate limit|too many requests|over capacity/i },
  { kind: 'unavailable', codes: [-32010, -32011, -32013, -32015] },
  { kind: 'unavailable', message: /no backend is currently healthy|^backend offline|gateway timeout/i },
  { kind: 'method-unavailable', codes: [-32601, -32004] },
  {
    kind: 'method-unavailable',
    message:
      /not whitelisted|method not (?:found|supported|allowed)|method .{0,60}(?:not (?:found|available|supported)|does not exist)/i,
  },
  { kind: 'invalid-transaction', codes: [-32100] },
  { kind: 'invalid-params', codes: [-32602, -32600, -32700, -32014, -32020, -32021] },
  { kind: 'rate-limited', statuses: [429] },
  { kind: 'unavailable', statuses: [502, 503, 504] },
]

/** @returns the kind of an endpoint's error; `node-error` where no rule matches */
export function classify({ code, message, status }: Refusal): RpcErrorKind {
  for (const rule of rules) {
    if (rule.codes && (code === null || !rule.codes.includes(code))) continue
    if (rule.statuses && (status === null || !rule.statuses.includes(status))) continue
    if (rule.message && !rule.message.test(message)) continue
    return rule.kind
  }
  return 'node-error'
}

const brand = Symbol.for('prelude.rpc-error')

/** A failed call. `message` has the endpoint's own words where there are any. */
export class RpcError extends Error {
  readonly [brand] = true

  /** As for `Failure`: each script of the worker has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value
  }

  override readonly name = 'RpcError'
  readonly kind: RpcErrorKind
  /** The JSON-RPC error code; `null` where the endpoint gave none. */
  readonly code: number | null
  /** The JSON-RPC error's `data` (revert bytes), not validated. */
  readonly data: unknown
  /** Wait that the endpoint asked for, ms. */
  readonly retryAfterMs: number | null
  /** The call, or an earlier sending of it to another endpoint, may have had its effect. */
  readonly mayHaveArrived: boolean

  constructor(
    kind: RpcErrorKind,
    message: string,
    details: {
      code?: number | null
      data?: unknown
      retryAfterMs?: number | null
      mayHaveArrived?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.kind = kind
    this.code = details.code ?? null
    this.data = details.data
    this.retryAfterMs = details.retryAfterMs ?? null
    this.mayHaveArrived = details.mayHaveArrived ?? mayHaveArrived.has(kind)
  }

  /** @returns the same error of a call that is known, or not known, to have had no effect */
  withArrival(arrived: boolean): RpcError {
    if (arrived === this.mayHaveArrived) return this
    const { kind, message, code, data, retryAfterMs, cause } = this
    return new RpcError(kind, message, { code, data, retryAfterMs, mayHaveArrived: arrived, cause })
  }

  get consequence(): Consequence {
    return consequences[this.kind]
  }
}

/** @returns the thrown value as an `RpcError`; any other error becomes `unreachable` with its message */
export function toRpcError(cause: unknown): RpcError {
  if (cause instanceof RpcError) return cause
  return new RpcError('unreachable', cause instanceof Error ? cause.message : String(cause), { cause })
}

const failureCodeOf: Readonly<Record<RpcErrorKind, FailureCode>> = {
  unreachable: 'endpoint-unreachable',
  timeout: 'endpoint-unreachable',
  unavailable: 'endpoint-unreachable',
  'not-json-rpc': 'endpoint-not-json-rpc',
  'invalid-reply': 'endpoint-not-json-rpc',
  'rate-limited': 'endpoint-rate-limited',
  'wrong-chain': 'endpoint-wrong-chain',
  'insufficient-funds': 'insufficient-funds',
  'replacement-underpriced': 'replacement-underpriced',
  reverted: 'would-revert',
  underpriced: 'transaction-rejected',
  'nonce-too-low': 'transaction-rejected',
  'nonce-too-high': 'transaction-rejected',
  'already-known': 'transaction-rejected',
  'pool-full': 'transaction-rejected',
  'gas-limit': 'transaction-rejected',
  'invalid-transaction': 'transaction-rejected',
  'sync-timeout': 'endpoint-error',
  'method-unavailable': 'endpoint-error',
  'invalid-params': 'endpoint-error',
  'not-allowed': 'endpoint-error',
  'node-error': 'endpoint-error',
}

/** @returns the failure that screens show; `details.message` has the endpoint's own words */
export function failureOf(error: RpcError): Failure {
  return new Failure(failureCodeOf[error.kind], { kind: error.kind, message: error.message }, { cause: error })
}

/** @returns the failure of whatever a question to a chain was rejected with; a `Failure` as it is */
export function failureFrom(cause: unknown): Failure {
  return cause instanceof Failure ? cause : failureOf(toRpcError(cause))
}

/** Failures that say something of the way to the chain, and nothing of the contract that was called. */
const silent: ReadonlySet<RpcErrorKind> = new Set([
  'unreachable',
  'timeout',
  'not-json-rpc',
  'rate-limited',
  'unavailable',
  'method-unavailable',
  'invalid-reply',
  'not-allowed',
  'wrong-chain',
])

/** @returns true where a contract that was called in a batch was not asked: nothing may be concluded from that */
export function isUnanswered(item: BatchItem | undefined): boolean {
  return item === undefined || (!item.ok && (!(item.error instanceof RpcError) || silent.has(item.error.kind)))
}
