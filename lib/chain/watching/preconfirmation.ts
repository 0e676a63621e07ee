import type { Hash } from 'viem'
import { isSameAddress, isSameHex } from '@/lib/base/hex'
import { preconfirmationItem } from '@/lib/base/rpc/schemas'
import type { ReceiptRecord } from '@/lib/storage/records'
import type { TransactionSignal, Watched } from './types'

/**
 * @returns the transaction hash of an item of the pre-confirmation subscription, in lower case; `null` without one.
 * Cheap: most items are about other transactions.
 */
export function hashOfItem(item: unknown): Hash | null {
  const hash = typeof item === 'object' && item !== null && 'hash' in item ? item.hash : item
  return typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash) ? (hash.toLowerCase() as Hash) : null
}

/**
 * @returns the figures that an item gives for a watched transaction; `unsaid` where it lacks some (a bare hash, an
 * older node), so that the receipt must be read; `null` where hash, sender or nonce are not those of the transaction
 * (invariant 11)
 */
export function figuresOf(item: unknown, { hash, from, nonce }: Watched): ReceiptRecord | 'unsaid' | null {
  const parsed = preconfirmationItem.safeParse(item)
  if (!parsed.success) return null
  if (typeof parsed.data === 'string') return isSameHex(parsed.data, hash) ? 'unsaid' : null
  const { status, gasUsed, contractAddress, l1Fee, blockNumber, ...said } = parsed.data
  if (!isSameHex(said.hash, hash) || !isSameAddress(said.from, from) || said.nonce !== nonce) return null
  const effectiveGasPrice = said.effectiveGasPrice ?? said.gasPrice
  if (status == null || gasUsed == null || effectiveGasPrice == null) return 'unsaid'
  return {
    blockHash: null,
    blockNumber,
    status,
    gasUsed,
    effectiveGasPrice,
    l1Fee: l1Fee ?? null,
    contractAddress: contractAddress ?? null,
  }
}

/** Reads the partial blocks of OP stacks: one transaction in each item. */
export const partialBlocks: TransactionSignal = {
  hashesOf(item) {
    const hash = hashOfItem(item)
    return hash === null ? [] : [hash]
  },
  figuresOf,
}
