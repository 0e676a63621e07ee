import type { Endpoint } from '@/lib/database/records'
import type { Door } from '@/lib/rpc/door'
import { type RpcError, toRpcError } from '@/lib/rpc/errors'
import { createHttpClient, type HttpClient } from '@/lib/rpc/http'
import type { Clock } from '@/lib/values/clock'
import type { Landmarks } from './epochs'
import { afterAnswer, afterFailure, afterLag, type EndpointHealth, newHealth } from './health'
import { type Ask, type Identity, readIdentity } from './verification'

/** One endpoint of a network in use: its client, its health, and whether it was found to serve the right chain. */
export interface ActiveEndpoint {
  readonly endpoint: Endpoint
  readonly health: EndpointHealth
  /** Asks over HTTP and keeps account of how it went. Not verified: use `trusted` first, or alongside. @throws RpcError */
  attempt<T>(send: (client: HttpClient) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Resolves once the endpoint is known to serve the right chain; checks once, and again after a failure. @throws RpcError */
  trusted(): Promise<void>
  /** The next `trusted` looks again. */
  distrust(): void
  /** Its answer was the wrong shape, or its chain the wrong one. */
  fail(error: unknown): void
  lag(): void
  /** What it claims to be now. @throws RpcError */
  identity(known: Landmarks | null): Promise<Identity>
}

/** So long is a verification believed; longer than a person waits, shorter than an endpoint changes hands. */
const trustMs = 300_000

export function createActiveEndpoint(dependencies: {
  endpoint: Endpoint
  door: Door
  clock: Clock
  verify(ask: Ask): Promise<void>
  onHealth(): void
  /** It is of no use now, and why. */
  onFailure(error: RpcError): void
}): ActiveEndpoint {
  const { endpoint, door, clock, verify, onHealth, onFailure } = dependencies
  const client = createHttpClient({ door, url: endpoint.http })
  let health = newHealth(endpoint)
  let trust: { since: number; verified: Promise<void> } | null = null

  function setHealth(next: EndpointHealth): void {
    const changed = next.state !== health.state
    health = next
    if (changed) onHealth()
  }

  function fail(error: unknown): void {
    // An overloaded endpoint is still the same one, and asking more of it would not help.
    const reason = toRpcError(error)
    if (reason.kind !== 'rate-limited') trust = null
    setHealth(afterFailure(health, reason, clock.now()))
    onFailure(reason)
  }

  async function attempt<T>(send: (client: HttpClient) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const startedAt = clock.now()
    try {
      const result = await send(client)
      setHealth(afterAnswer(health, clock.now() - startedAt, clock.now()))
      return result
    } catch (error) {
      const reason = toRpcError(error)
      // Who gave up waiting himself blames nobody. A refusal is an answer too: only an endpoint that is no use now counts as failing.
      if (signal?.aborted) throw reason
      if (reason.consequence === 'use-next-endpoint') fail(reason)
      else setHealth(afterAnswer(health, clock.now() - startedAt, clock.now()))
      throw reason
    }
  }

  const ask: Ask = calls => attempt(http => http.batch(calls))

  return {
    endpoint,
    get health() {
      return health
    },
    attempt,
    trusted() {
      if (trust === null || clock.now() - trust.since > trustMs) {
        // A call that fails on the way is counted there; what it said, and cannot be believed, is counted here.
        let isCounted = false
        const counting: Ask = calls =>
          ask(calls).catch((error: unknown) => {
            isCounted = true
            throw error
          })
        const verified = verify(counting).catch((error: unknown) => {
          if (!isCounted) fail(error)
          trust = null
          throw toRpcError(error)
        })
        // Whoever asked hears of a failure; a check made ahead of use must not become an unhandled one.
        verified.catch(() => undefined)
        trust = { since: clock.now(), verified }
      }
      return trust.verified
    },
    distrust() {
      trust = null
    },
    fail,
    lag: () => setHealth(afterLag(health, clock.now())),
    identity: known => readIdentity(ask, known),
  }
}
