import type { Address, Hex } from 'viem'
import type { AccessList } from '@/lib/base/access-list'
import type { Quantity } from '@/lib/base/hex'

/** A transaction as requested. The wallet fills in absent fields. */
export interface TransactionRequest {
  to: Address | null
  value: Quantity
  data: Hex
  /** Absent instead of empty. */
  accessList?: AccessList
  gas?: Quantity
  maxFeePerGas?: Quantity
  maxPriorityFeePerGas?: Quantity
  nonce?: number
  /**
   * Type 0x4: with an authorization that makes the account run the code of this contract, or none (the zero address).
   * Only the wallet sets it (EIP-7702).
   */
  delegate?: Address
  /** With `delegate`: the own account that authorizes, where it is not the sender. The call is of that account. */
  authority?: Address
  /** Set once the wallet or the person changed the allowance that this call gives. */
  allowance?: {
    /** `data` as the site sent it. */
    asked: Hex
    /**
     * The amount that the wallet proposed, in the token's smallest unit: the account's balance, or the sum that the
     * later calls take. `null` if it proposed none.
     */
    proposed: { amount: Quantity; from: 'balance' | 'calls' } | null
  }
}
