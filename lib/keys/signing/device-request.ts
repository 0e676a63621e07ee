import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import type { Hex } from 'viem'
import type { DeviceKey, SigningRequest } from '@/lib/base/devices'
import { domainFields } from '@/lib/keys/shared/canonical/typed-data'
import type { TypedData } from '@/lib/keys/shared/signing'
import type { AccountRecord } from '@/lib/storage/records'

/**
 * @returns a request for a device. Its id is a UUID, as devices expect, and follows from the approval and the bytes, so
 * that asking again is the same request
 */
export function deviceRequest(
  key: DeviceKey,
  {
    approvalId,
    chainId,
    address,
    content,
    data,
  }: Pick<SigningRequest, 'approvalId' | 'chainId' | 'address' | 'content' | 'data'>,
  digest: Uint8Array,
): SigningRequest {
  const uuid = keccak_256(concatBytes(utf8ToBytes(approvalId), digest)).slice(0, 16)
  // Version 4 and the variant of RFC 9562.
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | 0x40
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80
  return { ...key, id: bytesToHex(uuid), approvalId, chainId, address, content, data }
}

/** @returns `null` for an account whose key is on no device */
export function deviceKeyOf({ source }: Pick<AccountRecord, 'source'>): DeviceKey | null {
  if (source.kind === 'qr') return { kind: 'qr', path: source.path, fingerprint: source.fingerprint }
  return source.kind === 'ledger' ? { kind: 'ledger', path: source.path } : null
}

/** @returns the UTF-8 of JSON that devices read: with the fields of the domain named, and large integers as text */
export function typedDataText({ types, primaryType, domain, message }: TypedData): Hex {
  const named = { types: { EIP712Domain: domainFields(domain), ...types }, primaryType, domain, message }
  const text = JSON.stringify(named, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  return `0x${bytesToHex(utf8ToBytes(text))}`
}
