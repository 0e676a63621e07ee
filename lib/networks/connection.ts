import type { NetworkEntry } from '@/lib/database/records'
import type { Faults } from '@/lib/faults/types'
import type { Door } from '@/lib/rpc/door'
import { parseResult, type RpcRequest } from '@/lib/rpc/envelope'
import { RpcError, toRpcError } from '@/lib/rpc/errors'
import { blockReply } from '@/lib/rpc/schemas'
import { createSocketClient, type SocketClient } from '@/lib/rpc/socket'
import type { BatchItem, Connection, KeepAlive, RequestOptions, SocketState } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'
import { createListeners } from '@/lib/values/listeners'
import { type ActiveEndpoint, createActiveEndpoint } from './endpoint'
import type { Epochs } from './epochs'
import { byHealth, type EndpointHealth } from './health'
import { type Ask, verify } from './verification'

/** A `Connection` and what its maker may do with it. */
export interface OwnedConnection {
  connection: Connection
  health(): EndpointHealth[]
  /** Looks again which chain the endpoint in use serves. @throws RpcError */
  recheck(): Promise<void>
  /** The entry changed: its endpoints are taken over, those that stay keep their health. */
  renew(): void
  stop(): void
}

/** With several endpoints their heads are compared at most this often, and only while the connection is used. */
const compareEveryMs = 15_000
/** Seconds of block time that an endpoint may be behind another one. */
const toleratedLag = 3n

export function createConnection(dependencies: {
  /** The entry as it is now. */
  network(): NetworkEntry
  /** Addresses (HTTP) that this network came with; sites without consent are served by no other. Empty: by its first one. */
  original: readonly string[]
  epochs: Epochs
  door: Door
  clock: Clock
  keepAlive: KeepAlive
  faults: Faults
  onHealth(): void
}): OwnedConnection {
  const { network, original, epochs, door, clock, keepAlive, faults, onHealth } = dependencies
  const { chainId } = network()
  const listeners = createListeners<[SocketState]>()
  let endpoints = activate([])
  let socket: SocketClient | null = null
  let comparedAt = clock.now()

  function activate(previous: readonly ActiveEndpoint[]): ActiveEndpoint[] {
    return network().endpoints.map(endpoint => {
      const kept = previous.find(
        other => other.endpoint.http === endpoint.http && other.endpoint.socket === endpoint.socket,
      )
      if (kept) return kept
      const active: ActiveEndpoint = createActiveEndpoint({
        endpoint,
        door,
        clock,
        verify: ask => verifyFor(active, ask),
        onHealth,
        onFailure: error => faults.report('endpoint', error, chainId),
      })
      return active
    })
  }

  function verifyFor(active: ActiveEndpoint, ask: Ask): Promise<void> {
    return verify({
      network: network(),
      epochs,
      ask,
      async otherIdentities() {
        const others = endpoints.filter(other => other !== active)
        const known = epochs.landmarks(chainId)
        const settled = await Promise.allSettled(others.map(other => other.identity(known)))
        return settled.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      },
    })
  }

  function socketCandidates() {
    return byHealth(endpoints, clock.now()).flatMap(active => {
      const url = active.endpoint.socket
      if (url === null) return []
      const verifySocket = async (call: (request: RpcRequest) => Promise<unknown>): Promise<void> => {
        try {
          await verifyFor(active, calls => Promise.all(calls.map(request => settle(call(request)))))
        } catch (error) {
          if (toRpcError(error).kind === 'wrong-chain') active.fail(error)
          throw error
        }
      }
      return [{ url, verify: verifySocket }]
    })
  }

  function reportSocket(error: unknown): void {
    faults.report('socket', error, chainId)
  }

  function openedSocket(): SocketClient {
    if (socket === null) {
      socket = createSocketClient({ candidates: socketCandidates, door, clock, keepAlive, onFault: reportSocket })
      socket.onState(state => {
        // Whoever is behind the address when it comes back has to show again which chain it serves.
        if (state === 'closed') for (const active of endpoints) active.distrust()
        listeners.tell(state)
      })
    }
    return socket
  }

  /** From endpoint to endpoint, until one answers or all failed. */
  async function overHttp<T>(
    candidates: readonly ActiveEndpoint[],
    send: (active: ActiveEndpoint) => Promise<T>,
    { signal }: RequestOptions,
    mustBeTrustedFirst: boolean,
  ): Promise<T> {
    let last = new RpcError('unreachable', 'The network has no endpoint')
    for (const active of candidates) {
      try {
        if (mustBeTrustedFirst) await active.trusted()
        // Reading may begin while the endpoint is still being verified; its answer, yes or no, counts only afterwards.
        const [result, trust] = await Promise.allSettled([send(active), active.trusted()])
        if (trust.status === 'rejected') throw trust.reason
        if (result.status === 'rejected') throw result.reason
        return result.value
      } catch (error) {
        last = toRpcError(error)
        if (last.consequence !== 'use-next-endpoint' || signal?.aborted) throw last
      }
    }
    throw last
  }

  async function call<T>(request: RpcRequest, options: RequestOptions, read: (result: unknown) => T): Promise<T> {
    if (socket?.state() === 'open') {
      try {
        return read(await socket.call(request, options))
      } catch (error) {
        const reason = toRpcError(error)
        if (reason.consequence !== 'use-next-endpoint' || options.signal?.aborted) throw reason
        reportSocket(reason)
      }
    }
    compareNowAndThen()
    return overHttp(
      byHealth(endpoints, clock.now()),
      active => active.attempt(async client => read(await client.call(request, options)), options.signal),
      options,
      leavesTheWallet(request),
    )
  }

  async function batch(calls: readonly RpcRequest[], options: RequestOptions): Promise<BatchItem[]> {
    if (calls.length === 0) return []
    const open = socket
    if (open?.state() === 'open') {
      const items = await Promise.all(calls.map(request => settle(open.call(request, options))))
      if (items.some(isAnswered) || options.signal?.aborted) return items
      for (const item of items) if (!item.ok) reportSocket(item.error)
    }
    compareNowAndThen()
    return overHttp(
      byHealth(endpoints, clock.now()),
      active =>
        active.attempt(async client => {
          const items = await client.batch(calls, options)
          const [first] = items
          if (!items.some(isAnswered) && first && !first.ok) throw first.error
          return items
        }, options.signal),
      options,
      calls.some(leavesTheWallet),
    )
  }

  function compareNowAndThen(): void {
    if (endpoints.length < 2 || clock.now() - comparedAt < compareEveryMs) return
    comparedAt = clock.now()
    void compareHeads()
  }

  /** An endpoint whose newest block is seconds older than another's lags, and is not preferred for a while. */
  async function compareHeads(): Promise<void> {
    const heads = await Promise.all(
      endpoints.map(async active => {
        try {
          const read = active.attempt(async client =>
            parseResult('eth_getBlockByNumber', await client.call(latestBlock), blockReply),
          )
          const [block] = await Promise.all([read, active.trusted()])
          return { active, timestamp: block?.timestamp ?? null }
        } catch {
          // Counted and reported by the endpoint itself.
          return { active, timestamp: null }
        }
      }),
    )
    const newest = heads.reduce(
      (most, { timestamp }) => (timestamp !== null && timestamp > most ? timestamp : most),
      0n,
    )
    for (const { active, timestamp } of heads) if (timestamp !== null && newest - timestamp > toleratedLag) active.lag()
  }

  const hasSocket = (): boolean => network().endpoints.some(endpoint => endpoint.socket !== null)

  const connection: Connection = {
    chainId,
    request: (method, params, schema, options = {}) =>
      call({ method, params }, options, result => parseResult(method, result, schema)),
    passThrough(method, params, { endpoint = 'best', ...options } = {}) {
      const request = { method, params }
      if (endpoint === 'best') return call(request, options, result => result)
      const common = endpoints.filter(active => original.length === 0 || original.includes(active.endpoint.http))
      if (common.length === 0)
        return Promise.reject(new RpcError('not-allowed', 'The endpoint that every site may use was taken out'))
      return overHttp(
        common.slice(0, 1),
        active => active.attempt(client => client.call(request, options), options.signal),
        options,
        leavesTheWallet(request),
      )
    },
    batch: (calls, options = {}) => batch(calls, options),
    async subscribe(params, onItem, onGap) {
      if (!hasSocket()) throw new RpcError('method-unavailable', 'The network has no socket')
      return openedSocket().subscribe(params, onItem, onGap)
    },
    socket: () => (hasSocket() ? (socket?.state() ?? 'closed') : 'none'),
    onSocket: listeners.add,
  }

  return {
    connection,
    health: () => endpoints.map(active => active.health),
    async recheck() {
      for (const active of endpoints) active.distrust()
      await overHttp(byHealth(endpoints, clock.now()), active => active.trusted(), {}, true)
    },
    renew() {
      endpoints = activate(endpoints)
      socket?.reopen()
      if (!hasSocket()) listeners.tell('none')
    },
    stop() {
      socket?.stop()
    },
  }
}

const latestBlock: RpcRequest = { method: 'eth_getBlockByNumber', params: ['latest', false] }

/** What has an effect goes only to an endpoint that was verified before. */
function leavesTheWallet({ method }: RpcRequest): boolean {
  return method.startsWith('eth_send')
}

/** The endpoint said something about this call, be it no. */
function isAnswered(item: BatchItem): boolean {
  return item.ok || toRpcError(item.error).consequence !== 'use-next-endpoint'
}

function settle(promise: Promise<unknown>): Promise<BatchItem> {
  return promise.then(
    (result): BatchItem => ({ ok: true, result }),
    (error: unknown): BatchItem => ({ ok: false, error: toRpcError(error) }),
  )
}
