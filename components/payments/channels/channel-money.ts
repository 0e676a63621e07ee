import type { ChannelView } from '@/lib/messaging/payments'
import type { ChannelFacts } from '@/lib/payments/channel-facts'

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
  /** No more vouchers are given; the money is in it still. */
  | 'stopped'
  /** Until its delay is over the merchant may claim. */
  | 'withdrawing'
  /** The delay is over. */
  | 'ready'
  | 'empty'

export interface ChannelMoney {
  phase: ChannelPhase
  /** Something of it was sent, and is not sealed yet: nothing new is to be begun. */
  isMoving: boolean
  /** Not claimed yet, whoever will get it. */
  inside: bigint
  /** The most that the merchant may still claim of that. */
  claimable: bigint
  /** Nobody but the payer gets this. */
  left: bigint
  /** Of a withdrawal: what it brings back, at least and at most, and from when on (Unix seconds). */
  withdrawal: { least: bigint; most: bigint; readyAt: number } | null
}

/** What is whose in a channel at this time of its chain (Unix seconds). The contract gives back no more than is asked for and no more than is unclaimed. */
export function channelMoney(
  { signed, state, config }: Pick<ChannelView, 'signed' | 'state' | 'config'>,
  { sealed, pending }: Pick<ChannelReading, 'sealed' | 'pending'>,
  nowSeconds: number,
): ChannelMoney {
  const inside = sealed.balance - sealed.claimed
  const promised = least(BigInt(signed), sealed.balance) - sealed.claimed
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
  if (inside > 0n) return { ...common, phase: state === 'stopped' ? 'stopped' : 'open' }
  return { ...common, phase: pending.balance > pending.claimed || state === 'opening' ? 'opening' : 'empty' }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
