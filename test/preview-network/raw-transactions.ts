import type { Hash, Hex } from 'viem'
import type { Anvil } from './anvil.ts'
import { hexSchema } from './anvil-schema.ts'

const remembered = 50_000

/** The encoded bytes of sealed transactions: those of this run from memory, older ones from Anvil. */
export interface RawTransactions {
  remember(hash: Hash, raw: Hex): void
  of(anvil: Anvil, hash: Hash): Promise<Hex | undefined>
}

export function createRawTransactions(): RawTransactions {
  const known = new Map<Hash, Hex>()
  return {
    remember(hash, raw) {
      known.set(hash, raw)
      const [oldest] = known.keys()
      if (known.size > remembered && oldest !== undefined) known.delete(oldest)
    },
    async of(anvil, hash) {
      const own = known.get(hash)
      if (own !== undefined) return own
      const found = hexSchema.safeParse(await anvil.request('eth_getRawTransactionByHash', [hash]))
      return found.success ? found.data : undefined
    },
  }
}
