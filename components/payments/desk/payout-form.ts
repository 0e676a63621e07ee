import type { PayoutContract } from './use-payout-contract'

/** A payout as a form worked it out, ready for a decision. */
export interface ReadyPayout {
  legs: { to: `0x${string}`; amount: bigint }[]
  calls: { to: `0x${string}`; data: `0x${string}` }[]
}

/** What both forms of a payout are given: amounts, or shares of one amount. */
export interface PayoutFormProps {
  contract: Extract<PayoutContract, { state: 'ready' }> | null
  /** `null` while it is empty or already used. */
  reference: `0x${string}` | null
  onReady(ready: ReadyPayout): Promise<void>
}
