import { secp256k1 } from '@noble/curves/secp256k1'
import type { Address, Hex } from 'viem'
import { hashMessage, publicKeyToAddress } from 'viem/utils'
import { lowerCaseAddress } from '@/lib/base/hex'

/**
 * The account that signed a message. Used instead of viem's function, which loads its curve with `import()`: a service
 * worker may not do that.
 * @param signature 65 bytes: r, s and v
 * @returns lower-case address; `null` if the bytes are not a valid signature
 * @see EIP-191, version 0x45
 */
export function recoverMessageSigner(message: Hex, signature: Hex): Address | null {
  const v = Number.parseInt(signature.slice(130), 16)
  const recovery = v >= 27 ? v - 27 : v
  try {
    const publicKey = secp256k1.Signature.fromCompact(signature.slice(2, 130))
      .addRecoveryBit(recovery)
      .recoverPublicKey(hashMessage({ raw: message }).slice(2))
    return lowerCaseAddress(publicKeyToAddress(`0x${publicKey.toHex(false)}`))
  } catch {
    // Bytes that are not a signature: the page gets an error.
    return null
  }
}
