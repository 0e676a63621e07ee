import type { Address, Hex } from 'viem'
import type { EffectView } from '@/lib/base/effect-views'
import type { FailureCode, FailureDetails } from '@/lib/base/failure'
import type { Quantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { TransactionPurpose } from '@/lib/base/transaction-purpose'
import type { ContractName, Description, InnerCallView } from '@/lib/reading/calls/description'
import type { CodeProxy } from '@/lib/reading/calls/proxies'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { SignInTerms } from '@/lib/reading/messages/sign-in-terms'
import type { SimulationView } from '@/lib/reading/simulation/simulation'

/** The requester of a decision: a site's frame as the browser reports it (invariant 7), or the wallet itself. */
export type Requester =
  /** `linkOrigin`: of the page whose payment link the person followed to it, as the browser says. */
  | { kind: 'wallet'; linkOrigin?: string | undefined }
  | { kind: 'site'; origin: string; topOrigin: string | null; tabId: number | null; documentId: string | null }

/** The question to the person, by kind of decision. */
export type ApprovalRequest =
  /** `signIn`: an EIP-4361 message to sign with the first account that the person chooses. */
  | { kind: 'connect'; signIn?: SignInTerms }
  | { kind: 'transaction'; transaction: TransactionRequest; purpose: TransactionPurpose; replaces: string | null }
  /** `version` is set for the draft 1.0 of EIP-5792: its page is answered with the batch's id alone. */
  | {
      kind: 'calls'
      calls: TransactionRequest[]
      batchId: string
      version?: '1.0'
      atomic?: AtomicBatch
      /** Each call takes the place, and the nonce, of the transaction with this id. Only the wallet sets it. */
      cancels?: string[]
    }
  | { kind: 'message'; message: Hex }
  | { kind: 'typed-data'; typedData: string }
  /** `thenSign`: JSON text of typed data for that chain. A decision about signing it follows the switch. */
  | { kind: 'switch-network'; networkId: NetworkId; thenSign?: string }
  | {
      kind: 'add-network'
      chainId: number
      name: string
      rpcUrls: string[]
      symbol: string
      explorerUrl: string | null
    }
  | { kind: 'add-token'; address: Address; symbol: string; decimals: number }
  /** `id` is decimal text; name and standard are the contract's. */
  | { kind: 'add-item'; address: Address; id: string; name: string; standard: 'erc721' | 'erc1155' }
  /** The payment for an HTTP 402 answer. `shown.plan` holds what is signed for it. */
  | { kind: 'payment'; paymentId: string; url: string; method: string }

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

export type ApprovalKind = ApprovalRequest['kind']

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
  /** Those of the contracts that are called which run the code of another, by their addresses in lower case. */
  proxies?: Record<string, CodeProxy>
  /** Decimal text: wei left on the pending state after value and fee ceiling; negative if the balance is too small. */
  remaining: string | null
  /** Why the chain could not be asked just now. */
  failure?: { code: FailureCode; details: FailureDetails } | null
}

/** How far a decision has got. */
export type ApprovalStatus = 'waiting' | 'approved' | 'done' | 'rejected' | 'cancelled' | 'expired'
