import { type Hash, type Hex, numberToHex } from 'viem'
import type { Block } from './anvil-schema.ts'
import type { BlockContext, Step } from './block-builder.ts'
import { type Included, inOpenBlock, presentReceipt } from './present.ts'
import type { SystemTransaction } from './system-transactions.ts'

/** The block being built. */
export interface OpenBlock extends BlockContext {
  number: bigint
  /** Of the sealed block below. */
  parentHash: Hash
  /** Unix milliseconds, where the network's blocks tell them. */
  timestampMs: bigint | undefined
  gasLimit: bigint
  system: SystemTransaction[]
  /** Anvil's blocks that hold what has been executed so far; none yet where nothing is executed before sealing. */
  steps: Step[]
  included: Map<Hash, Included>
}

/** What an `Included` is made of, before its receipt is known. */
export type Submission = Omit<Included, 'receipt'>

/** Reads what was executed off Anvil's blocks, as the one block of ours that they are parts of. */
export function includedIn(steps: Step[], number: bigint, submissions: Map<Hash, Submission>): Map<Hash, Included> {
  const before = { gas: 0n, transactions: 0, logs: 0 }
  const included = new Map<Hash, Included>()
  for (const { block, receipts } of steps) {
    let logs = 0
    for (const raw of receipts) {
      const submission = submissions.get(raw.transactionHash)
      if (submission === undefined) throw new Error(`Anvil executed ${raw.transactionHash}, which nobody asked for`)
      const receipt = inOpenBlock(presentReceipt(raw, submission.transaction?.l1Fee ?? 0n), number, before)
      included.set(submission.hash, { ...submission, receipt })
      logs += raw.logs.length
    }
    before.gas += BigInt(block.gasUsed)
    before.transactions += receipts.length
    before.logs += logs
  }
  return included
}

/** Gas used in the block so far. */
export function gasUsed(steps: Step[]): bigint {
  return steps.reduce((sum, { block }) => sum + BigInt(block.gasUsed), 0n)
}

/** The block object of the block being built: of one step it is Anvil's own, of several what they are together. */
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

/** Bytes of an empty block, which every step after the first counts once too often. */
const headerSize = 615

function union(blooms: Hex[]): Hex {
  const bits = blooms.reduce((sum, bloom) => sum | BigInt(bloom), 0n)
  return numberToHex(bits, { size: 256 })
}
