import { checkDistinct, checkEndpoints, checkPages, isLoopback } from '@/lib/base/addresses'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { createListeners } from '@/lib/base/listeners'
import { chainOfFirst, firstNetworkOf, type NetworkId } from '@/lib/base/network-id'
import { failureFrom } from '@/lib/base/rpc/errors'
import type { Connection, KeepAlive } from '@/lib/base/rpc/types'
import type { Door } from '@/lib/chain/rpc/door'
import { parseResult } from '@/lib/chain/rpc/envelope'
import { createHttpClient } from '@/lib/chain/rpc/http'
import { createSocketClient } from '@/lib/chain/rpc/socket'
import type { NetworkView, ProbeView } from '@/lib/language/views'
import type { Database } from '@/lib/storage/open'
import { type Endpoint, type NetworkEntry, networkEntrySchema } from '@/lib/storage/records'
import { createConnection, type OwnedConnection } from './connection'
import { editOf, withPreset } from './edits'
import { type Claims, createEpochs } from './epochs'
import type { EndpointHealth } from './health'
import { type LocalPreview, mainChainId, presets, previewChainId } from './presets'
import type { probeEndpoint } from './probe'

/** A network to add. Absent fields take the values of the preset networks. */
export interface NewNetwork
  extends Pick<NetworkView, 'chainId' | 'name' | 'symbol' | 'endpoints' | 'explorerUrl' | 'testing'> {
  source: 'person' | 'site'
  faucetUrl?: string | null
  methodPrefix?: string
  preconfirmationSubscription?: string
}

/** What can be changed of a network, beside its endpoints. Its chain id and its id stay. */
export type NetworkChanges = Required<Pick<NewNetwork, 'name' | 'symbol' | 'explorerUrl' | 'faucetUrl' | 'testing'>>

/** The networks that the wallet knows, and the connection to each. Makes no request by itself. */
export interface Networks {
  /** In the order shown. */
  list(): NetworkEntry[]
  get(networkId: NetworkId): NetworkEntry | undefined
  /** The networks with this chain id, in the order shown. */
  ofChain(chainId: number): NetworkEntry[]
  /**
   * The chain id of a network. The first one of a chain has it as its id, in the wallet or not.
   * @throws Failure `network-unknown`
   */
  chainIdOf(networkId: NetworkId): number
  /** The embedded preview network in builds that have one, otherwise the main network. */
  defaultNetworkId(): NetworkId
  /**
   * @returns the same object as long as the network exists, also after its endpoints changed.
   * @throws Failure `network-unknown`
   */
  connection(networkId: NetworkId): Connection
  /** The number of restarts of the chain from another genesis. */
  epoch(networkId: NetworkId): number
  onEpoch(listener: (networkId: NetworkId, epoch: number) => void): () => void
  /** What each endpoint said of its chain, by its HTTP address: a contradiction later counts against that endpoint. */
  landmarks(networkId: NetworkId): Claims
  /** Forgets what an endpoint said, and verifies all endpoints anew. @throws Failure `network-unknown` */
  forgetLandmarks(networkId: NetworkId, http: string): Promise<void>
  /** Finds out whether the chain restarted. @returns its epoch. @throws RpcError */
  checkGenesis(networkId: NetworkId): Promise<number>
  /** Tries an endpoint before it is added. @throws Failure `endpoint-…` where it does not give its chain id */
  probe(endpoint: Endpoint): Promise<ProbeView>
  /**
   * Adds a network. Only a person can add a second one of a chain, under a name of its own; it is for testing where its
   * endpoints are on this machine.
   * @throws Failure `invalid-input` for a chain id or a name that exists, or an invalid address; `endpoint-twice`
   */
  add(network: NewNetwork): Promise<NetworkEntry>
  /** Changes what a network is called and how it is treated. @throws Failure `network-unknown` | `invalid-input` */
  edit(networkId: NetworkId, changes: NetworkChanges): Promise<void>
  /** @throws Failure `network-unknown` | `invalid-input` | `endpoint-twice` */
  setEndpoints(networkId: NetworkId, endpoints: Endpoint[]): Promise<void>
  /** Removes a network, or the changes of a preset. @throws Failure `network-unknown` */
  remove(networkId: NetworkId): Promise<void>
  /** The added networks and the changed presets: a backup holds these. */
  own(): NetworkEntry[]
  /**
   * Adds those of a backup, and its changes of presets that have none here. None of their endpoints is contacted.
   * @returns which network here each of them is, by its id in the backup
   */
  restore(own: readonly NetworkEntry[]): Promise<ReadonlyMap<NetworkId, NetworkId>>
  /** Health of the endpoints in the person's order; `unknown` before the first use. */
  health(networkId: NetworkId): EndpointHealth[]
  /** HTTP address of the endpoint that calls go to now; `null` before the first use. */
  inUse(networkId: NetworkId): string | null
  /** The addresses that `door.ts` allows: endpoints, and faucets with all addresses below them. */
  allowedUrls(): string[]
  /** Calls when an entry, or the health of an endpoint, changed. */
  onChange(listener: (networkId: NetworkId) => void): () => void
  stop(): void
}

/**
 * Reads the stored entries once; afterwards they are in memory. What the person changed of a preset replaces those
 * fields of it. A row that fails its schema is kept and not used.
 */
export async function createNetworks(dependencies: {
  database: Database
  door: Door
  clock: Clock
  keepAlive: KeepAlive
  localPreview: LocalPreview | null
  faults: Faults
  /** Rarely needed: the worker has it in a later script. */
  probeEndpoint: typeof probeEndpoint
}): Promise<Networks> {
  const { database, door, clock, keepAlive, localPreview, faults } = dependencies
  const originals = new Map(presets(localPreview).map(entry => [entry.id, entry]))
  const entries = new Map(originals)
  const [epochs, stored] = await Promise.all([createEpochs(database, faults), database.getAll('networks')])
  for (const row of stored) {
    const parsed = networkEntrySchema.safeParse(row)
    if (parsed.success) use(parsed.data)
  }
  const connections = new Map<NetworkId, OwnedConnection>()
  const listeners = createListeners<[networkId: NetworkId]>()
  /** The addresses of probes under way, which the door must allow. */
  const probing = new Set<readonly string[]>()

  function use(row: NetworkEntry): void {
    entries.set(row.id, withPreset(row, originals.get(row.id)))
  }

  function entry(networkId: NetworkId): NetworkEntry {
    const found = entries.get(networkId)
    if (!found) throw new Failure('network-unknown', { networkId })
    return found
  }

  function owned(networkId: NetworkId): OwnedConnection {
    const existing = connections.get(networkId)
    if (existing) return existing
    let current = entry(networkId)
    const made = createConnection({
      // A network that is removed while its connection is in use keeps its last entry until then.
      network: () => {
        current = entries.get(networkId) ?? current
        return current
      },
      original: originals.get(networkId)?.endpoints.map(({ http }) => http) ?? [],
      epochs,
      door,
      clock,
      keepAlive,
      faults,
      onHealth: () => listeners.tell(networkId),
    })
    connections.set(networkId, made)
    return made
  }

  async function put(given: NetworkEntry): Promise<void> {
    const original = originals.get(given.id)
    const next = given.source === 'preset' && original !== undefined ? editOf(given, original) : given
    if (next === original) await database.delete('networks', next.id)
    else await database.put('networks', next)
    entries.set(next.id, next)
    connections.get(next.id)?.renew()
    listeners.tell(next.id)
  }

  const list = (): NetworkEntry[] => [...entries.values()].sort((left, right) => left.order - right.order)
  const ofChain = (chainId: number): NetworkEntry[] => list().filter(each => each.chainId === chainId)

  /** @throws Failure `invalid-input` where another network of this chain has the name */
  function checkName(chainId: number, name: string, except?: NetworkId): void {
    const others = ofChain(chainId).filter(({ id }) => id !== except)
    if (others.some(other => isSameName(other.name, name))) throw new Failure('invalid-input', { field: 'name' })
  }

  return {
    list,
    get: networkId => entries.get(networkId),
    ofChain,
    chainIdOf: networkId => entries.get(networkId)?.chainId ?? chainOfFirst(networkId) ?? entry(networkId).chainId,
    defaultNetworkId: () => firstNetworkOf(localPreview === null ? mainChainId : previewChainId),
    connection: networkId => owned(networkId).connection,
    epoch: networkId => epochs.current(networkId),
    onEpoch: listener => epochs.onRestart(listener),
    landmarks: networkId => epochs.claims(networkId),
    async forgetLandmarks(networkId, http) {
      entry(networkId)
      await epochs.forget(networkId, endpoint => endpoint !== http)
      owned(networkId).forgive()
      listeners.tell(networkId)
    },
    async checkGenesis(networkId) {
      await owned(networkId).recheck()
      return epochs.current(networkId)
    },
    async probe(endpoint) {
      checkEndpoints([endpoint], 'person')
      const urls = endpoint.socket === null ? [endpoint.http] : [endpoint.http, endpoint.socket]
      probing.add(urls)
      try {
        return await dependencies.probeEndpoint({
          endpoint,
          door,
          clock,
          clients: { createHttpClient, createSocketClient, parseResult },
        })
      } catch (error) {
        throw failureFrom(error)
      } finally {
        probing.delete(urls)
      }
    },
    async add(network) {
      const { chainId, name, endpoints, explorerUrl, source, faucetUrl = null } = network
      const others = ofChain(chainId)
      if (others.length > 0 && source !== 'person') throw new Failure('invalid-input', { field: 'chainId' })
      checkName(chainId, name)
      checkEndpoints(endpoints, source)
      // Nobody who could mend it reads the list of a site: its endpoints vote once all the same.
      if (source === 'person') checkDistinct(endpoints)
      checkPages([explorerUrl, faucetUrl], source)
      if (!Number.isSafeInteger(chainId) || chainId < 1) throw new Failure('invalid-input', { field: 'network' })
      const parsed = networkEntrySchema.safeParse({
        id: entries.has(firstNetworkOf(chainId)) ? await epochs.newNetwork() : firstNetworkOf(chainId),
        chainId,
        name,
        currency: { symbol: network.symbol, decimals: 18 },
        endpoints,
        methodPrefix: network.methodPrefix ?? 'base',
        preconfirmationSubscription: network.preconfirmationSubscription ?? 'newFlashblockTransactions',
        faucetUrl,
        explorerUrl,
        testing: network.testing || (others.length > 0 && endpoints.every(({ http }) => isLoopback(http))),
        source,
        order: Math.max(...[...entries.values()].map(({ order }) => order)) + 1,
      })
      if (!parsed.success) throw new Failure('invalid-input', { field: 'network' })
      await put(parsed.data)
      return parsed.data
    },
    async edit(networkId, { name, symbol, explorerUrl, faucetUrl, testing }) {
      const current = entry(networkId)
      checkName(current.chainId, name, networkId)
      checkPages([explorerUrl, faucetUrl], 'person')
      const currency = { ...current.currency, symbol }
      const parsed = networkEntrySchema.safeParse({ ...current, name, currency, explorerUrl, faucetUrl, testing })
      if (!parsed.success) throw new Failure('invalid-input', { field: 'network' })
      await put(parsed.data)
    },
    async setEndpoints(networkId, endpoints) {
      const current = entry(networkId)
      checkEndpoints(endpoints, 'person')
      checkDistinct(endpoints)
      await put({ ...current, endpoints })
      await epochs.forget(networkId, url => endpoints.some(({ http }) => http === url))
    },
    async remove(networkId) {
      entry(networkId)
      await database.delete('networks', networkId)
      await epochs.forget(networkId, () => false)
      const original = originals.get(networkId)
      if (original) {
        entries.set(networkId, original)
        connections.get(networkId)?.renew()
      } else {
        entries.delete(networkId)
        connections.get(networkId)?.stop()
        connections.delete(networkId)
      }
      listeners.tell(networkId)
    },
    own: () => [...entries.values()].filter(each => each !== originals.get(each.id)),
    async restore(own) {
      const here = new Map<NetworkId, NetworkId>()
      for (const each of own) {
        const isFirst = chainOfFirst(each.id) !== undefined
        const known = isFirst
          ? entries.get(each.id)
          : ofChain(each.chainId).find(({ name }) => isSameName(name, each.name))
        const original = originals.get(each.id)
        // The ids of further networks are given by each wallet anew.
        const id = known?.id ?? (isFirst ? each.id : await epochs.newNetwork())
        here.set(each.id, id)
        if (known !== original) continue
        await put(withPreset({ ...each, id }, original))
      }
      return here
    },
    health: networkId => owned(networkId).health(),
    inUse: networkId => owned(networkId).inUse(),
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

function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
