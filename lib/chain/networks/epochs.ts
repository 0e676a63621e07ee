import type { Hash } from 'viem'
import type { Faults } from '@/lib/base/faults'
import { createListeners } from '@/lib/base/listeners'
import { furtherNetwork, type NetworkId } from '@/lib/base/network-id'
import type { Database } from '@/lib/storage/open'
import { type EpochRecord, epochRecordSchema, type Landmarks } from '@/lib/storage/records'

export type { Landmarks }

/** Stands for a genesis that no endpoint gives. */
export const unknownGenesis: Hash = `0x${'0'.repeat(64)}`

/** The key of landmarks that an earlier version stored without their endpoint. */
export const unnamedEndpoint = ''

/** The landmarks of one network, by the HTTP address of the endpoint that gave them. */
export type Claims = ReadonlyMap<string, Landmarks>

/** Counts the restarts of each network. A test chain may start again from another genesis, which begins a new epoch. */
export interface Epochs {
  /**
   * Stores that a further network of a chain exists.
   * @returns its id: the next negative number. Rows of epochs are never deleted, so that no number is given twice.
   */
  newNetwork(): Promise<NetworkId>
  /** The number of the epoch: 0 at first, one more with each restart. */
  current(networkId: NetworkId): number
  /** Empty before the chain was first read. */
  claims(networkId: NetworkId): Claims
  /** Stores newer landmarks of the same epoch. */
  remember(networkId: NetworkId, endpoint: string, landmarks: Landmarks): Promise<void>
  /** Forgets the landmarks of the endpoints that are not kept. */
  forget(networkId: NetworkId, isKept: (endpoint: string) => boolean): Promise<void>
  /** Stores the next epoch with the landmarks of the endpoint that showed it, then tells the listeners. */
  restart(networkId: NetworkId, endpoint: string, landmarks: Landmarks): Promise<void>
  onRestart(listener: (networkId: NetworkId, epoch: number) => void): () => void
}

interface Known {
  epoch: number
  claims: Claims
}

export async function createEpochs(database: Database, faults: Faults): Promise<Epochs> {
  const known = new Map<NetworkId, Known>()
  for (const row of await database.getAll('epochs')) {
    const parsed = epochRecordSchema.safeParse(row)
    if (parsed.success) known.set(parsed.data.networkId, { epoch: parsed.data.epoch, claims: claimsOf(parsed.data) })
  }
  const listeners = createListeners<[networkId: NetworkId, epoch: number]>()

  /** Landmarks that cannot be stored (a full disk) are kept until the worker ends. */
  async function store(networkId: NetworkId, epoch: number, claims: Claims): Promise<void> {
    known.set(networkId, { epoch, claims })
    const record: EpochRecord = { networkId, epoch, claims: Object.fromEntries(claims) }
    await database.put('epochs', record).catch((error: unknown) => faults.report('networks', error, networkId))
  }

  const current = (networkId: NetworkId): number => known.get(networkId)?.epoch ?? 0
  const claims = (networkId: NetworkId): Claims => known.get(networkId)?.claims ?? new Map()

  return {
    async newNetwork() {
      const transaction = database.transaction('epochs', 'readwrite', { durability: 'strict' })
      const networkId = furtherNetwork(await transaction.store.getAllKeys())
      await transaction.store.add({ networkId, epoch: 0, claims: {} })
      await transaction.done
      return networkId
    },
    current,
    claims,
    remember(networkId, endpoint, landmarks) {
      const next = new Map(claims(networkId)).set(endpoint, landmarks)
      next.delete(unnamedEndpoint)
      return store(networkId, current(networkId), next)
    },
    async forget(networkId, isKept) {
      const kept = new Map([...claims(networkId)].filter(([endpoint]) => isKept(endpoint)))
      if (kept.size < claims(networkId).size) await store(networkId, current(networkId), kept)
    },
    async restart(networkId, endpoint, landmarks) {
      const epoch = current(networkId) + 1
      await store(networkId, epoch, new Map([[endpoint, landmarks]]))
      listeners.tell(networkId, epoch)
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
