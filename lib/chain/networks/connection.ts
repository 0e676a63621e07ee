import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import { createListeners } from '@/lib/base/listeners'
import { RpcError, toRpcError } from '@/lib/base/rpc/errors'
import type { BatchItem, Connection, KeepAlive, RequestOptions, SocketState } from '@/lib/base/rpc/types'
import type { Door } from '@/lib/chain/rpc/door'
import { hasEffect, parseResult, type RpcRequest } from '@/lib/chain/rpc/envelope'
import { createSocketClient, type SocketClient } from '@/lib/chain/rpc/socket'
import type { SocketCandidate } from '@/lib/chain/rpc/transport'
import type { NetworkEntry } from '@/lib/storage/records'
import type { ActiveEndpoint } from './endpoint'
import { createEndpointSet, isAnswered, isUnserved, overHttp, settle } from './endpoint-set'
import type { Epochs } from './epochs'
import { createHeadComparison } from './head-comparison'
import type { EndpointHealth } from './health'
import { createPendingTag } from './pending-tag'

/** A `Connection`, with the methods for `networks.ts`, which makes it. */
export interface OwnedConnection {
  connection: Connection
  health(): EndpointHealth[]
  /**
   * HTTP address of the endpoint whose socket is open, or else of the one that would be asked next; `null` before any
   * was asked.
   */
  inUse(): string | null
  /** Verifies again which chain the preferred endpoint serves. @throws RpcError */
  recheck(): Promise<void>
  /** Verifies every endpoint anew, also those that are avoided for what they said. */
  forgive(): void
  /** Takes the endpoints of the changed entry; those that stay keep their health. */
  renew(): void
  stop(): void
}

export function createConnection(dependencies: {
  /** The entry as it is now. */
  network(): NetworkEntry
  /**
   * HTTP addresses that this network came with: sites without consent use no others. Empty: they use its first
   * endpoint.
   */
  original: readonly string[]
  epochs: Epochs
  door: Door
  clock: Clock
  keepAlive: KeepAlive
  faults: Faults
  onHealth(): void
}): OwnedConnection {
  const { network, original, epochs, door, clock, keepAlive, faults, onHealth } = dependencies
  const { id, chainId } = network()
  const listeners = createListeners<[SocketState]>()
  const endpoints = createEndpointSet({ network, epochs, door, clock, faults, onHealth })
  const comparison = createHeadComparison({ endpoints: endpoints.all, clock })
  const ask = createPendingTag<ActiveEndpoint>(clock)
  let socket: SocketClient<SocketCandidate & { active: ActiveEndpoint }> | null = null
  /** Methods that the present socket does not offer: some carry little beside subscriptions. */
  const unserved = new Set<string>()

  function socketCandidates() {
    const all = endpoints.preferred()
    // Another endpoint without a socket is better than the socket of one that lies.
    const honest = all.filter(({ health }) => health.state !== 'lying' || health.restUntil <= clock.now())
    return (honest.length > 0 ? honest : all).flatMap(active => {
      const url = active.endpoint.socket
      if (url === null) return []
      const verify = async (call: (request: RpcRequest) => Promise<unknown>): Promise<void> => {
        try {
          await endpoints.verify(active, async calls => {
            const items = await Promise.all(calls.map(request => settle(call(request))))
            // Which chain it serves a socket must say itself. The rest is asked of the same provider.
            const [chainId, ...others] = items
            if (chainId?.ok !== true || !others.some(isUnserved)) return items
            const told = await active.attempt(client => client.batch(calls))
            return items.map((item, index) => (isUnserved(item) ? (told[index] ?? item) : item))
          })
        } catch (error) {
          if (toRpcError(error).kind === 'wrong-chain') active.fail(error)
          throw error
        }
      }
      return [{ url, verify, active }]
    })
  }

  function reportSocket(error: unknown): void {
    faults.report('socket', error, id)
  }

  function openedSocket(): SocketClient {
    if (socket === null) {
      socket = createSocketClient({ candidates: socketCandidates, door, clock, keepAlive, onFault: reportSocket })
      socket.onState(state => {
        // Another server may answer at the address next time, so it is verified again.
        if (state === 'closed') {
          endpoints.distrust()
          unserved.clear()
        }
        listeners.tell(state)
      })
    }
    return socket
  }

  /** Sends one call to an endpoint. @param asIs a refusal of the tag `pending` is the answer */
  async function one<T>(
    active: ActiveEndpoint,
    { request, read, asIs }: { request: RpcRequest; read(result: unknown): T; asIs: boolean },
    send: (request: RpcRequest) => Promise<unknown>,
  ): Promise<T> {
    if (asIs) return read(await send(request))
    const [item] = await ask(active, [request], calls => Promise.all(calls.map(each => settle(send(each)))))
    if (item?.ok !== true) throw toRpcError(item?.error)
    return read(item.result)
  }

  /** Somebody else's record that cannot be read says nothing against the endpoint that passes it on. */
  async function askOne<T>(
    active: ActiveEndpoint,
    { request, read, asIs }: { request: RpcRequest; read(result: unknown): T; asIs: boolean },
    options: RequestOptions,
  ): Promise<T> {
    const answer = await active.attempt(async client => {
      const result = await one(active, { request, read: each => each, asIs }, each => client.call(each, options))
      return typeof result === 'object' && result !== null ? { record: result } : { value: read(result) }
    }, options.signal)
    if ('value' in answer) return answer.value
    try {
      return read(answer.record)
    } catch (error) {
      active.unread([request.method, toRpcError(error).data].join(' '))
      faults.report('endpoint', error, id)
      throw error
    }
  }

  async function call<T>(
    request: RpcRequest,
    options: RequestOptions,
    read: (result: unknown) => T,
    asIs = false,
  ): Promise<T> {
    let isSent = false
    const asked = { request, read, asIs }
    const open = socket
    const at = open?.openAt()
    if (open && at && !unserved.has(request.method)) {
      try {
        return await one(at.active, asked, each => open.call(each, options))
      } catch (error) {
        const reason = toRpcError(error)
        if (reason.kind === 'method-unavailable') unserved.add(request.method)
        else if (reason.consequence !== 'use-next-endpoint' || options.signal?.aborted) throw reason
        else {
          reportSocket(reason)
          isSent = reason.mayHaveArrived
        }
      }
    }
    comparison.whenDue()
    return overHttp(endpoints.preferred(), active => askOne(active, asked, options), options, hasEffect(request)).catch(
      (error: unknown) => {
        const reason = toRpcError(error)
        throw reason.withArrival(isSent || reason.mayHaveArrived)
      },
    )
  }

  async function batch(calls: readonly RpcRequest[], options: RequestOptions): Promise<BatchItem[]> {
    const open = socket
    const at = open?.openAt()
    const answers = new Map<RpcRequest, BatchItem>()
    if (open && at) {
      const asked = calls.filter(({ method }) => !unserved.has(method))
      const items = await ask(at.active, asked, each =>
        Promise.all(each.map(request => settle(open.call(request, options)))),
      )
      for (const [index, item] of items.entries()) {
        const request = asked[index]
        if (request === undefined) continue
        if (isUnserved(item)) unserved.add(request.method)
        else answers.set(request, { ...item, by: at.active.endpoint.http })
      }
      const isGone = open.openAt() !== at || ![...answers.values()].some(isAnswered)
      if (isGone && !options.signal?.aborted) {
        for (const [request, item] of answers) {
          if (item.ok || isAnswered(item)) continue
          reportSocket(item.error)
          answers.delete(request)
        }
      }
    }
    const rest = calls.filter(request => !answers.has(request))
    if (rest.length > 0) {
      const items = await batchOverHttp(rest, options).catch((error: unknown) => {
        // What the socket answered counts all the same.
        if (answers.size === 0) throw error
        return rest.map((): BatchItem => ({ ok: false, error: toRpcError(error) }))
      })
      for (const [index, request] of rest.entries()) {
        const item = items[index]
        if (item !== undefined) answers.set(request, item)
      }
    }
    return calls.flatMap(request => answers.get(request) ?? [])
  }

  function batchOverHttp(calls: readonly RpcRequest[], options: RequestOptions): Promise<BatchItem[]> {
    comparison.whenDue()
    return overHttp(
      endpoints.preferred(),
      active =>
        active.attempt(async client => {
          const items = await ask(active, calls, each => client.batch(each, options))
          const [first] = items
          if (!items.some(isAnswered) && first && !first.ok) throw first.error
          return items.map(item => ({ ...item, by: active.endpoint.http }))
        }, options.signal),
      options,
      calls.some(hasEffect),
    )
  }

  /** HTTP address of the endpoint whose socket is open, or else of the one that would be asked next. */
  const next = (): string | undefined => (socket?.openAt()?.active ?? endpoints.preferred()[0])?.endpoint.http

  const hasSocket = (): boolean => network().endpoints.some(endpoint => endpoint.socket !== null)

  const connection: Connection = {
    networkId: id,
    chainId,
    request: (method, params, schema, options = {}) =>
      call({ method, params }, options, result => parseResult(method, result, schema)),
    passThrough(method, params, { endpoint = 'best', ...options } = {}) {
      const request = { method, params }
      if (endpoint === 'best') return call(request, options, result => result, true)
      const common = endpoints.all().filter(active => original.length === 0 || original.includes(active.endpoint.http))
      if (common.length === 0)
        return Promise.reject(new RpcError('not-allowed', 'The endpoint that every site may use was taken out'))
      return overHttp(
        common.slice(0, 1),
        active => active.attempt(client => client.call(request, options), options.signal),
        options,
        hasEffect(request),
      )
    },
    batch: (calls, options = {}) => batch(calls, options),
    async others(calls, beside = next()) {
      const asked = endpoints.preferred().filter(({ endpoint }) => endpoint.http !== beside)
      const answers = await Promise.allSettled(
        asked.map(async active => {
          await active.trusted()
          return active.attempt(client => client.batch(calls))
        }),
      )
      return answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
    },
    discredit(by) {
      const active = endpoints.all().find(({ endpoint }) => endpoint.http === by)
      active?.fail(new RpcError('wrong-chain', 'Most other endpoints contradict it'))
      socket?.reopen()
    },
    unread: (by, what) =>
      endpoints
        .all()
        .find(({ endpoint }) => endpoint.http === by)
        ?.unread(what),
    isProposing: endpoints.isProposing,
    isDevelopment: endpoints.isDevelopment,
    async subscribe(params, onItem, onGap) {
      if (!hasSocket()) throw new RpcError('method-unavailable', 'The network has no socket')
      return openedSocket().subscribe(params, onItem, onGap)
    },
    socket: () => (hasSocket() ? (socket?.state() ?? 'closed') : 'none'),
    onSocket: listeners.add,
  }

  return {
    connection,
    health: endpoints.health,
    inUse: () =>
      (socket?.openAt() || endpoints.all().some(({ health }) => health.state !== 'unknown') ? next() : null) ?? null,
    async recheck() {
      endpoints.distrust()
      await overHttp(endpoints.preferred(), active => active.trusted(), {}, true)
    },
    forgive: endpoints.forgive,
    renew() {
      endpoints.renew()
      socket?.reopen()
      if (!hasSocket()) listeners.tell('none')
    },
    stop() {
      socket?.stop()
    },
  }
}
