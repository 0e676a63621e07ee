import { higherMedian } from '@/lib/base/median'
import type { RpcError } from '@/lib/base/rpc/errors'
import type { RpcErrorKind } from '@/lib/base/rpc/types'

/**
 * The health of an endpoint. `lying`: it serves another chain. `lagging`: its head is behind that of another endpoint
 * of the network. Times are ms since the epoch.
 */
export interface EndpointHealth {
  http: string
  socket: string | null
  state: 'unknown' | 'healthy' | 'failing' | 'lagging' | 'lying'
  /** Median of the last answers over HTTP, ms; `null` before the first. */
  latencyMs: number | null
  lastError: { kind: RpcErrorKind; message: string } | null
  /** Method and fields of what it passed on last that could not be read. */
  unread: string | null
  lastAnswerAt: number | null
  /** Failures since the last answer. */
  failures: number
  /** Avoided until this time. */
  restUntil: number
  latencies: readonly number[]
}

const firstRestMs = 1_000
const longestRestMs = 60_000
const lyingRestMs = 300_000
const laggingRestMs = 30_000
const keptLatencies = 15

export function newHealth(endpoint: { http: string; socket: string | null }): EndpointHealth {
  return {
    http: endpoint.http,
    socket: endpoint.socket,
    state: 'unknown',
    latencyMs: null,
    lastError: null,
    unread: null,
    lastAnswerAt: null,
    failures: 0,
    restUntil: 0,
    latencies: [],
  }
}

export function afterAnswer(health: EndpointHealth, latencyMs: number, now: number): EndpointHealth {
  const latencies = [...health.latencies, latencyMs].slice(-keptLatencies)
  // An answer does not end a lag: the comparison of heads does.
  const stillLagging = health.state === 'lagging' && health.restUntil > now
  return {
    ...health,
    state: stillLagging ? 'lagging' : 'healthy',
    latencies,
    latencyMs: higherMedian(latencies) ?? null,
    lastError: null,
    lastAnswerAt: now,
    failures: 0,
    restUntil: stillLagging ? health.restUntil : 0,
  }
}

/**
 * @returns the health after a failure: avoided for as long as the endpoint asked, or twice as long with every failure
 */
export function afterFailure(health: EndpointHealth, error: RpcError, now: number): EndpointHealth {
  const lying = error.kind === 'wrong-chain'
  const failures = health.failures + 1
  const restMs = lying
    ? lyingRestMs
    : (error.retryAfterMs ?? Math.min(longestRestMs, firstRestMs * 2 ** Math.min(failures - 1, 10)))
  return {
    ...health,
    state: lying ? 'lying' : 'failing',
    failures,
    lastError: { kind: error.kind, message: error.message },
    restUntil: now + restMs,
  }
}

export function afterLag(health: EndpointHealth, now: number): EndpointHealth {
  return { ...health, state: 'lagging', restUntil: now + laggingRestMs }
}

/** @returns the usable items in the person's order, then the avoided ones, the soonest usable first */
export function byHealth<Item extends { health: EndpointHealth }>(items: readonly Item[], now: number): Item[] {
  const rests = (item: Item): number => (item.health.restUntil > now ? item.health.restUntil : 0)
  return items
    .map((item, index) => ({ item, index }))
    .sort((left, right) => rests(left.item) - rests(right.item) || left.index - right.index)
    .map(({ item }) => item)
}
