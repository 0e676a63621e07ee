import type { Database } from '@/lib/database/open'
import { type Endpoint, type NetworkEntry, networkEntrySchema } from '@/lib/database/records'
import type { Faults } from '@/lib/faults/types'
import type { Door } from '@/lib/rpc/door'
import { failureOf, toRpcError } from '@/lib/rpc/errors'
import type { Connection, KeepAlive } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { createListeners } from '@/lib/values/listeners'
import { checkAddress, checkEndpoints } from './addresses'
import { createConnection, type OwnedConnection } from './connection'
import { type Claims, createEpochs } from './epochs'
import type { EndpointHealth } from './health'
import { type LocalPreview, mainChainId, presets, previewChainId } from './presets'
import { type Probe, probeEndpoint } from './probe'

/** A network to add. Absent fields take the values of the preset networks. */
export interface NewNetwork {
  chainId: number
  name: string
  symbol: string
  endpoints: Endpoint[]
  explorerUrl: string | null
  testing: boolean
  source: 'person' | 'site'
  faucetUrl?: string | null
  methodPrefix?: string
  preconfirmationSubscription?: string
}

/** What can be changed of a network that came with no version of the wallet. */
export type NetworkChanges = Pick<NewNetwork, 'name' | 'symbol' | 'explorerUrl' | 'testing'>

/** The networks that the wallet knows, and the connection to each. Makes no request by itself. */
export interface Networks {
  /** In the order shown. */
  list(): NetworkEntry[]
  get(chainId: number): NetworkEntry | undefined
  /** The embedded preview network in builds that have one, otherwise the main network. */
  defaultChainId(): number
  /**
   * @returns the same object as long as the network exists, also after its endpoints changed.
   * @throws Failure `network-unknown`
   */
  connection(chainId: number): Connection
  /** The number of restarts of the chain from another genesis. */
  epoch(chainId: number): number
  onEpoch(listener: (chainId: number, epoch: number) => void): () => void
  /** What each endpoint said of its chain, by its HTTP address: a contradiction later counts against that endpoint. */
  landmarks(chainId: number): Claims
  /** Forgets what an endpoint said, and verifies all endpoints anew. @throws Failure `network-unknown` */
  forgetLandmarks(chainId: number, http: string): Promise<void>
  /** Finds out whether the chain restarted. @returns its epoch. @throws RpcError */
  checkGenesis(chainId: number): Promise<number>
  /** Tries an endpoint before it is added. @throws Failure `endpoint-…` where it does not give its chain id */
  probe(endpoint: Endpoint): Promise<Probe>
  /** @throws Failure `invalid-input` for a chain id that exists, or an invalid address */
  add(network: NewNetwork): Promise<void>
  /**
   * Changes what an added network is called and how it is treated. @throws Failure `network-unknown` | `invalid-input`
   */
  edit(chainId: number, changes: NetworkChanges): Promise<void>
  /** @throws Failure `network-unknown` | `invalid-input` */
  setEndpoints(chainId: number, endpoints: Endpoint[]): Promise<void>
  /** Removes a network, or the changes of a preset. @throws Failure `network-unknown` */
  remove(chainId: number): Promise<void>
  /** Those that were added, and presets that were changed: what a backup holds. */
  own(): NetworkEntry[]
  /** Adds those of a backup, and its changes of presets that have none here. None of their endpoints is contacted. */
  restore(own: readonly NetworkEntry[]): Promise<void>
  /** Health of the endpoints in the person's order; `unknown` before the first use. */
  health(chainId: number): EndpointHealth[]
  /** The addresses that `door.ts` allows: endpoints, and faucets with all addresses below them. */
  allowedUrls(): string[]
  /** Calls when an entry, or the health of an endpoint, changed. */
  onChange(listener: (chainId: number) => void): () => void
  stop(): void
}

/**
 * Reads the stored entries once; afterwards they are in memory. A stored entry replaces the preset of the same chain
 * id. A row that fails its schema is kept and not used.
 */
export async function createNetworks(dependencies: {
  database: Database
  door: Door
  clock: Clock
  keepAlive: KeepAlive
  localPreview: LocalPreview | null
  faults: Faults
}): Promise<Networks> {
  const { database, door, clock, keepAlive, localPreview, faults } = dependencies
  const originals = new Map(presets(localPreview).map(entry => [entry.chainId, entry]))
  const entries = new Map(originals)
  const [epochs, stored] = await Promise.all([createEpochs(database, faults), database.getAll('networks')])
  for (const row of stored) {
    const parsed = networkEntrySchema.safeParse(row)
    if (parsed.success) entries.set(parsed.data.chainId, parsed.data)
  }
  const connections = new Map<number, OwnedConnection>()
  const listeners = createListeners<[chainId: number]>()
  /** The addresses of probes under way, which the door must allow. */
  const probing = new Set<readonly string[]>()

  function entry(chainId: number): NetworkEntry {
    const found = entries.get(chainId)
    if (!found) throw new Failure('network-unknown', { chainId })
    return found
  }

  function owned(chainId: number): OwnedConnection {
    const existing = connections.get(chainId)
    if (existing) return existing
    let current = entry(chainId)
    const made = createConnection({
      // A network that is removed while its connection is in use keeps its last entry until then.
      network: () => {
        current = entries.get(chainId) ?? current
        return current
      },
      original: originals.get(chainId)?.endpoints.map(({ http }) => http) ?? [],
      epochs,
      door,
      clock,
      keepAlive,
      faults,
      onHealth: () => listeners.tell(chainId),
    })
    connections.set(chainId, made)
    return made
  }

  async function put(next: NetworkEntry): Promise<void> {
    await database.put('networks', next)
    entries.set(next.chainId, next)
    connections.get(next.chainId)?.renew()
    listeners.tell(next.chainId)
  }

  return {
    list: () => [...entries.values()].sort((left, right) => left.order - right.order),
    get: chainId => entries.get(chainId),
    defaultChainId: () => (localPreview === null ? mainChainId : previewChainId),
    connection: chainId => owned(chainId).connection,
    epoch: chainId => epochs.current(chainId),
    onEpoch: listener => epochs.onRestart(listener),
    landmarks: chainId => epochs.claims(chainId),
    async forgetLandmarks(chainId, http) {
      entry(chainId)
      await epochs.forget(chainId, endpoint => endpoint !== http)
      owned(chainId).forgive()
      listeners.tell(chainId)
    },
    async checkGenesis(chainId) {
      await owned(chainId).recheck()
      return epochs.current(chainId)
    },
    async probe(endpoint) {
      checkEndpoints([endpoint], 'person')
      const urls = endpoint.socket === null ? [endpoint.http] : [endpoint.http, endpoint.socket]
      probing.add(urls)
      try {
        return await probeEndpoint({ endpoint, door, clock })
      } catch (error) {
        throw failureOf(toRpcError(error))
      } finally {
        probing.delete(urls)
      }
    },
    async add(network) {
      const { chainId, name, endpoints, explorerUrl, testing, source, faucetUrl = null } = network
      if (entries.has(chainId)) throw new Failure('invalid-input', { field: 'chainId' })
      checkEndpoints(endpoints, source)
      for (const url of [explorerUrl, faucetUrl]) if (url !== null) checkAddress(url, ['http:', 'https:'], source)
      const parsed = networkEntrySchema.safeParse({
        chainId,
        name,
        currency: { symbol: network.symbol, decimals: 18 },
        endpoints,
        methodPrefix: network.methodPrefix ?? 'base',
        preconfirmationSubscription: network.preconfirmationSubscription ?? 'newFlashblockTransactions',
        faucetUrl,
        explorerUrl,
        testing,
        source,
        order: Math.max(...[...entries.values()].map(({ order }) => order)) + 1,
      })
      if (!parsed.success || !Number.isSafeInteger(chainId) || chainId < 1)
        throw new Failure('invalid-input', { field: 'network' })
      await put(parsed.data)
    },
    async edit(chainId, { name, symbol, explorerUrl, testing }) {
      const current = entry(chainId)
      // The names of the presets are what people recognise them by.
      if (current.source === 'preset') throw new Failure('invalid-input', { field: 'chainId' })
      if (explorerUrl !== null) checkAddress(explorerUrl, ['http:', 'https:'], 'person')
      const currency = { ...current.currency, symbol }
      const parsed = networkEntrySchema.safeParse({ ...current, name, currency, explorerUrl, testing })
      if (!parsed.success) throw new Failure('invalid-input', { field: 'network' })
      await put(parsed.data)
    },
    async setEndpoints(chainId, endpoints) {
      const current = entry(chainId)
      checkEndpoints(endpoints, 'person')
      await put({ ...current, endpoints })
      await epochs.forget(chainId, url => endpoints.some(({ http }) => http === url))
    },
    async remove(chainId) {
      entry(chainId)
      await database.delete('networks', chainId)
      await epochs.forget(chainId, () => false)
      const original = originals.get(chainId)
      if (original) {
        entries.set(chainId, original)
        connections.get(chainId)?.renew()
      } else {
        entries.delete(chainId)
        connections.get(chainId)?.stop()
        connections.delete(chainId)
      }
      listeners.tell(chainId)
    },
    own: () => [...entries.values()].filter(each => each !== originals.get(each.chainId)),
    async restore(own) {
      for (const each of own) {
        const original = originals.get(each.chainId)
        if (entries.get(each.chainId) !== original) continue
        // A preset of another build is one of the person's here: it can be removed.
        await put(original === undefined && each.source === 'preset' ? { ...each, source: 'person' } : each)
      }
    },
    health: chainId => owned(chainId).health(),
    allowedUrls() {
      const urls = [...entries.values()].flatMap(({ endpoints, faucetUrl }) => [
        ...endpoints.flatMap(({ http, socket }) => (socket === null ? [http] : [http, socket])),
        ...(faucetUrl === null ? [] : [`${faucetUrl.replace(/\/+$/, '')}/`]),
      ])
      return [...urls, ...[...probing].flat()]
    },
    onChange: listeners.add,
    stop() {
      for (const connection of connections.values()) connection.stop()
      connections.clear()
    },
  }
}
