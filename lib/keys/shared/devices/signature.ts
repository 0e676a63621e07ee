import type { Hex } from 'viem'
import { Failure } from '@/lib/base/failure'
import { hexOf } from '@/lib/base/hex'
import { bytesOf, mapOf, untagged } from './fields'
import { decodeCbor } from './ur/cbor'
import type { Ur } from './ur/decode'

/**
 * Reads `eth-signature`. Whether the signature is right, the worker finds out.
 * @param requestId 16 bytes, hex without `0x`
 * @returns r, s and v, as the device wrote them
 * @throws Failure `signer-unreadable`, `signer-other-request`
 * @see EIP-4527 §Signature provided by signer
 */
export function readSignature({ type, message }: Ur, requestId: string): Hex {
  const map = type === 'eth-signature' ? mapOf(untagged(decodeCbor(message))) : null
  const signature = bytesOf(map?.get(2))
  if (map === null || signature === null || signature.length < 65 || signature.length > 72)
    throw new Failure('signer-unreadable')
  const of = map.has(1) ? bytesOf(untagged(map.get(1)), 16) : undefined
  if (of === null || (of !== undefined && hexOf(of) !== `0x${requestId}`)) throw new Failure('signer-other-request')
  return hexOf(signature)
}
