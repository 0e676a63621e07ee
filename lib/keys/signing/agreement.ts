import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils'
import {
  type AccessList,
  type Address,
  type Hex,
  hashMessage,
  hashTypedData,
  keccak256,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem'
import { hashAuthorization } from 'viem/utils'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress } from '@/lib/base/hex'
import { encodeMessage } from '@/lib/keys/shared/canonical/message'
import {
  encodeAuthorization,
  encodeSetCode,
  encodeSignedSetCode,
  encodeSignedTransaction,
  encodeTransaction,
  type SignedAuthorization,
} from '@/lib/keys/shared/canonical/transaction'
import { encodeTypedData } from '@/lib/keys/shared/canonical/typed-data'
import type { SetCodeTransaction, SignatureNumbers, TypedData, UnsignedTransaction } from '@/lib/keys/shared/signing'

/**
 * Invariant 3: whatever is hashed or sent is made twice, by viem and by `./canonical`, which share nothing but
 * keccak-256. Each function here returns it only where both agree.
 *
 * Errors of these functions: `invalid-input` when one of the two cannot encode it, `signature-refused` when they
 * differ.
 */

/** The 32 bytes to sign. */
export function transactionDigest(transaction: UnsignedTransaction): Uint8Array {
  return agreeOnDigest(
    () => keccak256(serializeTransaction(forViem(transaction))),
    () => encodeTransaction(transaction),
  )
}

/** The bytes whose keccak-256 is the digest, for a device that hashes and shows them itself. */
export function unsignedTransaction(transaction: UnsignedTransaction): Hex {
  return agree(
    () => serializeTransaction(forViem(transaction)),
    () => toHex(encodeTransaction(transaction)),
  )
}

/** The signed bytes. */
export function signedTransaction(transaction: UnsignedTransaction, signature: SignatureNumbers): Hex {
  return agree(
    () => serializeTransaction(forViem(transaction), signatureForViem(signature)),
    () => toHex(encodeSignedTransaction(transaction, signature)),
  )
}

/**
 * The authorization to be signed. If the account sends the transaction itself, the nonce is one higher (EIP-7702
 * §Behavior).
 */
export function authorizationOf({ chainId, delegate, authority, nonce }: SetCodeTransaction): Authorization {
  return { chainId, address: lowerCaseAddress(delegate), nonce: authority?.nonce ?? nonce + 1 }
}
interface Authorization {
  chainId: number
  address: Address
  nonce: number
}

export function authorizationDigest(authorization: Authorization): Uint8Array {
  return agreeOnDigest(
    () => hashAuthorization(authorization),
    () => encodeAuthorization(authorization),
  )
}

export function setCodeDigest(transaction: SetCodeTransaction, authorization: SignedAuthorization): Uint8Array {
  return agreeOnDigest(
    () => keccak256(serializeTransaction(setCodeForViem(transaction, authorization))),
    () => encodeSetCode(transaction, authorization),
  )
}

export function signedSetCode(
  transaction: SetCodeTransaction,
  authorization: SignedAuthorization,
  signature: SignatureNumbers,
): Hex {
  return agree(
    () => serializeTransaction(setCodeForViem(transaction, authorization), signatureForViem(signature)),
    () => toHex(encodeSignedSetCode(transaction, authorization, signature)),
  )
}

export function messageDigest(message: Uint8Array): Uint8Array {
  return agreeOnDigest(
    () => hashMessage({ raw: message }),
    () => encodeMessage(message),
  )
}

export function typedDataDigest(typedData: TypedData): Uint8Array {
  return agreeOnDigest(
    () =>
      hashTypedData({
        domain: typedData.domain,
        types: typedData.types,
        primaryType: typedData.primaryType,
        message: typedData.message,
      }),
    () => encodeTypedData(typedData),
  )
}

/** `r ‖ s ‖ v` with v of 27 or 28, as `personal_sign` and `eth_signTypedData_v4` give it. */
export function signatureBytes({ r, s, yParity }: SignatureNumbers): Hex {
  return toHex(concatBytes(word(r), word(s), Uint8Array.of(27 + yParity)))
}

function agreeOnDigest(byViem: () => Hex, byUs: () => Uint8Array): Uint8Array {
  return hexToBytes(agree(byViem, () => toHex(keccak_256(byUs()))).slice(2))
}

function agree(byViem: () => Hex, byUs: () => Hex): Hex {
  let first: Hex
  let second: Hex
  try {
    first = byViem()
    second = byUs()
  } catch {
    // The cause may quote what was to be signed: it stays here.
    throw new Failure('invalid-input')
  }
  if (first !== second) throw new Failure('signature-refused')
  return first
}

function forViem(transaction: UnsignedTransaction): TransactionSerializable {
  const { chainId, nonce, value, data, gas } = transaction
  const common = { chainId, nonce, value, data, gas, to: transaction.to && lowerCaseAddress(transaction.to) }
  switch (transaction.type) {
    case 'legacy':
      return { ...common, type: 'legacy', gasPrice: transaction.gasPrice }
    case 'eip1559':
      return {
        ...common,
        type: 'eip1559',
        maxFeePerGas: transaction.maxFeePerGas,
        maxPriorityFeePerGas: transaction.maxPriorityFeePerGas,
        accessList: accessListForViem(transaction.accessList),
      }
  }
}

function accessListForViem(accessList: UnsignedAccessList = []): AccessList {
  return accessList.map(({ address, storageKeys }) => ({ address: lowerCaseAddress(address), storageKeys }))
}
type UnsignedAccessList = Extract<UnsignedTransaction, { type: 'eip1559' }>['accessList']

function setCodeForViem(
  { from: _from, authority: _authority, delegate, to, ...fields }: SetCodeTransaction,
  authorization: SignedAuthorization,
): TransactionSerializable {
  const { chainId, nonce } = authorization
  return {
    ...fields,
    type: 'eip7702',
    to: lowerCaseAddress(to),
    value: 0n,
    authorizationList: [{ chainId, address: lowerCaseAddress(delegate), nonce, ...signatureForViem(authorization) }],
  }
}

function signatureForViem({ r, s, yParity }: SignatureNumbers) {
  return { r: toHex(word(r)), s: toHex(word(s)), yParity, v: BigInt(27 + yParity) }
}

function word(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0'))
}

function toHex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`
}
