import type { Hash } from 'viem'
import type { Database } from '@/lib/database/open'
import { type EpochRecord, epochRecordSchema, type Landmarks } from '@/lib/database/records'
import type { Faults } from '@/lib/faults/types'
import { createListeners } from '@/lib/values/listeners'

export type { Landmarks }

/** Stands for a genesis that no endpoint gives. */
export const unknownGenesis: Hash = `0x${'0'.repeat(64)}`

/** The key of landmarks that an earlier version stored without their endpoint. */
export const unnamedEndpoint = ''

/** The landmarks of one chain, by the HTTP address of the endpoint that gave them. */
export type Claims = ReadonlyMap<string, Landmarks>

/** Counts the restarts of each chain. A test chain may start again from another genesis, which begins a new epoch. */
export interface Epochs {
  /** The number of the epoch: 0 at first, one more with each restart. */
  current(chainId: number): number
  /** Empty before the chain was first read. */
  claims(chainId: number): Claims
  /** Stores newer landmarks of the same epoch. */
  remember(chainId: number, endpoint: string, landmarks: Landmarks): Promise<void>
  /** Forgets the landmarks of the endpoints that are not kept. */
  forget(chainId: number, isKept: (endpoint: string) => boolean): Promise<void>
  /** Stores the next epoch with the landmarks of the endpoint that showed it, then tells the listeners. */
  restart(chainId: number, endpoint: string, landmarks: Landmarks): Promise<void>
  onRestart(listener: (chainId: number, epoch: number) => void): () => void
}

interface Known {
  epoch: number
  claims: Claims
}

export async function createEpochs(database: Database, faults: Faults): Promise<Epochs> {
  const known = new Map<number, Known>()
  for (const row of await database.getAll('epochs')) {
    const parsed = epochRecordSchema.safeParse(row)
    if (parsed.success) known.set(parsed.data.chainId, { epoch: parsed.data.epoch, claims: claimsOf(parsed.data) })
  }
  const listeners = createListeners<[chainId: number, epoch: number]>()

  /** Landmarks that cannot be stored (a full disk) are kept until the worker ends. */
  async function store(chainId: number, epoch: number, claims: Claims): Promise<void> {
    known.set(chainId, { epoch, claims })
    const record: EpochRecord = { chainId, epoch, claims: Object.fromEntries(claims) }
    await database.put('epochs', record).catch((error: unknown) => faults.report('networks', error, chainId))
  }

  const current = (chainId: number): number => known.get(chainId)?.epoch ?? 0
  const claims = (chainId: number): Claims => known.get(chainId)?.claims ?? new Map()

  return {
    current,
    claims,
    remember(chainId, endpoint, landmarks) {
      const next = new Map(claims(chainId)).set(endpoint, landmarks)
      next.delete(unnamedEndpoint)
      return store(chainId, current(chainId), next)
    },
    async forget(chainId, isKept) {
      const kept = new Map([...claims(chainId)].filter(([endpoint]) => isKept(endpoint)))
      if (kept.size < claims(chainId).size) await store(chainId, current(chainId), kept)
    },
    async restart(chainId, endpoint, landmarks) {
      const epoch = current(chainId) + 1
      await store(chainId, epoch, new Map([[endpoint, landmarks]]))
      listeners.tell(chainId, epoch)
    },
    onRestart: listeners.add,
  }
}

function claimsOf({ claims, genesisHash, highestBlock, checkpoint }: EpochRecord): Claims {
  if (claims !== undefined) return new Map(Object.entries(claims))
  if (genesisHash === undefined || highestBlock === undefined) return new Map()
  const landmarks = { genesisHash, highestBlock, ...(checkpoint === undefined ? {} : { checkpoint }) }
  return new Map([[unnamedEndpoint, landmarks]])
}
