import { Failure, type FailureCode } from '@/lib/base/failure'
import { lettersOf, meaningOf } from './refusals'
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
  'not-now': 'retry-same-bytes',
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

/** True where the same bytes can never be included as the chain is now: another fee, amount or transaction helps. */
export function isFinalRefusal(kind: RpcErrorKind): boolean {
  return consequences[kind] === 'ask-person' || consequences[kind] === 'give-up'
}

/** No answer, or one of something between here and the node: the node may have taken the call all the same. */
const mayHaveArrived: ReadonlySet<RpcErrorKind> = new Set([
  'unreachable',
  'timeout',
  'not-json-rpc',
  'invalid-reply',
  'unavailable',
])

/** An endpoint's error: the JSON-RPC error, its HTTP status (`null` over a socket), and the method that was called. */
export interface Refusal {
  code: number | null
  message: string
  status: number | null
  /** Left out where it is not known. */
  method?: string | undefined
}

/** Matches where one of the parts that are given matches. */
interface Rule {
  kind: RpcErrorKind
  codes?: readonly number[]
  words?: RegExp
  statuses?: readonly number[]
}

/** The words of a node whose call was executed and failed. What a contract gives as its reason comes after them. */
const revertWords =
  /^.{0,40}executionreverted|^(error)?vmexceptionwhileprocessing|^(error)?transactionreverted|vmexecutionerror|invalid(fe)?opcode/

/** What gateways and nodes say of a call, whatever it asks. The first match wins. */
const rules: readonly Rule[] = [
  { kind: 'not-now', words: /beyond(the)?(current)?(chain)?head|blockisoutofrange/ },
  {
    kind: 'rate-limited',
    words: /ratelimit|toomanyrequests|overcapacity/,
    codes: [-32016, -32017, -32012, -32024, -32005],
  },
  {
    kind: 'unavailable',
    words:
      /nobackend|backend(offline|returnedaninvalid)|nothealthy|gatewaytimeout|requesttimeout|badgateway|networkisunreachable|serviceunavailable|contextcanceled|shuttingdown|syncing|syncis|notyetinsync/,
    codes: [-32010, -32011, -32013, -32015, -32018, -32023],
  },
  {
    kind: 'method-unavailable',
    words: /notwhitelisted|method\w{0,60}(notfound|notavailable|notsupported|notallowed|doesnotexist)/,
    codes: [-32601, -32004],
  },
  { kind: 'invalid-transaction', codes: [-32100] },
  { kind: 'invalid-params', codes: [-32602, -32600, -32700, -32014, -32020, -32021] },
  { kind: 'rate-limited', statuses: [429] },
  { kind: 'unavailable', statuses: [502, 503, 504] },
]

/** Codes that say the same in every client, also of a submission. */
const plainCodes: ReadonlySet<number> = new Set([-32601, -32602, -32600, -32700, -32016, -32017])

/**
 * Classifies by the method, then by the words, then by the code. A submission is never executed, so that a code says
 * little of it; of what only reads the chain, words about transactions say nothing.
 * @returns the kind of an endpoint's error; `node-error` where nothing matches
 */
export function classify({ code, message, status, method }: Refusal): RpcErrorKind {
  const letters = lettersOf(message)
  const isSubmission = method?.includes('_sendRaw') === true
  if (revertWords.test(letters) || (code === 3 && !isSubmission)) return 'reverted'
  if (code === 4) return 'sync-timeout'
  const isReading = method !== undefined && !/send|call|estimate|simulate|create/i.test(method)
  const meaning = isReading ? null : meaningOf(letters)
  if (meaning !== null) return meaning
  // A gateway (proxyd) that says no more of a call did not get through to its nodes.
  if (code === -32000 && letters === 'internalerror') return 'unavailable'
  for (const { kind, codes, words, statuses } of rules) {
    const isCode = code !== null && codes?.includes(code) === true && (!isSubmission || plainCodes.has(code))
    if (isCode || words?.test(letters) || (status !== null && statuses?.includes(status))) return kind
  }
  return 'node-error'
}

/** @returns the kind of a refusal whose words alone were stored */
export function classifyRefusal(words: string): RpcErrorKind {
  return classify({ code: null, message: words, status: null, method: 'eth_sendRawTransaction' })
}

const brand = Symbol.for('prelude.rpc-error')

/** A failed call. `message` has the endpoint's own words where there are any. */
export class RpcError extends Error {
  readonly [brand] = true

  /** The class is known by a mark, like `Failure`: each script of the worker has its own copy of this class. */
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
  'not-now': 'transaction-rejected',
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
  ...mayHaveArrived,
  ...(['rate-limited', 'method-unavailable', 'not-allowed', 'wrong-chain'] as const),
])

/** @returns true where a contract that was called in a batch was not asked: nothing may be concluded from that */
export function isUnanswered(item: BatchItem | undefined): boolean {
  return item === undefined || (!item.ok && (!(item.error instanceof RpcError) || silent.has(item.error.kind)))
}
