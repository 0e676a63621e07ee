import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'

/** EIP-191 version 0x45 (E): `0x19 ‖ "Ethereum Signed Message:\n" ‖ length in decimal ‖ message`. */
export function encodeMessage(message: Uint8Array): Uint8Array {
  return concatBytes(utf8ToBytes(`\u0019Ethereum Signed Message:\n${message.length}`), message)
}
