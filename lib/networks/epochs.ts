import type { Hash } from 'viem'
import type { Database } from '@/lib/database/open'
import type { EpochRecord } from '@/lib/database/records'

/** Stands for a genesis that no endpoint would show. */
export const unknownGenesis: Hash = `0x${'0'.repeat(64)}`

/** Which beginning of each chain the wallet lives in: a chain for testing may start again from another genesis, which is a new epoch. */
export interface Epochs {
  /** 0 until a restart was seen; rises by one with each. */
  current(chainId: number): number
  genesis(chainId: number): Hash | null
  highestBlock(chainId: number): bigint
  /** Remembers the first genesis seen. */
  remember(chainId: number, genesisHash: Hash, height: bigint): Promise<void>
  /** The chain restarted: stores the next epoch, then tells the listeners. Resolves with its number. */
  restart(chainId: number, genesisHash: Hash, height: bigint): Promise<number>
  onRestart(listener: (chainId: number, epoch: number) => void): () => void
}

export async function createEpochs(database: Database): Promise<Epochs> {
  const records = new Map<number, EpochRecord>()
  for (const record of await database.getAll('epochs')) records.set(record.chainId, record)
  const listeners = new Set<(chainId: number, epoch: number) => void>()

  async function store(record: EpochRecord): Promise<void> {
    records.set(record.chainId, record)
    await database.put('epochs', record)
  }

  return {
    current: chainId => records.get(chainId)?.epoch ?? 0,
    genesis: chainId => records.get(chainId)?.genesisHash ?? null,
    highestBlock: chainId => records.get(chainId)?.highestBlock ?? 0n,
    async remember(chainId, genesisHash, height) {
      const known = records.get(chainId)
      if (known && known.genesisHash === genesisHash && known.highestBlock >= height) return
      await store({ chainId, epoch: known?.epoch ?? 0, genesisHash, highestBlock: height })
    },
    async restart(chainId, genesisHash, height) {
      const epoch = (records.get(chainId)?.epoch ?? 0) + 1
      await store({ chainId, epoch, genesisHash, highestBlock: height })
      for (const listener of [...listeners]) listener(chainId, epoch)
      return epoch
    },
    onRestart(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
