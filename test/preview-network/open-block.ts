import { type Hash, type Hex, numberToHex } from 'viem'
import type { Block } from './anvil-schema.ts'
import { nextBaseFee } from './base-fee.ts'
import type { BlockContext, Step } from './block-builder.ts'
import type { L1Prices } from './l1-fee.ts'
import { type Included, inOpenBlock, type PresentReceipt } from './present.ts'
import type { SealedHead } from './sealed-head.ts'
import { type SystemTransaction, systemTransactions } from './system-transactions.ts'

/** The block being built on top of the head. */
export interface OpenBlock extends BlockContext {
  number: bigint
  /** Hash of the head. */
  parentHash: Hash
  /** Unix milliseconds; undefined where the network's headers have no `timestampMs`. */
  timestampMs: bigint | undefined
  gasLimit: bigint
  system: SystemTransaction[]
  /** Anvil's blocks that hold the transactions executed so far. Empty until the first execution. */
  steps: Step[]
  included: Map<Hash, Included>
}

/** A transaction of the block being built, before its receipt is known. */
export type Submission = Omit<Included, 'receipt'>

/** What the next block depends on, besides the block below it. */
export interface NextBlock {
  /** Unix milliseconds. */
  now: number
  /** Wei per gas; undefined: as EIP-1559 derives it from the head. */
  baseFee: bigint | undefined
  /** Whether the header has `timestampMs`. */
  tellsMilliseconds: boolean
  /** The prices that the block's deposits set; undefined: the block has no deposits. */
  deposits: L1Prices | undefined
}

/** Returns the empty block that follows a head. Its time is never before the head's. */
export function openBlockAfter(head: SealedHead, { now, baseFee, tellsMilliseconds, deposits }: NextBlock): OpenBlock {
  const earliest = head.timestamp * 1000n
  const time = BigInt(now) > earliest ? BigInt(now) : earliest
  const number = head.number + 1n
  const timestamp = time / 1000n
  const milliseconds = tellsMilliseconds ? { milliseconds: Number(time % 1000n) } : {}
  return {
    number,
    parentHash: head.hash,
    timestamp,
    timestampMs: tellsMilliseconds ? time : undefined,
    baseFee: baseFee ?? nextBaseFee(head),
    gasLimit: head.gasLimit,
    system: deposits === undefined ? [] : systemTransactions({ number, timestamp, ...milliseconds }, deposits),
    steps: [],
    included: new Map(),
  }
}

/**
 * Returns the contents of the block being built, read from the Anvil blocks it consists of.
 * @throws {Error} when Anvil executed a transaction that was not submitted
 */
export function includedIn(
  { steps, number }: Pick<OpenBlock, 'steps' | 'number'>,
  submissions: Map<Hash, Submission>,
  presentReceipt: PresentReceipt,
): Map<Hash, Included> {
  const before = { gas: 0n, transactions: 0, logs: 0 }
  const included = new Map<Hash, Included>()
  for (const { block, receipts } of steps) {
    let logs = 0
    for (const raw of receipts) {
      const submission = submissions.get(raw.transactionHash)
      if (submission === undefined) throw new Error(`Anvil executed ${raw.transactionHash}, which was not submitted`)
      const receipt = inOpenBlock(presentReceipt(raw, submission.transaction?.l1Size), number, before)
      included.set(submission.hash, { ...submission, receipt })
      logs += raw.logs.length
    }
    before.gas += BigInt(block.gasUsed)
    before.transactions += receipts.length
    before.logs += logs
  }
  return included
}

/** Returns the gas used in the block so far. */
export function gasUsed(steps: Step[]): bigint {
  return steps.reduce((sum, { block }) => sum + BigInt(block.gasUsed), 0n)
}

/** Returns the block object of the block being built, or undefined before the first execution. */
export function partialBlock(open: OpenBlock): Block | undefined {
  const last = open.steps.at(-1)?.block
  if (last === undefined) return undefined
  const headers = open.steps.slice(1).length * headerSize
  return {
    ...last,
    number: numberToHex(open.number),
    parentHash: open.parentHash,
    gasUsed: numberToHex(gasUsed(open.steps)),
    logsBloom: union(open.steps.map(({ block }) => block.logsBloom)),
    size: numberToHex(open.steps.reduce((sum, { block }) => sum + Number(block.size), 0) - headers),
    transactions: [...open.included.keys()],
  }
}

/** Bytes of an empty block: every step after the first adds them once too often. */
const headerSize = 615

function union(blooms: Hex[]): Hex {
  const bits = blooms.reduce((sum, bloom) => sum | BigInt(bloom), 0n)
  return numberToHex(bits, { size: 256 })
}
