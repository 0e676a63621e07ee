import type { Address, Hex } from 'viem'
import type { AccessList } from '@/lib/values/access-list'
import type { FailureCode, FailureDetails } from '@/lib/values/failure'
import type { Quantity } from '@/lib/values/hex'

/** Who asks: the frame's origin as the browser reports it (invariant 7), or the wallet itself. */
export type Requester =
  | { kind: 'wallet' }
  | { kind: 'site'; origin: string; topOrigin: string | null; tabId: number | null; documentId: string | null }

/** A transaction as asked for; whatever is absent the wallet works out. */
export interface TransactionRequest {
  to: Address | null
  value: Quantity
  data: Hex
  /** Never empty: one without entries is none. */
  accessList?: AccessList
  gas?: Quantity
  maxFeePerGas?: Quantity
  maxPriorityFeePerGas?: Quantity
  nonce?: number
  /**
   * Of a call that lets somebody take tokens, where another amount than the one asked for was put into `data`, or was
   * and is no more.
   */
  allowance?: {
    /** `data` as the site sent it. */
    asked: Hex
    /**
     * The amount that the wallet put in its place by itself, in the token's smallest unit: of all that the account has,
     * or that the later calls take.
     */
    proposed: { amount: Quantity; from: 'balance' | 'calls' } | null
  }
}

/** What a person is asked to decide. One entry per kind of decision. */
export type ApprovalRequest =
  | { kind: 'connect' }
  | { kind: 'transaction'; transaction: TransactionRequest; purpose: TransactionPurpose; replaces: string | null }
  | { kind: 'calls'; calls: TransactionRequest[]; batchId: string }
  | { kind: 'message'; message: Hex }
  | { kind: 'typed-data'; typedData: string }
  /**
   * `thenSign`: typed data for that chain, which the site asked to have signed; its own decision follows the switch.
   */
  | { kind: 'switch-network'; chainId: number; thenSign?: string }
  | {
      kind: 'add-network'
      chainId: number
      name: string
      rpcUrls: string[]
      symbol: string
      explorerUrl: string | null
    }
  | { kind: 'add-token'; address: Address; symbol: string; decimals: number }
  /** What a server wants for its answer (HTTP 402); what is signed for it is in `shown.plan`. */
  | { kind: 'payment'; paymentId: string; url: string; method: string }
export type ApprovalKind = ApprovalRequest['kind']
export type TransactionPurpose = 'send' | 'speed-up' | 'cancel' | 'fill-nonce' | 'clear-delegation'

export type RiskLevel = 'note' | 'caution' | 'danger'
/** `code` is a key of the message catalogue (`risk_<code>`), `values` what its sentence needs. */
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
  /** Wei: gas × (base fee + tip), without the L1 part. */
  expected: Quantity
  /** Wei: gas × maxFeePerGas, without the L1 part. */
  ceiling: Quantity
  /** Milliseconds until pre-confirmed (or sealed, where nothing pre-confirms) as measured here, if known. */
  expectedMs: number | null
}

/** What simulating on the pending state says. `unavailable` is always shown, never skipped. */
export type Simulation =
  | { status: 'running' }
  | { status: 'unavailable'; reason: string }
  /** Of several calls: why the first of those reverts that do, and which these are. */
  | ({ status: 'reverts'; calls?: ({ index: number } & RevertSaid)[] } & RevertSaid)
  | { status: 'succeeds'; changes: BalanceChange[]; complete: boolean }
/** `reason` in the contract's words; `code` where the catalogue has a sentence for it (`revert_<code>`). */
export interface RevertSaid {
  reason: string
  code?: string
}
export interface BalanceChange {
  asset: { kind: 'native' } | { kind: 'token'; address: Address; symbol: string; decimals: number }
  /** Signed decimal text in the smallest unit: `-1000000`. */
  amount: string
  kind: 'transfer' | 'allowance'
  counterparty: Address | null
}

/** What the transaction does, as data the screen turns into one sentence (`does_<code>`). */
export interface Description {
  code: string
  values: Record<string, string>
  /** The address that gets or may take something, if there is one. */
  counterparty: Address | null
}

/** Everything shown for a transaction. The parts marked (digest) are covered by the approval's digest. */
export interface TransactionPreview {
  /** (digest) */
  transaction: TransactionRequest & { gas: Quantity }
  /** (digest) */
  purpose: TransactionPurpose
  description: Description
  /** For `calls`: what each does, in their order. */
  calls?: Description[]
  /** `null` until known. Live: refreshes while the person reads. */
  fee: null | {
    choices: FeeChoice[]
    chosen: FeeSpeed
    /** Wei; `null` where the chain has no oracle or it did not answer. */
    l1Fee: Quantity | null
    operatorFee: Quantity | null
    /** (digest) The most that gas may cost in wei: the chosen choice's ceiling. */
    ceiling: Quantity
  }
  /** (digest) `next`: whatever is free when approved. */
  nonce: { policy: 'next'; expected: number | null } | { policy: 'fixed'; value: number }
  simulation: Simulation
  /** Wei left over on the pending state after the ceiling, or the shortfall as a negative number; decimal text. */
  remaining: string | null
  /** Why nothing, or nothing new, could be found out from the chain just now. */
  failure?: { code: FailureCode; details: FailureDetails } | null
}

/** A record as its owners handle it: the JSON texts of the row parsed. */
export interface Approval {
  id: string
  requester: Requester
  chainId: number
  account: Address | null
  request: ApprovalRequest
  /** What is shown beside the request and signed for with it (fee ceiling, nonce policy, risks). */
  shown: Shown
  digest: Hex
  status: 'waiting' | 'approved' | 'done' | 'rejected' | 'cancelled' | 'expired'
  decision: Decision | null
  requestKey: string | null
  createdAt: number
  expiresAt: number
}

export interface Shown {
  /** Wei, hex; `null` where nothing is paid or not known yet (then it cannot be approved). */
  feeCeiling: Quantity | null
  fee: {
    maxFeePerGas: Quantity
    maxPriorityFeePerGas: Quantity
    gas: Quantity
    /** For `calls`: of each, in their order; `gas` is their sum. */
    gasOfCalls?: Quantity[]
  } | null
  noncePolicy: 'next' | number | null
  /** Of the simulation: status and balance changes, as canonical text. */
  outcome: string | null
  risks: Risk[]
  /** For `payment`: JSON text of exactly what is signed; without it there is nothing to approve. */
  plan?: string
}

export interface Decision {
  /** For `connect`: chosen accounts, the active one first. */
  accounts?: Address[]
}

/** The queue of decisions; rows in the database, so that none is lost with the worker. */
export interface Approvals {
  add(input: {
    /** Where it had to be known beforehand. */
    id?: string | undefined
    requester: Requester
    chainId: number
    account: Address | null
    request: ApprovalRequest
    shown: Shown
    requestKey: string | null
  }): Promise<Approval>
  get(id: string): Promise<Approval | undefined>
  /** Waiting ones, oldest first. */
  waiting(): Promise<Approval[]>
  /** Approved and not yet done: what a dead worker left behind. */
  approved(): Promise<Approval[]>
  /** What is shown changed: recomputes the digest (the same one if nothing in it changed). Only while waiting. */
  show(id: string, shown: Shown): Promise<Approval>
  /** What is to be signed was chosen or changed, maybe for another chain. Only while waiting. */
  choose(id: string, chosen: { chainId: number; shown: Shown }): Promise<Approval>
  /**
   * The person asks for something else instead. What was shown beside it no longer holds: nothing can be approved
   * before it is shown anew.
   */
  revise(id: string, request: ApprovalRequest): Promise<Approval>
  /** @throws Failure `approval-gone` | `approval-changed` */
  approve(id: string, digest: Hex, decision: Decision): Promise<Approval>
  /**
   * Before a signature is released: the row is approved and its digest is still that of its content.
   * @throws Failure as above
   */
  verify(id: string): Promise<Approval>
  done(id: string): Promise<void>
  reject(id: string): Promise<void>
  /** Lock, account or chain change, navigation, ten minutes. */
  cancel(matches: (approval: Approval) => boolean, status: 'cancelled' | 'expired'): Promise<Approval[]>
  /** Every change of a record, after it is stored. */
  onChange(listener: (approval: Approval) => void): () => void
}
