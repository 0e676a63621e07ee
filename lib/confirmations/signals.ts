import type { Hash } from 'viem'
import type { ReceiptRecord } from '@/lib/database/records'
import type { SignalName } from '@/lib/networks/signals'
import { miniBlocks } from './mini-blocks'
import { partialBlocks } from './preconfirmation'
import { createShreds } from './shreds'
import type { Watched } from './types'

/** Reads the items of a subscription that tells of transactions. Items are not validated. */
export interface TransactionSignal {
  /** The transactions that an item names, in lower case. Called with every item, in the order of arrival. */
  hashesOf(item: unknown): readonly Hash[]
  /**
   * @returns the figures that the item gives for a watched transaction that it names; `unsaid` where it lacks some, so
   * that the receipt must be read; `null` where hash, sender or nonce are not those of the transaction (invariant 11)
   */
  figuresOf(item: unknown, watched: Watched): ReceiptRecord | 'unsaid' | null
}

/** One reader for each family and watcher: shreds are counted from one to the next. */
export function createTransactionSignals(): Readonly<Record<Exclude<SignalName, 'proposals'>, TransactionSignal>> {
  return { 'partial-blocks': partialBlocks, shreds: createShreds(), 'mini-blocks': miniBlocks }
}
