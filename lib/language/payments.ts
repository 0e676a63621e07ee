import type { Address, Hash, Hex } from 'viem'
import type { AuthorizationState, EvidenceEvent } from '@/lib/base/authorization'
import type { Quantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { FailureView } from './views'

/**
 * Payments on the chain: the slices `authorizations`, `transfers`, `chainHead` and `channels`. Times are ms since the
 * epoch unless named otherwise.
 */

/** A signature that lets somebody take money. */
export interface AuthorizationView {
  id: string
  /** A `TypedDataKind` of `lib/reading/calls`. */
  kind: string
  /** The contract that accepts it. */
  contract: Address | null
  token: Address | null
  /** Who may take the money. */
  spender: Address | null
  /** Who receives it, where that is fixed. */
  recipient: Address | null
  /** The most that can be taken, in each period where there are periods. `null`: the data names no amount. */
  amount: Quantity | null
  used: Quantity
  /** What can still be taken; `null` where that is unknown. */
  remaining: Quantity | null
  /** Unix seconds. */
  validAfterSeconds: number | null
  validBeforeSeconds: number | null
  deadlineSeconds: number | null
  /** Seconds after which the same amount can be taken again. */
  period: number | null
  nonce: string | null
  digest: Hash
  origin: string | null
  paymentId: string | null
  state: AuthorizationState
  /** The chain holds it: it was submitted to its contract. */
  isOnChain: boolean
  /** The sealed chain does not show the state yet. */
  isProvisional: boolean
  evidence: { event: EvidenceEvent; amount: Quantity | null; hash: Hash; blockNumber: number; isSealed: boolean }[]
  createdAt: number
  checkedAt: number | null
}

export interface TransferView {
  /** Names the transfer and the block it is in. */
  key: string
  networkId: NetworkId
  token: Address
  from: Address
  to: Address
  amount: Quantity
  /** The reference (bytes32) in the log right after the transfer. */
  memo: Hash | null
  hash: Hash
  blockNumber: number
  logIndex: number
  /**
   * Its place, from 0 on, among the transfers of its transaction with the same token, sender, receiver and amount. Left
   * out of the first one.
   */
  ordinal?: number
  /** `false`: only pre-confirmed. */
  isSealed: boolean
  at: number
}

/** A payment channel (x402 `batch-settlement`) as the wallet's own records have it. */
export interface ChannelView {
  channelId: Hex
  /** The site whose answers it pays for. */
  origin: string
  /** The contract knows the channel by it; taking the money back needs it. */
  config: {
    payer: Address
    payerAuthorizer: Address
    receiver: Address
    receiverAuthorizer: Address
    token: Address
    /** Seconds. */
    withdrawDelay: number
    salt: Hash
  }
  /**
   * Sum of the highest voucher signed: the most that the merchant can claim in all. `null` where it is not known, as of
   * a channel that was found on the chain.
   */
  signed: Quantity | null
  /** `stopped`: the merchant's sum differs from what was signed, so no more vouchers are signed. */
  state: 'opening' | 'open' | 'stopped' | 'withdrawing' | 'closed'
  createdAt: number
}

/** How far the chain was read: every block from `from` to `to`. Numbers are `null` before the first reading. */
export interface ReadingView {
  from: number | null
  /** When block `from` was made; `null` where that is not known. */
  fromAt: number | null
  to: number | null
  /** All that is to be read was read at least once. */
  isRead: boolean
  /** Why it was read no further; `null` where it was. */
  failure: FailureView | null
}

export interface ChainHeadView {
  number: number
  /** The block's own time, Unix seconds. */
  chainSeconds: number
  /** The device's time when it was read. */
  readAt: number
  /** Time from one block to the next, ms. */
  blockMs: number | null
}
