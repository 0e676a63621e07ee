import type { Hash, Hex } from 'viem'
import { z } from 'zod'
import type { Anvil } from './anvil.ts'
import { hexSchema } from './anvil-schema.ts'
import { l1Size } from './l1-fee.ts'
import type { MempoolTransaction } from './mempool.ts'
import type { OpenBlock } from './open-block.ts'
import { isDeposit } from './system-transactions.ts'

const rememberedTransactions = 50_000
const rememberedBlocks = 10_000
const typedSchema = z.object({ type: z.string() })

/**
 * What Anvil cannot tell about sealed blocks: the transactions as they were sent (a reorganisation puts them back into
 * the mempool), and the milliseconds of each block's time.
 */
export interface SealedRecord {
  /** Records the block that was just sealed under this hash. */
  remember(block: OpenBlock, hash: Hash): void
  /** Returns a transaction sealed lately, as it was sent. */
  transaction(hash: Hash): MempoolTransaction | undefined
  /** Returns Unix milliseconds, or undefined where the network's headers have no `timestampMs`. */
  timestampMsOf(blockHash: Hash): bigint | undefined
  /** Returns the signed bytes of a sealed transaction, or undefined for deposits and unknown hashes. */
  rawOf(hash: Hash, anvil: Anvil): Promise<Hex | undefined>
  /** Returns the size a sealed transaction counts with on layer 1; undefined for deposits and unknown hashes. */
  l1SizeOf(hash: Hash, anvil: Anvil): Promise<bigint | undefined>
  clear(): void
}

export function createSealedRecord(): SealedRecord {
  const transactions = new Map<Hash, MempoolTransaction>()
  const milliseconds = new Map<Hash, bigint>()

  async function rawOf(hash: Hash, anvil: Anvil): Promise<Hex | undefined> {
    const known = transactions.get(hash)
    if (known !== undefined) return known.raw
    // Anvil aborts when it is asked to encode a deposit.
    const { type } = typedSchema.safeParse(await anvil.request('eth_getTransactionByHash', [hash])).data ?? {}
    if (type === undefined || type.toLowerCase() === '0x7e') return undefined
    const found = hexSchema.safeParse(await anvil.request('eth_getRawTransactionByHash', [hash]))
    return found.success ? found.data : undefined
  }

  return {
    remember({ included, timestampMs }, hash) {
      for (const { transaction } of included.values()) {
        if (transaction) put(transactions, transaction.hash, transaction, rememberedTransactions)
      }
      if (timestampMs !== undefined) put(milliseconds, hash, timestampMs, rememberedBlocks)
    },
    transaction: hash => transactions.get(hash),
    timestampMsOf: hash => milliseconds.get(hash),
    rawOf,
    async l1SizeOf(hash, anvil) {
      const known = transactions.get(hash)
      if (known !== undefined) return known.l1Size
      const raw = await rawOf(hash, anvil)
      return raw === undefined || isDeposit(raw) ? undefined : l1Size(raw)
    },
    clear() {
      transactions.clear()
      milliseconds.clear()
    },
  }
}

function put<T>(map: Map<Hash, T>, key: Hash, value: T, most: number): void {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
