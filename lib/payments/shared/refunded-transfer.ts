import type { Address, Hash } from 'viem'
import { isSameAddress } from '@/lib/base/hex'

/** A transfer of a token as refunds know it, in whichever block and at whichever index its log stands. */
export interface RefundableTransfer {
  /** Lower case. */
  hash: Hash
  token: Address
  from: Address
  /** In the token's smallest unit. */
  amount: bigint
  /** Its place, from 0 on, among the transfers of its transaction that are equal to it. */
  ordinal: number
}

interface Logged {
  token: Address
  from: Address
  to: Address
  amount: bigint
  hash: Hash | null
  blockHash?: Hash | null
  logIndex: number | bigint
}

/**
 * The place of each transfer among those of the same transaction, token, sender, receiver and amount, by their logs: a
 * reorganisation may give them other indices, and leaves them in this order.
 */
export function ordinalsOf<Transfer extends Logged>(transfers: readonly Transfer[]): Map<Transfer, number> {
  const equals = Map.groupBy(transfers, ({ hash, blockHash, token, from, to, amount }) =>
    [hash, blockHash, token, from, to, amount].join(':'),
  )
  const ordinals = new Map<Transfer, number>()
  for (const group of equals.values())
    group
      .toSorted((left, right) => Number(left.logIndex) - Number(right.logIndex))
      .forEach((transfer, ordinal) => {
        ordinals.set(transfer, ordinal)
      })
  return ordinals
}

/** A refund, as far as it says for which transfer it was reserved. */
export interface RefundOf {
  /** `<hash>:<index of the log>`, as it was then. */
  transfer: string
  token: Address
  to: Address
  which: { amount: bigint; ordinal: number } | null
}

/**
 * True for a refund that was reserved for this transfer. If a refund does not say which of several transfers it gives
 * back, this is true for each of them: none is refunded twice.
 */
export function isRefundOf(refund: RefundOf, { hash, token, from, amount, ordinal }: RefundableTransfer): boolean {
  return (
    refund.transfer.startsWith(`${hash.toLowerCase()}:`) &&
    isSameAddress(refund.token, token) &&
    isSameAddress(refund.to, from) &&
    (refund.which === null || (refund.which.amount === amount && refund.which.ordinal === ordinal))
  )
}
