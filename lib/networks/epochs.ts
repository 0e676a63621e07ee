import type { Hash } from 'viem'
import type { Database } from '@/lib/database/open'
import { type EpochRecord, epochRecordSchema } from '@/lib/database/records'
import type { Faults } from '@/lib/faults/types'
import { createListeners } from '@/lib/values/listeners'

/** Stands for a genesis that no endpoint gives. */
export const unknownGenesis: Hash = `0x${'0'.repeat(64)}`

/** The facts about a chain by which a restart is noticed. */
export type Landmarks = Omit<EpochRecord, 'chainId' | 'epoch'>

/** Counts the restarts of each chain. A test chain may start again from another genesis, which begins a new epoch. */
export interface Epochs {
  /** The number of the epoch: 0 at first, one more with each restart. */
  current(chainId: number): number
  /** `null` before the chain was first read. */
  landmarks(chainId: number): Landmarks | null
  /** Stores newer landmarks of the same epoch. */
  remember(chainId: number, landmarks: Landmarks): Promise<void>
  /** Stores the next epoch, then tells the listeners. */
  restart(chainId: number, landmarks: Landmarks): Promise<void>
  onRestart(listener: (chainId: number, epoch: number) => void): () => void
}

export async function createEpochs(database: Database, faults: Faults): Promise<Epochs> {
  const records = new Map<number, EpochRecord>()
  for (const row of await database.getAll('epochs')) {
    const parsed = epochRecordSchema.safeParse(row)
    if (parsed.success) records.set(parsed.data.chainId, parsed.data)
  }
  const listeners = createListeners<[chainId: number, epoch: number]>()

  /** Landmarks that cannot be stored (a full disk) are kept until the worker ends. */
  async function store(chainId: number, epoch: number, landmarks: Landmarks): Promise<void> {
    const record = { ...landmarks, chainId, epoch }
    records.set(chainId, record)
    await database.put('epochs', record).catch((error: unknown) => faults.report('networks', error, chainId))
  }

  const current = (chainId: number): number => records.get(chainId)?.epoch ?? 0

  return {
    current,
    landmarks: chainId => records.get(chainId) ?? null,
    remember: (chainId, landmarks) => store(chainId, current(chainId), landmarks),
    async restart(chainId, landmarks) {
      const epoch = current(chainId) + 1
      await store(chainId, epoch, landmarks)
      listeners.tell(chainId, epoch)
    },
    onRestart: listeners.add,
  }
}
