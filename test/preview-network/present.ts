import { type Hash, type Hex, numberToHex, zeroHash } from 'viem'
import type { Block, Log, Receipt } from './anvil-schema.ts'
import { type L1Prices, l1FieldsOf } from './l1-fee.ts'
import type { MempoolTransaction } from './mempool.ts'
import type { SystemTransaction } from './system-transactions.ts'

/** One transaction of the block being built. */
export interface Included {
  hash: Hash
  /** The signed bytes. */
  raw: Hex
  /** Absent for the sequencer's deposits. */
  transaction?: MempoolTransaction
  system?: SystemTransaction
  /** The receipt that a client sees while the block is not sealed: its block hash is zero. */
  receipt: Receipt
}

/** The gas, transactions and logs that come before an Anvil block in the one block it is a part of. */
export interface Offset {
  gas: bigint
  transactions: number
  logs: number
}

/**
 * Returns a receipt of Anvil's as the service writes it.
 * @param receipt Anvil's receipt
 * @param l1Size what the transaction counts with on layer 1, in millionths of a byte; undefined for a deposit
 */
export type PresentReceipt = (receipt: Receipt, l1Size: bigint | undefined) => Receipt

/** @param prices what the receipt tells of layer 1; undefined: the chain's receipts have no fields for it */
export function createReceiptPresenter(prices: L1Prices | undefined): PresentReceipt {
  return (receipt, l1Size) => {
    const { blobGasPrice: _, blockTimestamp, ...rest } = receipt
    const timestamp = typeof blockTimestamp === 'number' ? numberToHex(blockTimestamp) : blockTimestamp
    return {
      ...rest,
      type: receipt.type.toLowerCase(),
      blockTimestamp: timestamp,
      logs: receipt.logs.map(presentLog),
      ...(prices === undefined ? {} : l1FieldsOf(l1Size, prices)),
    }
  }
}

/**
 * Returns the object with the milliseconds of its block's time.
 * @param timestampMs Unix milliseconds; undefined where the network does not tell them
 */
export function withMilliseconds<T extends object>(placed: T, timestampMs: bigint | undefined): T {
  return timestampMs === undefined ? placed : { ...placed, blockTimestampMs: numberToHex(timestampMs) }
}

/** Returns a log of Anvil's as the service writes it: with `removed`. */
export function presentLog(log: Log): Log {
  return { ...log, removed: log.removed ?? false }
}

/** Returns the receipt as part of the block being built. */
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

/** Returns the transaction object while its block is not sealed. */
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

/** Returns the transaction object before any block holds it. */
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

/**
 * Returns a transaction object of Anvil's as the service writes it.
 * @param timestampMs Unix milliseconds of its block, where the network tells them
 */
export function sealedTransaction(
  transaction: Record<string, unknown>,
  timestampMs: bigint | undefined,
): Record<string, unknown> {
  const placed = withMilliseconds(transaction, timestampMs)
  if (transaction.type !== '0x7e') return placed
  return { gasPrice: '0x0', yParity: '0x0', depositReceiptVersion: '0x1', ...placed, r: '0x0', s: '0x0', v: '0x0' }
}

/**
 * Returns a block of Anvil's as the service writes it. @param timestampMs Unix milliseconds, where headers tell them
 */
export function presentBlock(block: Block, timestampMs: bigint | undefined): Block {
  const { totalDifficulty: _, ...rest } = block
  // Anvil's size leaves out the empty list of withdrawals.
  const size = numberToHex(BigInt(block.size) + 1n)
  return { ...rest, size, ...(timestampMs === undefined ? {} : { timestampMs: numberToHex(timestampMs) }) }
}

/** Returns the result of a `newHeads` notification: the block without its transactions and uncles. */
export function header({ transactions: _, uncles: __, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest
}
