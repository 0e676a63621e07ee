import type { NetworkId } from '@/lib/base/network-id'
import type { Database } from '@/lib/storage/open'
import { feesRecordSchema } from '@/lib/storage/records'
import type { FeeMemory } from './chain-reader'
import { type RememberedFees, rememberPrice } from './fees'

/**
 * What prices are usual on each chain, kept over restarts. A damaged row is forgotten: then the chain counts as not
 * known.
 */
export function createFeeMemory(database: Database): FeeMemory {
  const known = new Map<NetworkId, RememberedFees>()

  async function remembered(networkId: NetworkId): Promise<RememberedFees> {
    const cached = known.get(networkId)
    if (cached !== undefined) return cached
    const parsed = feesRecordSchema.safeParse(await database.get('fees', networkId))
    const fees = { samples: parsed.success ? parsed.data.samples : [] }
    known.set(networkId, fees)
    return fees
  }

  return {
    remembered,
    async observe(networkId, price, at) {
      const before = await remembered(networkId)
      const after = rememberPrice(before, price, at)
      if (after === before) return
      known.set(networkId, after)
      await database.put('fees', { networkId, samples: [...after.samples] })
    },
  }
}
