import type { Database } from '@/lib/database/open'
import { feesRecordSchema } from '@/lib/database/records'
import type { FeeMemory } from './chain-reader'
import { type RememberedFees, rememberBaseFee } from './fees'

/**
 * What base fees are usual on each chain, kept over restarts. A damaged row is forgotten: then the ceiling for unknown
 * chains holds.
 */
export function createFeeMemory(database: Database): FeeMemory {
  const known = new Map<number, RememberedFees>()

  async function remembered(chainId: number): Promise<RememberedFees> {
    const cached = known.get(chainId)
    if (cached !== undefined) return cached
    const parsed = feesRecordSchema.safeParse(await database.get('fees', chainId))
    const fees = { samples: parsed.success ? parsed.data.samples : [] }
    known.set(chainId, fees)
    return fees
  }

  return {
    remembered,
    async observe(chainId, baseFeePerGas, at) {
      const before = await remembered(chainId)
      const after = rememberBaseFee(before, baseFeePerGas, at)
      if (after === before) return
      known.set(chainId, after)
      await database.put('fees', { chainId, samples: [...after.samples] })
    },
  }
}
