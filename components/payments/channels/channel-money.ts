import type { ChannelView } from '@/lib/language/payments'
import type { ChannelFacts } from '@/lib/payments/shared/channel-facts'

/** A channel as its chain has it: sealed, and with what is only pre-confirmed. */
export interface ChannelReading {
  sealed: ChannelFacts
  pending: ChannelFacts
  /** The newest sealed block's time (Unix seconds), and the device's (ms) when it was read. */
  chainSeconds: number
  readAt: number
}

export type ChannelPhase =
  /** Its deposit is not sealed yet. */
  | 'opening'
  | 'open'
  /** No more vouchers are signed; the money is still in the channel. */
  | 'stopped'
  /** The merchant may claim until the delay is over. */
  | 'withdrawing'
  /** The delay is over. */
  | 'ready'
  | 'empty'

export interface ChannelMoney {
  phase: ChannelPhase
  /** A transaction of the channel is not sealed yet: no other may be started. */
  isMoving: boolean
  /** Not claimed yet, by either side. */
  inside: bigint
  /** The most that the merchant may still claim of that. */
  claimable: bigint
  /** What only the payer can get. */
  left: bigint
  /** What a withdrawal brings back, at least and at most, and from when on (Unix seconds). */
  withdrawal: { least: bigint; most: bigint; readyAt: number } | null
}

/**
 * How a channel's money is divided at `nowSeconds` (Unix, the chain's time). The contract returns at most what was
 * asked for and is unclaimed.
 */
export function channelMoney(
  { signed, state, config }: Pick<ChannelView, 'signed' | 'state' | 'config'>,
  { sealed, pending }: Pick<ChannelReading, 'sealed' | 'pending'>,
  nowSeconds: number,
): ChannelMoney {
  const inside = sealed.balance - sealed.claimed
  // Where it is not known what was signed, it may be all of it.
  const promised = (signed === null ? sealed.balance : least(BigInt(signed), sealed.balance)) - sealed.claimed
  const claimable = promised > 0n ? promised : 0n
  const left = inside - claimable
  const begun = sealed.withdrawal
  const withdrawal =
    begun === null
      ? null
      : {
          least: least(begun.amount, left),
          most: least(begun.amount, inside),
          readyAt: begun.since + config.withdrawDelay,
        }
  const isMoving = pending.balance !== sealed.balance || pending.withdrawal?.since !== sealed.withdrawal?.since
  const common = { isMoving, inside, claimable, left, withdrawal }
  if (withdrawal !== null) return { ...common, phase: nowSeconds < withdrawal.readyAt ? 'withdrawing' : 'ready' }
  if (inside > 0n) return { ...common, phase: signed === null || state === 'stopped' ? 'stopped' : 'open' }
  return { ...common, phase: pending.balance > pending.claimed || state === 'opening' ? 'opening' : 'empty' }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
