import type { EffectView } from '@/lib/base/effect-views'
import type { FailureCode, FailureDetails } from '@/lib/base/failure'
import type { Quantity } from '@/lib/base/hex'
import type { TransactionPurpose } from '@/lib/base/transaction-purpose'
import type { ContractName, Description, InnerCallView } from '@/lib/reading/calls/description'
import type { CodeProxy } from '@/lib/reading/calls/proxies'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { SimulationView } from '@/lib/reading/simulation/simulation'

/** The requester of a decision: a site's frame as the browser reports it (invariant 7), or the wallet itself. */
export type Requester =
  /**
   * `linkOrigin`: of the page whose payment link the person followed to it, as the browser says. `statedPurpose`: what
   * a payment link says that it is for.
   */
  | { kind: 'wallet'; linkOrigin?: string | undefined; statedPurpose?: string | undefined }
  | { kind: 'site'; origin: string; topOrigin: string | null; tabId: number | null; documentId: string | null }

/**
 * What each kind of decision asks the person. A kind declares its own request, beside what the worker does with it:
 * `lib/decisions/kinds`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the kinds add its members
export interface Requests {}

export type ApprovalKind = keyof Requests
export type ApprovalRequest = { [Kind in ApprovalKind]: { kind: Kind } & Requests[Kind] }[ApprovalKind]
export type RequestOf<Kind extends ApprovalKind> = Extract<ApprovalRequest, { kind: Kind }>

/**
 * A part without which a decision cannot be approved. `accounts`: the person chooses them. `fee`: of the transactions
 * that are sent. `plan`: what is paid, and how.
 */
export type Need = 'accounts' | 'fee' | 'plan'

/**
 * How calls are made where the account can make them together, in one transaction of which all happens or nothing.
 * Absent: it cannot, and they are made one after the other.
 */
export interface AtomicBatch {
  /** `once`: a second transaction ends the delegation again. `apart`: one after the other. */
  choice: 'once' | 'keep' | 'apart'
  /** True if the site does not let them be made one after the other. */
  isRequired: boolean
  /** True if the account runs the code of the delegate before: nothing is to be ended then. */
  isDelegated: boolean
}

export type FeeSpeed = 'slow' | 'normal' | 'fast' | 'custom'

export interface FeeChoice {
  speed: FeeSpeed
  maxFeePerGas: Quantity
  maxPriorityFeePerGas: Quantity
  /** Wei: gas × (base fee + tip), without the L1 fee. */
  expected: Quantity
  /** Wei: gas × maxFeePerGas, without the L1 fee. */
  ceiling: Quantity
  /** Measured ms until pre-confirmed, or until sealed on a network without pre-confirmations; `null` if unknown. */
  expectedMs: number | null
}

/** Whether a network takes transactions under conditions; its newest sealed block, and what one takes, as measured. */
export interface ConditionSupport {
  isTaken: boolean
  block: Quantity | null
  /** Ms; `null` where it could not be measured. */
  blockMs: number | null
}

/** How a chain prices gas: with a base fee (EIP-1559), or by one gas price. */
export type Pricing = 'eip1559' | 'legacy'

/** Everything shown for a transaction. The approval's digest covers the fields marked (digest). */
export interface TransactionPreview {
  /** (digest) */
  transaction: TransactionRequest & { gas: Quantity }
  /** (digest) */
  purpose: TransactionPurpose
  description: Description
  /** For `calls`: one description per call, in order. */
  calls?: Description[]
  /** The calls inside the transaction, or inside each of `calls`, in order. */
  inside: InnerCallView[][]
  /** `null` until known. Refreshed while the person reads. */
  fee: null | {
    /** (digest) */
    pricing: Pricing
    choices: FeeChoice[]
    chosen: FeeSpeed
    /** Wei; `null` if the chain has no fee oracle, or it did not answer. */
    l1Fee: Quantity | null
    operatorFee: Quantity | null
    /** (digest) Wei: both of them when it is approved, at most; `null` where there are none. */
    addedFeeCeiling: Quantity | null
    /** (digest) Highest gas cost in wei: the ceiling of the chosen speed. */
    ceiling: Quantity
  }
  /** (digest) `next`: the next free nonce at approval. */
  nonce: { policy: 'next'; expected: number | null } | { policy: 'fixed'; value: number }
  simulation: SimulationView
  /** Everything that would change for the account: as simulated, and as the calls say where that tells more. */
  effects: EffectView[]
  /** The contracts that the effects are about, by their addresses in lower case. */
  contracts: Record<string, ContractName>
  /** The called contracts that run the code of another contract, by their addresses in lower case. */
  proxies?: Record<string, CodeProxy>
  /** Decimal text: wei left on the pending state after value and fee ceiling; negative if the balance is too small. */
  remaining: string | null
  /** Why the chain could not be asked just now. */
  failure?: { code: FailureCode; details: FailureDetails } | null
}

/** How far a decision has got. `chain-left`: it was of a chain that its site left. */
export type ApprovalStatus = 'waiting' | 'approved' | 'done' | 'rejected' | 'cancelled' | 'chain-left' | 'expired'
