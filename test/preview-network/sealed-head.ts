import type { Hash } from 'viem'
import type { Block } from './anvil-schema.ts'

/** The parts of a sealed block's header that the next block depends on. */
export interface SealedHead {
  number: bigint
  hash: Hash
  /** Unix seconds. */
  timestamp: bigint
  /** Wei per gas. */
  baseFee: bigint
  gasUsed: bigint
  gasLimit: bigint
}

/** Returns the header's numbers as bigints. */
export function sealedHeadOf(block: Block): SealedHead {
  return {
    number: BigInt(block.number),
    hash: block.hash,
    timestamp: BigInt(block.timestamp),
    baseFee: BigInt(block.baseFeePerGas),
    gasUsed: BigInt(block.gasUsed),
    gasLimit: BigInt(block.gasLimit),
  }
}
