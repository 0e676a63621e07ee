import type { DappError } from '@/lib/messaging/dapp'
import { RpcError } from '@/lib/rpc/errors'
import type { RpcErrorKind } from '@/lib/rpc/types'
import { Failure, type FailureCode } from '@/lib/values/failure'

/** The numbers a page gets, and where they come from. */
export const errorCodes = {
  /** EIP-1193: the person refused. */
  userRejected: 4001,
  /** EIP-1193: the site has no permission for this. */
  unauthorized: 4100,
  /** EIP-1193: known and not supported. */
  unsupported: 4200,
  /** EIP-1193: the wallet itself is not reachable. */
  disconnected: 4900,
  /** EIP-1193: the chain is not reachable. */
  chainDisconnected: 4901,
  /** EIP-3326: the chain has not been added. */
  unknownChain: 4902,
  /** JSON-RPC 2.0 and EIP-1474 from here on. */
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** A request of that kind waits already. */
  pending: -32002,
  transactionRejected: -32003,
  methodNotSupported: -32004,
  limitExceeded: -32005,
  /** EIP-5792. */
  unsupportedCapability: 5700,
  unsupportedChainId: 5710,
  duplicateId: 5720,
  unknownBundle: 5730,
  bundleTooLarge: 5740,
  atomicityNotSupported: 5760,
} as const

/** An error as the page gets it; its message never carries more than the page may know. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const userRejected = () => new ProviderError(errorCodes.userRejected, 'The person refused the request.')
export const unauthorized = (
  message = 'This site is not connected to the wallet. Ask for eth_requestAccounts first.',
) => new ProviderError(errorCodes.unauthorized, message)
export const alreadyPending = () =>
  new ProviderError(errorCodes.pending, 'Such a request waits for the person already.')
export const unsupported = (message: string) => new ProviderError(errorCodes.unsupported, message)
export const invalidParams = (message: string) => new ProviderError(errorCodes.invalidParams, message)
export const limitExceeded = (message: string) => new ProviderError(errorCodes.limitExceeded, message)

export const muted = () => limitExceeded('The person muted this site after refusing its requests. Try again later.')

/** Without a JSON-RPC error from the endpoint there is no code to pass on. */
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
  'endpoint-unreachable': errorCodes.chainDisconnected,
  'endpoint-not-json-rpc': errorCodes.chainDisconnected,
  'endpoint-wrong-chain': errorCodes.chainDisconnected,
  'endpoint-rate-limited': errorCodes.limitExceeded,
  'insufficient-funds': errorCodes.transactionRejected,
  'replacement-underpriced': errorCodes.transactionRejected,
  'transaction-rejected': errorCodes.transactionRejected,
  'fee-above-ceiling': errorCodes.transactionRejected,
  'would-revert': errorCodes.transactionRejected,
  'network-unknown': errorCodes.unknownChain,
  'invalid-address': errorCodes.invalidParams,
  'invalid-amount': errorCodes.invalidParams,
  'invalid-input': errorCodes.invalidParams,
}

/** Any thrown thing as the error a page gets. A node's own code, words and data are passed on as they came. */
export function toDappError(cause: unknown): DappError {
  if (cause instanceof ProviderError) return { code: cause.code, message: cause.message }
  if (cause instanceof RpcError) return fromRpcError(cause)
  if (cause instanceof Failure) {
    if (cause.cause instanceof RpcError) return fromRpcError(cause.cause)
    const message = typeof cause.details.message === 'string' ? cause.details.message : sentenceOf(cause.code)
    return { code: codeOfFailure[cause.code] ?? errorCodes.internal, message }
  }
  return { code: errorCodes.internal, message: 'Something went wrong inside the wallet.' }
}

function fromRpcError({ code, kind, message, data }: RpcError): DappError {
  const error = { code: code ?? codeOfKind[kind] ?? errorCodes.internal, message }
  return data === undefined ? error : { ...error, data }
}

/** Words for a developer; the person reads those of the message catalogue. */
function sentenceOf(code: FailureCode): string {
  return `The wallet could not do this: ${code.replaceAll('-', ' ')}.`
}
