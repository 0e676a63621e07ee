import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

const highFeeBps = 1_000n
const longDelaySeconds = 7n * 86_400n

/** Escrow: the operator may keep so much of the payment as its fee. */
export const escrowFee: TypedDataRule = ({ typedData, meaning }) => {
  if (meaning?.kind !== 'escrow-payment') return []
  const fee = BigInt(String(typedData.message.maxFeeBps))
  return fee >= highFeeBps ? [risk('caution', 'escrow-fee', { percent: String(Number(fee) / 100) })] : []
}

/** A payment channel: the money comes back only after this wait. */
export const channelDelay: TypedDataRule = ({ typedData, meaning }) => {
  if (meaning?.kind !== 'x402-channel') return []
  const delay = BigInt(String(typedData.message.withdrawDelay))
  return delay > longDelaySeconds ? [risk('caution', 'channel-delay', { days: String(delay / 86_400n) })] : []
}
