import type { Hash } from 'viem'
import { Failure, type FailureCode, failureIn } from '@/lib/base/failure'
import { RpcError } from '@/lib/base/rpc/errors'
import type { RpcErrorKind } from '@/lib/base/rpc/types'
import type { DappError } from '@/lib/language/dapp'

/** Error codes that pages get, by the standard that defines them. */
export const errorCodes = {
  /** EIP-1193: the person rejected the request. */
  userRejected: 4001,
  /** EIP-1193: the site is not permitted to do this. */
  unauthorized: 4100,
  /** EIP-1193: a known method that the wallet does not support. */
  unsupported: 4200,
  /** EIP-1193: the wallet is not reachable. */
  disconnected: 4900,
  /** EIP-1193: the chain is not reachable. */
  chainDisconnected: 4901,
  /** EIP-3326: the chain was not added to the wallet. */
  unknownChain: 4902,
  // JSON-RPC 2.0 and EIP-1474.
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** EIP-1474 "resource unavailable", used for: a request of this kind waits already. */
  pending: -32002,
  transactionRejected: -32003,
  methodNotSupported: -32004,
  limitExceeded: -32005,
  // EIP-5792.
  unsupportedCapability: 5700,
  unsupportedChainId: 5710,
  duplicateId: 5720,
  unknownBundle: 5730,
  bundleTooLarge: 5740,
  atomicityNotSupported: 5760,
  /** EIP-7966: sent, and not included within the timeout. */
  executionTimedOut: 4,
} as const

const brand = Symbol.for('prelude.provider-error')

/** An error for the page. Its message tells nothing that the page may not know. */
export class ProviderError extends Error {
  readonly [brand] = true

  /** The class is known by a mark, like `Failure`: in Firefox each script of the worker has its own copy of it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value
  }

  override readonly name = 'ProviderError'
  readonly code: number
  /** The `data` of the page's error; `undefined` for none. */
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const userRejected = () => new ProviderError(errorCodes.userRejected, 'The person refused the request.')
export const chainLeft = () =>
  new ProviderError(errorCodes.chainDisconnected, 'This site moved to another chain meanwhile.')
export const unauthorized = (
  message = 'This site is not connected to the wallet. Ask for eth_requestAccounts first.',
) => new ProviderError(errorCodes.unauthorized, message)
export const alreadyPending = () =>
  new ProviderError(errorCodes.pending, 'Such a request waits for the person already.')
export const unsupported = (message: string) => new ProviderError(errorCodes.unsupported, message)
export const invalidParams = (message: string) => new ProviderError(errorCodes.invalidParams, message)
export const limitExceeded = (message: string) => new ProviderError(errorCodes.limitExceeded, message)

/** @param timeout ms */
export const executionTimedOut = (hash: Hash, timeout: number) =>
  new ProviderError(
    errorCodes.executionTimedOut,
    `The transaction was sent and not included within ${timeout} ms.`,
    hash,
  )

export const muted = () => limitExceeded('The person muted this site after refusing its requests. Try again later.')

/** Codes for failures without a JSON-RPC error of the node. */
const codeOfKind: Partial<Record<RpcErrorKind, number>> = {
  unreachable: errorCodes.chainDisconnected,
  timeout: errorCodes.chainDisconnected,
  unavailable: errorCodes.chainDisconnected,
  'not-json-rpc': errorCodes.chainDisconnected,
  'invalid-reply': errorCodes.chainDisconnected,
  'wrong-chain': errorCodes.chainDisconnected,
  'not-allowed': errorCodes.chainDisconnected,
  'rate-limited': errorCodes.limitExceeded,
  'method-unavailable': errorCodes.methodNotSupported,
}

const codeOfFailure: Partial<Record<FailureCode, number>> = {
  'approval-gone': errorCodes.userRejected,
  'approval-changed': errorCodes.userRejected,
  locked: errorCodes.userRejected,
  'signer-taken-back': errorCodes.userRejected,
  'signer-unsupported': errorCodes.methodNotSupported,
  'endpoint-unreachable': errorCodes.chainDisconnected,
  'endpoint-not-json-rpc': errorCodes.chainDisconnected,
  'endpoint-wrong-chain': errorCodes.chainDisconnected,
  'endpoint-rate-limited': errorCodes.limitExceeded,
  'conditions-not-taken': errorCodes.unsupportedCapability,
  'conditions-over': errorCodes.transactionRejected,
  'insufficient-funds': errorCodes.transactionRejected,
  'nonce-taken': errorCodes.transactionRejected,
  'replacement-underpriced': errorCodes.transactionRejected,
  'transaction-rejected': errorCodes.transactionRejected,
  'fee-above-ceiling': errorCodes.transactionRejected,
  'would-revert': errorCodes.transactionRejected,
  'network-unknown': errorCodes.unknownChain,
  'invalid-address': errorCodes.invalidParams,
  'invalid-amount': errorCodes.invalidParams,
  'invalid-input': errorCodes.invalidParams,
}

/** True for an error with words for a page. Any other is a fault of the wallet's own. */
export function isForPages(cause: unknown): boolean {
  return cause instanceof ProviderError || cause instanceof RpcError || cause instanceof Failure
}

/** The error that a page gets for a thrown value. Code, message and data of a node's error are passed on unchanged. */
export function toDappError(cause: unknown): DappError {
  if (cause instanceof ProviderError) {
    const { code, message, data } = cause
    return data === undefined ? { code, message } : { code, message, data }
  }
  if (cause instanceof RpcError) return fromRpcError(cause)
  const failure = failureIn(cause)
  if (failure !== null) {
    if (failure.cause instanceof RpcError) return fromRpcError(failure.cause)
    const message = typeof failure.details.message === 'string' ? failure.details.message : sentenceOf(failure.code)
    return { code: codeOfFailure[failure.code] ?? errorCodes.internal, message }
  }
  return { code: errorCodes.internal, message: 'Something went wrong inside the wallet.' }
}

function fromRpcError({ code, kind, message, data }: RpcError): DappError {
  const error = { code: code ?? codeOfKind[kind] ?? errorCodes.internal, message }
  return data === undefined ? error : { ...error, data }
}

/** A sentence for the page's developer. The person reads the message catalogue. */
function sentenceOf(code: FailureCode): string {
  return `The wallet could not do this: ${code.replaceAll('-', ' ')}.`
}
