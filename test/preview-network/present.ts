import { type Hash, type Hex, numberToHex, zeroHash } from 'viem'
import type { Block, Log, Receipt } from './anvil-schema.ts'
import { l1Prices } from './l1-fee.ts'
import type { MempoolTransaction } from './mempool.ts'
import type { SystemTransaction } from './system-transactions.ts'

/** One transaction of the block being built: the bytes, who sent them, what came of them so far. */
export interface Included {
  hash: Hash
  raw: Hex
  /** Absent for the sequencer's own deposits. */
  transaction?: MempoolTransaction
  system?: SystemTransaction
  /** As a client sees it while the block is not sealed. */
  receipt: Receipt
}

/** How much of a block lies before: what one of Anvil's blocks has to be shifted by to be a part of ours. */
export interface Offset {
  gas: bigint
  transactions: number
  logs: number
}

/** @param receipt as Anvil has it @param l1Fee what the transaction paid for layer 1, in wei */
export function presentReceipt(receipt: Receipt, l1Fee: bigint): Receipt {
  const { blobGasPrice: _, blockTimestamp, ...rest } = receipt
  const timestamp = typeof blockTimestamp === 'number' ? numberToHex(blockTimestamp) : blockTimestamp
  const type = receipt.type.toLowerCase()
  return {
    ...rest,
    type,
    blockTimestamp: timestamp,
    logs: receipt.logs.map(presentLog),
    l1Fee: numberToHex(l1Fee),
    ...l1Fields,
  }
}

const l1Fields = {
  l1GasPrice: numberToHex(l1Prices.baseFee),
  l1BlobBaseFee: numberToHex(l1Prices.blobBaseFee),
  l1BaseFeeScalar: numberToHex(l1Prices.baseFeeScalar),
  l1BlobBaseFeeScalar: numberToHex(l1Prices.blobBaseFeeScalar),
  operatorFeeScalar: numberToHex(l1Prices.operatorFeeScalar),
  operatorFeeConstant: numberToHex(l1Prices.operatorFeeConstant),
}

export function presentLog(log: Log): Log {
  return { ...log, removed: log.removed ?? false }
}

/** The same receipt, in a block that is not sealed yet and in which it comes after what Anvil mined before. */
export function inOpenBlock(receipt: Receipt, number: bigint, before: Offset): Receipt {
  const transactionIndex = shift(receipt.transactionIndex, before.transactions)
  const position = { blockHash: zeroHash, blockNumber: numberToHex(number), transactionIndex }
  return {
    ...receipt,
    ...position,
    cumulativeGasUsed: numberToHex(BigInt(receipt.cumulativeGasUsed) + before.gas),
    logs: receipt.logs.map(log => ({ ...log, ...position, logIndex: shift(log.logIndex, before.logs) })),
  }
}

function shift(index: Hex, by: number): Hex {
  return numberToHex(Number(index) + by)
}

/** The transaction object while its block is not sealed. */
export function openTransaction({ transaction, system, receipt }: Included): Record<string, unknown> {
  const place = {
    blockHash: null,
    blockNumber: receipt.blockNumber,
    blockTimestamp: receipt.blockTimestamp,
    transactionIndex: receipt.transactionIndex,
    from: receipt.from,
  }
  if (system !== undefined) {
    const { depositNonce = '0x0', depositReceiptVersion = '0x1' } = receipt
    return { ...system.body, nonce: depositNonce, depositReceiptVersion, ...place }
  }
  return { ...transaction?.body, ...place, gasPrice: receipt.effectiveGasPrice }
}

/** The transaction object before any block holds it. */
export function waitingTransaction({ body, from, maxFeePerGas }: MempoolTransaction): Record<string, unknown> {
  return {
    gasPrice: numberToHex(maxFeePerGas),
    ...body,
    from,
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
  }
}

/** A transaction object of Anvil's, as the service words it. */
export function sealedTransaction(transaction: Record<string, unknown>): Record<string, unknown> {
  if (transaction.type !== '0x7e') return transaction
  return { gasPrice: '0x0', yParity: '0x0', ...transaction, r: '0x0', s: '0x0', v: '0x0' }
}

/** A block of Anvil's, as the service words it. */
export function presentBlock(block: Block, timestampMs: bigint | undefined): Block {
  const { totalDifficulty: _, ...rest } = block
  // Anvil does not count the empty list of withdrawals.
  const size = numberToHex(BigInt(block.size) + 1n)
  return { ...rest, size, ...(timestampMs === undefined ? {} : { timestampMs: numberToHex(timestampMs) }) }
}

/** What a `newHeads` notification carries: the block without what it contains. */
export function header({ transactions: _, uncles: __, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest
}
