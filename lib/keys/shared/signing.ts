import type { Address, Hash, Hex } from 'viem'
import type { AccessList } from '@/lib/base/access-list'

/** The numbers of a signature; `yParity` is 0 or 1. */
export interface SignatureNumbers {
  r: bigint
  s: bigint
  yParity: number
}

/** What an approval was given for. */
export type SigningKind = 'transaction' | 'calls' | 'message' | 'typed-data'

/** A transaction as it was shown: what is signed must be it. Wei and gas as `bigint`. */
export interface ShownTransaction {
  to: Address | null
  value: bigint
  data: Hex
  accessList?: AccessList
  /** For a transaction of type 0x4, and for no other. */
  delegate?: Address
  /** For type 0x4: the account whose delegation ends, where that is not the sender. */
  authority?: Address
  /** The most that gas may cost: `gas × maxFeePerGas` is at most this. */
  feeCeiling?: bigint
  /** Only where the person fixed it. */
  nonce?: number
}

/**
 * What the approvals vouch for. `account`, `chainId` and `kind` are always compared; the content wherever it is given.
 */
export interface ApprovalProof {
  account: Address
  chainId: number
  kind: SigningKind
  /** For `transaction` (one) and `calls` (any one of them). */
  transactions?: readonly ShownTransaction[]
  /** True if the person chose the delegate of the transaction, in the wallet's own page. */
  isDelegateChosen?: boolean
  /** For `message`: the bytes shown. */
  message?: Hex
  /** For `typed-data`: the JSON texts shown (any one of them). */
  typedData?: readonly string[]
}

/** Throws the error of the approvals if there is no such approval, or if it changed. */
export type VerifyApproval = (approvalId: string) => Promise<ApprovalProof>

/** What the types of transaction have in common. Wei and gas as `bigint`. */
export interface TransactionFields {
  chainId: number
  from: Address
  nonce: number
  /** `null` creates a contract. */
  to: Address | null
  value: bigint
  data: Hex
  gas: bigint
}

/** Type 0x0 with the replay protection of EIP-155; without it nothing is signed. */
export interface LegacyTransaction extends TransactionFields {
  type: 'legacy'
  gasPrice: bigint
}

/** Type 0x2, EIP-1559. */
export interface FeeMarketTransaction extends TransactionFields {
  type: 'eip1559'
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  accessList?: AccessList
}

export type UnsignedTransaction = LegacyTransaction | FeeMarketTransaction

/**
 * Type 0x4, EIP-7702: a call without value, whose one authorization names the contract whose code the account runs from
 * then on. The zero address ends that. With `authority` it ends the delegation of that account.
 */
export interface SetCodeTransaction extends Omit<TransactionFields, 'value'> {
  /** The account that authorizes; the zero address where nothing is to run: of a delegate that the person chose. */
  to: Address
  delegate: Address
  authority?: Authority
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** Another account of the wallet that signs the authorization, and the nonce it has when that takes effect. */
export interface Authority {
  address: Address
  nonce: number
}

export interface SignedTransaction {
  raw: Hex
  hash: Hash
}

export interface TypedDataField {
  name: string
  type: string
}

/**
 * EIP-712 `eth_signTypedData_v4`. `types` may leave out `EIP712Domain`: it then follows from the fields of `domain`.
 */
export interface TypedData {
  types: Readonly<Record<string, readonly TypedDataField[]>>
  primaryType: string
  domain: Readonly<Record<string, unknown>>
  message: Readonly<Record<string, unknown>>
}

/**
 * The one way to a signature. Every call names the approval it is for, and is refused with
 * `approval-changed` (another account, chain, kind or content than approved), `locked`, `account-unknown`,
 * `account-watch-only`,
 * `invalid-input` (cannot be encoded), `signer-unsupported` | `signer-taken-back` (the key is on a device) or
 * `signature-refused` (the two encoders disagree, or the signature is not the account's).
 */
export interface Signer {
  signTransaction(approvalId: string, transaction: UnsignedTransaction): Promise<SignedTransaction>
  /**
   * The authorization's nonce is `nonce + 1` where the account sends it itself (EIP-7702 §Behavior). Refused with
   * `invalid-input` for another authority with any delegate but the zero address, and for a delegate other than that
   * and the one of `lib/base/batch-delegate.ts`, unless the person chose it and nothing else happens.
   */
  signSetCode(approvalId: string, transaction: SetCodeTransaction): Promise<SignedTransaction>
  /** EIP-191 version 0x45 (`personal_sign`): 65 bytes, v is 27 or 28. */
  signMessage(approvalId: string, account: Address, message: Hex | Uint8Array): Promise<Hex>
  /** EIP-712: 65 bytes, v is 27 or 28. A `domain.chainId` that is not the approval's is refused. */
  signTypedData(approvalId: string, account: Address, typedData: TypedData): Promise<Hex>
}
