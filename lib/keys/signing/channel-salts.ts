import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import type { Hex } from 'viem'

const purpose = utf8ToBytes('prelude x402 channel salt 1')

/**
 * Salts of payment channels: keccak-256 of a purpose, the private key and a counter. A salt is public once its channel
 * is open and tells nothing of the key or of another salt; whoever has the key computes them all again.
 * @param privateKey 32 bytes
 * @param count how many, from counter 0 (uint32, big-endian)
 */
export function channelSaltsOf(privateKey: Uint8Array, count: number): Hex[] {
  return Array.from({ length: count }, (_, index): Hex => {
    const counter = new Uint8Array(4)
    new DataView(counter.buffer).setUint32(0, index)
    return `0x${bytesToHex(keccak_256.create().update(purpose).update(privateKey).update(counter).digest())}`
  })
}
