import { distinctEndpoints, isLoopback } from '@/lib/base/addresses'
import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import { RpcError, toRpcError } from '@/lib/base/rpc/errors'
import type { BatchItem, RequestOptions } from '@/lib/base/rpc/types'
import type { Door } from '@/lib/chain/rpc/door'
import { isProposing } from '@/lib/chain/shared/signals'
import type { NetworkEntry } from '@/lib/storage/records'
import { isDevelopmentNode } from './development'
import { type ActiveEndpoint, createActiveEndpoint } from './endpoint'
import type { Epochs } from './epochs'
import { byHealth, type EndpointHealth } from './health'
import { type Ask, verify } from './verification'

/** The endpoints of one network, each with its client, its health and its verification. */
export interface EndpointSet {
  all(): readonly ActiveEndpoint[]
  /** Healthy endpoints first. */
  preferred(): ActiveEndpoint[]
  /**
   * Verifies that the endpoint serves the chain, over the given calls.
   * @throws RpcError `wrong-chain` | `unavailable`, or what a call failed with
   */
  verify(active: ActiveEndpoint, ask: Ask): Promise<void>
  /** See `Connection.isProposing`. True until each endpoint was found to be for development. */
  isProposing(): boolean
  /** See `Connection.isDevelopment`. False until the endpoint was found to be for development. */
  isDevelopment(): boolean
  /** The next use of each endpoint verifies it again. */
  distrust(): void
  /** The next use of each endpoint verifies it again, also of one that is avoided for what it said. */
  forgive(): void
  health(): EndpointHealth[]
  /** Takes the endpoints of the changed entry; those that stay keep their health. */
  renew(): void
}

export function createEndpointSet(dependencies: {
  /** The entry as it is now. */
  network(): NetworkEntry
  epochs: Epochs
  door: Door
  clock: Clock
  faults: Faults
  onHealth(): void
}): EndpointSet {
  const { network, epochs, door, clock, faults, onHealth } = dependencies
  const { id, chainId } = network()
  /** HTTP addresses of nodes for development. */
  const development = new Set<string>()
  let endpoints = activate([])

  function activate(previous: readonly ActiveEndpoint[]): ActiveEndpoint[] {
    return distinctEndpoints(network().endpoints).map(endpoint => {
      const kept = previous.find(
        other => other.endpoint.http === endpoint.http && other.endpoint.socket === endpoint.socket,
      )
      if (kept) return kept
      const active: ActiveEndpoint = createActiveEndpoint({
        endpoint,
        door,
        clock,
        verify: ask => verifyOne(active, ask),
        onHealth,
        onFailure: error => faults.report('endpoint', error, id),
      })
      return active
    })
  }

  async function verifyOne(active: ActiveEndpoint, ask: Ask): Promise<void> {
    const { http } = active.endpoint
    if (isLoopback(http)) {
      const [version] = await ask([{ method: 'web3_clientVersion', params: [] }])
      if (version?.ok === true && isDevelopmentNode(http, version.result)) development.add(http)
      else development.delete(http)
    }
    return verify({
      network: network(),
      isDevelopment: development.has(http),
      url: http,
      epochs,
      ask,
      async otherIdentities(heights) {
        const others = endpoints.filter(other => other !== active)
        const settled = await Promise.allSettled(others.map(other => other.identity(heights)))
        return settled.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      },
    })
  }

  return {
    all: () => endpoints,
    preferred: () => byHealth(endpoints, clock.now()),
    verify: verifyOne,
    isProposing: () => isProposing(chainId) && !endpoints.every(({ endpoint }) => development.has(endpoint.http)),
    isDevelopment: () => endpoints.length === 1 && endpoints.every(({ endpoint }) => development.has(endpoint.http)),
    distrust() {
      for (const active of endpoints) active.distrust()
    },
    forgive() {
      for (const active of endpoints) active.forgive()
    },
    health: () => endpoints.map(active => active.health),
    renew() {
      endpoints = activate(endpoints)
    },
  }
}

/**
 * Sends over HTTP to one endpoint after the other, until one answers.
 * @param mustBeTrustedFirst verifies the endpoint before the call leaves; otherwise both run together, and the answer
 * counts once the endpoint is verified
 * @throws RpcError an answer that another endpoint would give too, or the error of the last endpoint; `mayHaveArrived`
 * where any of the endpoints may have taken the call
 */
export async function overHttp<T>(
  candidates: readonly ActiveEndpoint[],
  send: (active: ActiveEndpoint) => Promise<T>,
  { signal }: RequestOptions,
  mustBeTrustedFirst: boolean,
): Promise<T> {
  let last = new RpcError('unreachable', 'The network has no endpoint', { mayHaveArrived: false })
  let mayHaveArrived = false
  for (const active of candidates) {
    let isSent = !mustBeTrustedFirst
    try {
      if (mustBeTrustedFirst) await active.trusted()
      isSent = true
      const [result, trust] = await Promise.allSettled([send(active), active.trusted()])
      if (trust.status === 'rejected') throw trust.reason
      if (result.status === 'rejected') throw result.reason
      return result.value
    } catch (error) {
      const reason = toRpcError(error)
      mayHaveArrived ||= isSent && reason.mayHaveArrived
      last = reason.withArrival(mayHaveArrived)
      if (last.consequence !== 'use-next-endpoint' || signal?.aborted) throw last
    }
  }
  throw last
}

/** @returns whether the endpoint answered this call, with a result or a refusal */
export function isAnswered(item: BatchItem): boolean {
  return item.ok || toRpcError(item.error).consequence !== 'use-next-endpoint'
}

/** @returns whether the call was refused because what answered does not offer its method */
export function isUnserved(item: BatchItem): boolean {
  return !item.ok && toRpcError(item.error).kind === 'method-unavailable'
}

/** @returns a batch item of the result or the error; never rejects */
export function settle(promise: Promise<unknown>): Promise<BatchItem> {
  return promise.then(
    (result): BatchItem => ({ ok: true, result }),
    (error: unknown): BatchItem => ({ ok: false, error: toRpcError(error) }),
  )
}
