import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import type { Address, Hex } from 'viem'
import { Failure } from '@/lib/base/failure'
import { isSameAddress } from '@/lib/base/hex'
import type { SignatureNumbers } from '@/lib/keys/shared/signing'

/**
 * The table of multiples that the first signature of a worker's life makes: with windows of 8 bits it has 4,224 points
 * and takes longer than all that life would gain by it.
 */
secp256k1.ProjectivePoint.BASE._setWindowSize(4)

/** The lower-case address of an uncompressed or compressed public key: the last 20 bytes of its keccak-256. */
function addressOfPublicKey(publicKey: Uint8Array): Address {
  const point = secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(false)
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`
}

export function addressOfPrivateKey(privateKey: Uint8Array): Address {
  return addressOfPublicKey(secp256k1.getPublicKey(privateKey, false))
}

/** Whether these 32 bytes are a key: not zero, below the order of the curve. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  return secp256k1.utils.isValidPrivateKey(bytes)
}

/**
 * Signs a digest of 32 bytes, deterministically (RFC 6979), with the lower of the two possible s (EIP-2), and recovers
 * the signer before releasing it.
 * @throws Failure `signature-refused` when the signature is not the account's (invariant 3)
 */
export function signDigest(digest: Uint8Array, privateKey: Uint8Array, account: Address): SignatureNumbers {
  const signature = secp256k1.sign(digest, privateKey, { lowS: true })
  const recovered = addressOfPublicKey(signature.recoverPublicKey(digest).toRawBytes(false))
  if (!isSameAddress(recovered, account) || signature.hasHighS()) throw new Failure('signature-refused')
  return { r: signature.r, s: signature.s, yParity: signature.recovery }
}

/**
 * Reads a signature that a device made. Devices write v in several ways, so the parity is the one that recovers to the
 * account; of the two possible s, the lower is released (EIP-2).
 * @param signature r, s and v of any length
 * @throws Failure `signer-wrong-key` when it is not the account's, or of other bytes
 */
export function readDeviceSignature(signature: Hex, digest: Uint8Array, account: Address): SignatureNumbers {
  const bytes = hexToBytes(signature.slice(2))
  for (const recovery of [0, 1]) {
    try {
      const read = secp256k1.Signature.fromCompact(bytes.subarray(0, 64)).addRecoveryBit(recovery)
      if (!isSameAddress(addressOfPublicKey(read.recoverPublicKey(digest).toRawBytes(false)), account)) continue
      const low = read.normalizeS()
      return { r: low.r, s: low.s, yParity: read.hasHighS() ? 1 - recovery : recovery }
    } catch {
      // Out of range, or no point of the curve: not the account's.
    }
  }
  throw new Failure('signer-wrong-key')
}
