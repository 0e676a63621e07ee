import { BaseError } from 'viem'

/**
 * In the place of viem's list of what nodes answer, which no bundler can take apart: the wallet reads those answers in `errors.ts`. Of the list,
 * serializing a transaction throws two; nothing else of viem that the extension uses looks at it.
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
