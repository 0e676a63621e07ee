import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import type { Hex } from 'viem'
import type { SigningRequest } from '@/lib/signers/types'
import { domainFields } from './canonical/typed-data'
import type { TypedData } from './types'

/**
 * @returns a request for a device. Its id is a UUID, as devices expect, and follows from the approval and the bytes, so
 * that asking again is the same request
 */
export function deviceRequest(
  { approvalId, chainId, address, path, fingerprint, content, data }: Omit<SigningRequest, 'id'>,
  digest: Uint8Array,
): SigningRequest {
  const uuid = keccak_256(concatBytes(utf8ToBytes(approvalId), digest)).slice(0, 16)
  // Version 4 and the variant of RFC 9562.
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | 0x40
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80
  return { id: bytesToHex(uuid), approvalId, chainId, address, path, fingerprint, content, data }
}

/** @returns the UTF-8 of JSON that devices read: with the fields of the domain named, and large integers as text */
export function typedDataText({ types, primaryType, domain, message }: TypedData): Hex {
  const named = { types: { EIP712Domain: domainFields(domain), ...types }, primaryType, domain, message }
  const text = JSON.stringify(named, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  return `0x${bytesToHex(utf8ToBytes(text))}`
}
