import type { Faults } from '@/lib/base/faults'
import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { type Clock, systemClock } from '@/lib/base/clock'
import { chainIdReply } from '@/lib/base/rpc/schemas'
import { createNetworks, type Networks } from '@/lib/chain/networks/networks'
import type { LocalPreview } from '@/lib/chain/networks/presets'
import { probeEndpoint } from '@/lib/chain/networks/probe'
import { covers, createDoor } from '@/lib/chain/rpc/door'
import { type Database, openDatabase } from '@/lib/storage/open'
import { answerJsonRpc, type LocalEndpoint, replyTo, startLocalEndpoint } from '../local-endpoint'

/** Networks of the wallet, and real endpoints on this machine for them, each as good or bad as a test says. */

const ends: (() => unknown)[] = []

/** Called in the end, the last one first. */
export function onEnd(end: () => unknown): void {
  ends.push(end)
}

/** For `afterEach`: ends what a test has started. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

let databases = 0
export async function freshDatabase(): Promise<Database> {
  databases += 1
  const database = await openDatabase(`networks-${databases}`)
  ends.push(() => database.close())
  return database
}

/** Starts networks as a worker does. */
export async function start(
  given: { database?: Database; localPreview?: LocalPreview | null; faults?: Faults; clock?: Clock } = {},
): Promise<Networks> {
  const networks: Networks = await createNetworks({
    database: given.database ?? (await freshDatabase()),
    door: createDoor({ isAllowed: url => covers(networks.allowedUrls(), url), clock: systemClock }),
    clock: given.clock ?? systemClock,
    keepAlive: { hold: () => () => undefined },
    localPreview: given.localPreview ?? null,
    faults: given.faults ?? recordFaults(),
    probeEndpoint,
  })
  ends.push(() => networks.stop())
  return networks
}

export const chainId = 4242
export const networkId = firstNetworkOf(chainId)
export const genesisA = `0x${'a0'.repeat(32)}`
export const genesisB = `0x${'b0'.repeat(32)}`

export interface Chain {
  chainId?: number
  genesis?: string
  /** Told for one answer only. */
  onceGenesis?: string
  height?: number
  /** Otherwise fifty blocks below the head. */
  final?: number
  /** Seconds. */
  timestamp?: number
  /** Fork the blocks other than the first belong to. */
  fork?: string
  methods?: Parameters<typeof replyTo>[0]
}

/** An endpoint that serves a chain as described; the description may change while it runs. */
export async function serve(
  chain: Chain = {},
): Promise<LocalEndpoint & { chain: Chain; asked(method: string): number }> {
  const methods = () => ({
    eth_chainId: () => `0x${(chain.chainId ?? chainId).toString(16)}`,
    eth_blockNumber: () => `0x${(chain.height ?? 100).toString(16)}`,
    eth_getBlockByNumber: ([tag]: readonly unknown[]) => blockOf(chain, String(tag)),
    ...chain.methods,
  })
  const endpoint = await startLocalEndpoint({
    http: (body, response) => answerJsonRpc(methods())(body, response),
    socket(socket) {
      socket.on('message', data =>
        socket.send(JSON.stringify(replyTo({ ...methods(), eth_subscribe: () => '0x1' }, JSON.parse(String(data))))),
      )
    },
  })
  ends.push(() => endpoint.close())
  return Object.assign(endpoint, {
    chain,
    asked: (method: string) =>
      endpoint.requests.flatMap(({ body }) => JSON.parse(body)).filter(call => call.method === method).length,
  })
}

function blockOf(chain: Chain, tag: string) {
  const { height = 100, timestamp = 1_700_000_000, genesis = genesisA, fork = 'c' } = chain
  const { onceGenesis } = chain
  if (tag === '0x0') delete chain.onceGenesis
  const { final = Math.max(0, height - 50) } = chain
  const number = tag.startsWith('0x') ? Number(tag) : tag === 'finalized' ? final : height
  if (number > height && tag !== 'finalized') return null
  return {
    number: `0x${number.toString(16)}`,
    hash: number === 0 ? (onceGenesis ?? genesis) : `0x${fork}${number.toString(16).padStart(63, '0')}`,
    parentHash: genesisA,
    timestamp: `0x${timestamp.toString(16)}`,
    gasLimit: '0x1',
    gasUsed: '0x0',
    transactions: [],
  }
}

/** With one network that the person added. */
export async function withNetwork(
  endpoints: { http: string; socket: string | null }[],
  { testing = true, ...given }: { testing?: boolean; database?: Database; faults?: Faults; clock?: Clock } = {},
): Promise<Networks> {
  const networks = await start(given)
  await networks.add({
    chainId,
    name: 'Here',
    symbol: 'ETH',
    endpoints,
    explorerUrl: null,
    testing,
    source: 'person',
  })
  return networks
}

export const http = (endpoint: LocalEndpoint) => ({ http: endpoint.url, socket: null })
export const both = (endpoint: LocalEndpoint) => ({ http: endpoint.url, socket: endpoint.socketUrl })
export const askChainId = (networks: Networks) =>
  networks.connection(networkId).request('eth_chainId', [], chainIdReply)
