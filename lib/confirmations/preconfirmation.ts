import type { Hash } from 'viem'
import type { ReceiptRecord } from '@/lib/database/records'
import { preconfirmationItem } from '@/lib/rpc/schemas'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { Watched } from './types'

/** The hash an item of the pre-confirmation subscription is about, before anything else of it is looked at: most are about others. */
export function hashOfItem(item: unknown): Hash | null {
  const hash = typeof item === 'object' && item !== null && 'hash' in item ? item.hash : item
  return typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash) ? (hash.toLowerCase() as Hash) : null
}

/**
 * What an item says of a watched transaction: its figures; `unsaid` where it carries too few (a bare hash, an older node) and the receipt must be
 * read; `null` where it cannot be about this transaction (invariant 11).
 */
export function figuresOf(item: unknown, { hash, from, nonce }: Watched): ReceiptRecord | 'unsaid' | null {
  const parsed = preconfirmationItem.safeParse(item)
  if (!parsed.success) return null
  if (typeof parsed.data === 'string') return parsed.data.toLowerCase() === hash.toLowerCase() ? 'unsaid' : null
  const { status, gasUsed, contractAddress, l1Fee, blockNumber, ...said } = parsed.data
  if (
    said.hash.toLowerCase() !== hash.toLowerCase() ||
    lowerCaseAddress(said.from) !== lowerCaseAddress(from) ||
    said.nonce !== nonce
  )
    return null
  const effectiveGasPrice = said.effectiveGasPrice ?? said.gasPrice
  if (status === undefined || gasUsed === undefined || effectiveGasPrice == null) return 'unsaid'
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
