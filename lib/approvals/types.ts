import type { Address, Hex } from 'viem'
import type { CodeProxy } from '@/lib/decoding/proxies'
import type { SignInTerms } from '@/lib/decoding/sign-in-terms'
import type { AccessList } from '@/lib/values/access-list'
import type { EffectView } from '@/lib/values/effect-views'
import type { Effect } from '@/lib/values/effects'
import type { FailureCode, FailureDetails } from '@/lib/values/failure'
import type { Quantity } from '@/lib/values/hex'
import type { NetworkId } from '@/lib/values/network-id'
import type { TransactionPurpose } from '@/lib/values/transaction-purpose'

/** The requester of a decision: a site's frame as the browser reports it (invariant 7), or the wallet itself. */
export type Requester =
  /** `linkOrigin`: of the page whose payment link the person followed to it, as the browser says. */
  | { kind: 'wallet'; linkOrigin?: string | undefined }
  | { kind: 'site'; origin: string; topOrigin: string | null; tabId: number | null; documentId: string | null }

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
export type { TransactionPurpose }

export type RiskLevel = 'note' | 'caution' | 'danger'
/** `code` is a key of the message catalogue (`risk_<code>`); `values` are the placeholders of its message. */
export interface Risk {
  code: string
  level: RiskLevel
  values: Record<string, string>
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

/**
 * Result of simulating on the pending state. `unavailable` is always shown. `complete`: nothing else can change for the
 * account; without it `effects` may lack some.
 */
export type Simulation =
  | { status: 'running' }
  | { status: 'unavailable'; reason: string }
  /** For several calls: the reason of the first one that reverts, and `calls` for all that do. */
  | ({ status: 'reverts'; calls?: ({ index: number } & RevertSaid)[] } & RevertSaid)
  | { status: 'succeeds'; effects: readonly Effect[]; complete: boolean }
/** A simulation as pages see it: its effects are among those of the preview. */
export type SimulationView = Exclude<Simulation, { status: 'succeeds' }> | { status: 'succeeds'; complete: boolean }
/** `reason` is the contract's text; `code` is set if the catalogue has a message for it (`revert_<code>`). */
export interface RevertSaid {
  reason: string
  code?: string
}
/** A contract's own name. `decimals` is `null` where its amounts have no unit. */
export interface ContractName {
  symbol: string
  name: string
  decimals: number | null
}

/** What the transaction does. `code` is a key of the message catalogue (`does_<code>`). */
export interface Description {
  code: string
  values: Record<string, string>
  /** The address that receives or may take something; `null` if there is none. */
  counterparty: Address | null
}

/** A call inside a call, as it is shown. */
export interface InnerCallView {
  description: Description
  /** Who makes it; `null`: the account. */
  caller: Address | null
  effects: EffectView[]
  /** Of this call alone. */
  risks: Risk[]
  /** False where data that is not understood reads exactly like this call: whether it is made is not known. */
  isCertain: boolean
  inner: InnerCallView[]
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

/** A decision with its state: the database row with its JSON texts parsed. */
export interface Approval {
  id: string
  requester: Requester
  networkId: NetworkId
  /** The chain that what is signed is for. */
  chainId: number
  account: Address | null
  request: ApprovalRequest
  /** Facts shown beside the request. The digest covers them, except for the live fee. */
  shown: Shown
  digest: Hex
  status: 'waiting' | 'approved' | 'done' | 'rejected' | 'cancelled' | 'expired'
  decision: Decision | null
  requestKey: string | null
  createdAt: number
  expiresAt: number
}

export interface Shown {
  /** Wei; `null` if nothing is paid, or if it is not known yet: then a transaction cannot be approved. */
  feeCeiling: Quantity | null
  /**
   * Wei that the L1 and the operator fee may have risen to when it is approved, rounded up; absent where there are
   * none. A signature does not limit them.
   */
  addedFeeCeiling?: Quantity
  fee: {
    maxFeePerGas: Quantity
    maxPriorityFeePerGas: Quantity
    gas: Quantity
    /** For `calls`: gas of each transaction, in order; `gas` is the sum. */
    gasOfCalls?: Quantity[]
    /** On a chain without EIP-1559: type 0x0 is signed, and both fees are its gas price. */
    pricing?: 'legacy'
  } | null
  noncePolicy: 'next' | number | null
  /** Status and balance changes of the simulation, as canonical text. */
  outcome: string | null
  risks: Risk[]
  /** For `payment`: JSON text of what is signed. Without it the payment cannot be approved. */
  plan?: string
}

export interface Decision {
  /** For `connect`: the chosen accounts, the active one first. */
  accounts?: Address[]
}

/** The stored approvals. They outlive the worker. */
export interface Approvals {
  add(input: {
    /** Set by callers that need the id before the approval exists. */
    id?: string | undefined
    requester: Requester
    networkId: NetworkId
    account: Address | null
    request: ApprovalRequest
    shown: Shown
    requestKey: string | null
  }): Promise<Approval>
  get(id: string): Promise<Approval | undefined>
  /** Waiting approvals, oldest first. */
  waiting(): Promise<Approval[]>
  /** Approved and not yet carried out, oldest first. After a start: those that the last worker left. */
  approved(): Promise<Approval[]>
  /**
   * Replaces what is shown and recomputes the digest. The risks of the site and of the network stay.
   * @throws Failure `approval-gone`
   */
  show(id: string, shown: Shown): Promise<Approval>
  /**
   * As `show`, with another network.
   * @throws Failure `approval-gone`
   */
  choose(id: string, chosen: { networkId: NetworkId; shown: Shown }): Promise<Approval>
  /**
   * Replaces the request and clears what was shown: nothing can be approved before the next `show`.
   * @throws Failure `approval-gone`
   */
  revise(id: string, request: ApprovalRequest): Promise<Approval>
  /**
   * Approves what the person saw.
   * @param digest of what was shown
   * @throws Failure `approval-gone`, `approval-changed`, `fee-above-ceiling`, `invalid-input`
   */
  approve(id: string, digest: Hex, decision: Decision): Promise<Approval>
  /**
   * Checks that the approval releases a signature: it is approved, and its content matches its digest (invariant 2).
   * @throws Failure `approval-gone`, `approval-changed`, `fee-above-ceiling`
   */
  verify(id: string): Promise<Approval>
  /** @throws Failure `approval-gone` unless approved */
  done(id: string): Promise<void>
  /** @throws Failure `approval-gone` unless waiting */
  reject(id: string): Promise<void>
  /**
   * Ends the waiting approvals that match.
   * @returns those that ended
   */
  cancel(matches: (approval: Approval) => boolean, status: 'cancelled' | 'expired'): Promise<Approval[]>
  /** Called after each change was stored. Returns the end of listening. */
  onChange(listener: (approval: Approval) => void): () => void
}
