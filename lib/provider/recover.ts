import { secp256k1 } from '@noble/curves/secp256k1'
import type { Address, Hex } from 'viem'
import { hashMessage, publicKeyToAddress } from 'viem/utils'
import { lowerCaseAddress } from '@/lib/values/hex'

/**
 * Who signed an EIP-191 message, or `null` when these 65 bytes are no signature. viem's own function loads its curve
 * with `import()`, which a service worker may not.
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
    return null
  }
}
