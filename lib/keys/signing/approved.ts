import { bytesToHex } from '@noble/hashes/utils'
import type { Address } from 'viem'
import type { AccessList } from '@/lib/base/access-list'
import { Failure } from '@/lib/base/failure'
import { isSameAddress, isSameHex } from '@/lib/base/hex'
import { parseJson } from '@/lib/base/json'
import type {
  ApprovalProof,
  ShownTransaction,
  SigningKind,
  TransactionFields,
  TypedData,
} from '@/lib/keys/shared/signing'

/**
 * Invariant 2, checked right before signing: only what was approved is signed. Every function throws Failure
 * `approval-changed` on any difference.
 */

interface TransactionToSign extends TransactionFields {
  maxFeePerGas?: bigint
  gasPrice?: bigint
  accessList?: AccessList
  delegate?: Address
  authority?: { address: Address }
}

export function requireApprovedTransaction(proof: ApprovalProof, transaction: TransactionToSign): void {
  requireSame(proof, transaction.from, ['transaction', 'calls'])
  if (proof.chainId !== transaction.chainId) throw changed()
  const { transactions } = proof
  if (transactions !== undefined && !transactions.some(shown => isAsShown(transaction, shown))) throw changed()
}

function isAsShown(transaction: TransactionToSign, shown: ShownTransaction): boolean {
  const feeCeiling = transaction.gas * (transaction.maxFeePerGas ?? transaction.gasPrice ?? 0n)
  return (
    isSameAddress(transaction.to, shown.to) &&
    transaction.value === shown.value &&
    isSameHex(transaction.data, shown.data) &&
    isSameData(transaction.accessList ?? [], shown.accessList ?? []) &&
    isSameAddress(transaction.delegate, shown.delegate) &&
    isSameAddress(transaction.authority?.address, shown.authority) &&
    (shown.feeCeiling === undefined || feeCeiling <= shown.feeCeiling) &&
    (shown.nonce === undefined || transaction.nonce === shown.nonce)
  )
}

export function requireApprovedMessage(proof: ApprovalProof, account: Address, message: Uint8Array): void {
  requireSame(proof, account, ['message'])
  if (proof.message !== undefined && !isSameHex(proof.message, `0x${bytesToHex(message)}`)) throw changed()
}

/** EIP-712 §Security: the signature is for the chain that the domain names, so that chain must be the approved one. */
export function requireApprovedTypedData(proof: ApprovalProof, account: Address, typedData: TypedData): void {
  requireSame(proof, account, ['typed-data'])
  const { chainId } = typedData.domain
  if (chainId !== undefined && !isChain(chainId, proof.chainId)) throw changed()
  if (proof.typedData !== undefined && !proof.typedData.some(shown => isShown(parseJson(shown), typedData)))
    throw changed()
}

function requireSame(proof: ApprovalProof, account: Address, kinds: readonly SigningKind[]): void {
  if (!isSameAddress(proof.account, account) || !kinds.includes(proof.kind)) throw changed()
}

function isChain(written: unknown, chainId: number): boolean {
  if (typeof written === 'string')
    return /^(?:0x[0-9a-fA-F]+|\d+)$/.test(written) && BigInt(written) === BigInt(chainId)
  return (
    (typeof written === 'bigint' || typeof written === 'number') &&
    written === (typeof written === 'bigint' ? BigInt(chainId) : chainId)
  )
}

function isShown(shown: unknown, { types, primaryType, domain, message }: TypedData): boolean {
  if (typeof shown !== 'object' || shown === null) return false
  const fields = new Map(Object.entries(shown))
  return Object.entries({ types, primaryType, domain, message }).every(([key, value]) =>
    isSameData(fields.get(key), value),
  )
}

/** Deep equality; an integer may be a number, a `bigint` or its text. */
function isSameData(a: unknown, b: unknown): boolean {
  if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) {
    const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
    if (Array.isArray(a) !== Array.isArray(b)) return false
    return (
      left.length === right.size && left.every(([key, value]) => right.has(key) && isSameData(value, right.get(key)))
    )
  }
  return typeof a === typeof b ? Object.is(a, b) : isInteger(a) && isInteger(b) && String(a) === String(b)
}
function isInteger(value: unknown): boolean {
  return (
    typeof value === 'bigint' || Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value))
  )
}

function changed(): Failure {
  return new Failure('approval-changed')
}
