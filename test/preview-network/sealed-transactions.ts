import type { Hash } from 'viem'
import type { MempoolTransaction } from './mempool.ts'

const remembered = 50_000

/** Transactions that were sealed lately, as they were sent: a reorganised block gives them back, receipts need their bytes. */
export interface SealedTransactions {
  remember(transaction: MempoolTransaction): void
  get(hash: Hash): MempoolTransaction | undefined
  clear(): void
}

export function createSealedTransactions(): SealedTransactions {
  const known = new Map<Hash, MempoolTransaction>()
  return {
    remember(transaction) {
      known.set(transaction.hash, transaction)
      const [oldest] = known.keys()
      if (known.size > remembered && oldest !== undefined) known.delete(oldest)
    },
    get: hash => known.get(hash),
    clear: () => known.clear(),
  }
}
