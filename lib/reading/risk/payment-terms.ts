import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** 10 %, in hundredths of a percent. */
const highFeeBps = 1_000n
const longDelaySeconds = 7n * 86_400n

/** Risk of a high escrow fee: the operator may keep this share of the payment. */
export const escrowFee: TypedDataRule = ({ typedData, meaning }) => {
  if (meaning?.kind !== 'escrow-payment') return []
  const fee = BigInt(String(typedData.message.maxFeeBps))
  return fee >= highFeeBps ? [risk('caution', 'escrow-fee', { percent: String(Number(fee) / 100) })] : []
}

/** Risk of a long withdrawal delay: money in the payment channel comes back only after it. */
export const channelDelay: TypedDataRule = ({ typedData, meaning }) => {
  if (meaning?.kind !== 'x402-channel') return []
  const delay = BigInt(String(typedData.message.withdrawDelay))
  return delay > longDelaySeconds ? [risk('caution', 'channel-delay', { days: String(delay / 86_400n) })] : []
}
