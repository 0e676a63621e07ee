import { concatBytes } from '@noble/hashes/utils'
import type { AccessList } from '@/lib/base/access-list'
import type { SetCodeTransaction, SignatureNumbers, UnsignedTransaction } from '@/lib/keys/shared/signing'
import { bytesOf, fixedBytesOf } from './bytes'
import { bigEndian, encodeRlp, type RlpItem } from './rlp'

/** An authorization of EIP-7702 with its signature. */
export interface SignedAuthorization extends SignatureNumbers {
  chainId: number
  /** 20 bytes, hex. */
  address: string
  nonce: number
}

const limit256 = 1n << 256n
const noBytes = new Uint8Array()

/** The bytes whose keccak-256 is signed: EIP-155 §Specification, EIP-1559 §Parameters. */
export function encodeTransaction(transaction: UnsignedTransaction): Uint8Array {
  const fields = transactionFields(transaction)
  if (transaction.type === 'legacy') {
    return encodeRlp([...fields, chainIdBytes(transaction.chainId), noBytes, noBytes])
  }
  return typed(2, fields)
}

/** The bytes that go to the network. */
export function encodeSignedTransaction(transaction: UnsignedTransaction, signature: SignatureNumbers): Uint8Array {
  const fields = transactionFields(transaction)
  if (transaction.type === 'legacy') {
    const v = BigInt(transaction.chainId) * 2n + 35n + BigInt(signature.yParity)
    return encodeRlp([...fields, bigEndian(v), bigEndian(signature.r), bigEndian(signature.s)])
  }
  return typed(2, [...fields, ...signatureFields(signature)])
}

/** EIP-7702 §Behavior: `keccak256(0x05 ‖ rlp([chain_id, address, nonce]))` is what the authority signs. */
export function encodeAuthorization(authorization: { chainId: number; address: string; nonce: number }): Uint8Array {
  return typed(5, authorizationFields(authorization))
}

/** Type 0x4 without value: EIP-7702 §Set code transaction. */
export function encodeSetCode(transaction: SetCodeTransaction, authorization: SignedAuthorization): Uint8Array {
  return typed(4, setCodeFields(transaction, authorization))
}

export function encodeSignedSetCode(
  transaction: SetCodeTransaction,
  authorization: SignedAuthorization,
  signature: SignatureNumbers,
): Uint8Array {
  return typed(4, [...setCodeFields(transaction, authorization), ...signatureFields(signature)])
}

function transactionFields(transaction: UnsignedTransaction): RlpItem[] {
  const recipient = transaction.to === null ? noBytes : fixedBytesOf(transaction.to, 20)
  const common = [integer(transaction.gas), recipient, integer(transaction.value), bytesOf(transaction.data)]
  switch (transaction.type) {
    case 'legacy':
      return [integer(transaction.nonce), integer(transaction.gasPrice), ...common]
    case 'eip1559':
      return [
        chainIdBytes(transaction.chainId),
        integer(transaction.nonce),
        ...feeBytes(transaction),
        ...common,
        accessListItems(transaction.accessList),
      ]
  }
}

function setCodeFields(transaction: SetCodeTransaction, authorization: SignedAuthorization): RlpItem[] {
  return [
    chainIdBytes(transaction.chainId),
    integer(transaction.nonce),
    ...feeBytes(transaction),
    integer(transaction.gas),
    fixedBytesOf(transaction.to, 20),
    noBytes,
    bytesOf(transaction.data),
    [],
    [[...authorizationFields(authorization), ...signatureFields(authorization)]],
  ]
}

function authorizationFields(authorization: { chainId: number; address: string; nonce: number }): RlpItem[] {
  return [chainIdBytes(authorization.chainId), fixedBytesOf(authorization.address, 20), integer(authorization.nonce)]
}

function signatureFields({ yParity, r, s }: SignatureNumbers): RlpItem[] {
  return [integer(yParity), bigEndian(r), bigEndian(s)]
}

function feeBytes(fees: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }): RlpItem[] {
  if (fees.maxPriorityFeePerGas > fees.maxFeePerGas) throw new RangeError('the tip is above the fee')
  return [integer(fees.maxPriorityFeePerGas), integer(fees.maxFeePerGas)]
}

function accessListItems(accessList: AccessList = []): RlpItem {
  return accessList.map(({ address, storageKeys }) => [
    fixedBytesOf(address, 20),
    storageKeys.map(key => fixedBytesOf(key, 32)),
  ])
}

function chainIdBytes(chainId: number): Uint8Array {
  if (chainId < 1) throw new RangeError('a signature without a chain is valid on every chain')
  return integer(chainId)
}

function integer(value: bigint | number): Uint8Array {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError('not a safe integer')
  const number = BigInt(value)
  if (number < 0n || number >= limit256) throw new RangeError('not a number of 256 bits')
  return bigEndian(number)
}

function typed(type: number, fields: RlpItem[]): Uint8Array {
  return concatBytes(Uint8Array.of(type), encodeRlp(fields))
}
