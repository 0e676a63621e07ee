import { BaseError } from 'viem'

/**
 * Replaces viem's classes for errors of nodes, of which a bundler cannot drop the unused ones: the wallet classifies
 * errors in `errors.ts`. Serializing a transaction throws two of them; the other parts of viem that the extension uses
 * need none.
 */
export class FeeCapTooHighError extends BaseError {
  constructor() {
    super('`maxFeePerGas` is above 2^256-1.', { name: 'FeeCapTooHighError' })
  }
}
export class TipAboveFeeCapError extends BaseError {
  constructor() {
    super('`maxPriorityFeePerGas` is above `maxFeePerGas`.', { name: 'TipAboveFeeCapError' })
  }
}
export const ExecutionRevertedError = undefined
export const FeeCapTooLowError = undefined
export const InsufficientFundsError = undefined
export const IntrinsicGasTooHighError = undefined
export const IntrinsicGasTooLowError = undefined
export const NonceMaxValueError = undefined
export const NonceTooHighError = undefined
export const NonceTooLowError = undefined
export const TransactionTypeNotSupportedError = undefined
export const UnknownNodeError = undefined
