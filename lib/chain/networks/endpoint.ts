import type { Clock } from '@/lib/base/clock'
import { type RpcError, toRpcError } from '@/lib/base/rpc/errors'
import type { Door } from '@/lib/chain/rpc/door'
import { createHttpClient, type HttpClient } from '@/lib/chain/rpc/http'
import type { Endpoint } from '@/lib/storage/records'
import { afterAnswer, afterFailure, afterLag, type EndpointHealth, newHealth } from './health'
import { type Ask, type Identity, readIdentity } from './verification'

/** An endpoint in use, with its client, its health and its verification. */
export interface ActiveEndpoint {
  readonly endpoint: Endpoint
  readonly health: EndpointHealth
  /** Sends over HTTP and updates the health. Does not verify: call `trusted` before, or beside it. @throws RpcError */
  attempt<T>(send: (client: HttpClient) => Promise<T>, signal?: AbortSignal): Promise<T>
  /**
   * Resolves once the endpoint is verified to serve the chain. Verifies every five minutes, and after a failure.
   * @throws RpcError
   */
  trusted(): Promise<void>
  /** The next `trusted` verifies again. */
  distrust(): void
  /** Does what `distrust` does, and ends the avoidance of the endpoint. */
  forgive(): void
  /** Counts a failure: an answer without the right shape, or another chain. */
  fail(error: unknown): void
  lag(): void
  /** Keeps what the endpoint passed on and could not be read, to be shown. */
  unread(what: string): void
  /** @returns what the endpoint says of its chain now. @throws RpcError */
  identity(heights: readonly bigint[]): Promise<Identity>
}

/** Ms for which a verification counts. */
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
    const changed = next.state !== health.state || next.unread !== health.unread
    health = next
    if (changed) onHealth()
  }

  function fail(error: unknown): void {
    // An overloaded endpoint keeps its verification: another one would add to the load.
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
      // A call that was aborted here says nothing of the endpoint. A refusal is an answer; only `use-next-endpoint` is
      // a failure.
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
        // `attempt` counts a call that fails; an untrue answer is counted here.
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
        // The callers of `trusted` get the rejection; without one it must not be unhandled.
        verified.catch(() => undefined)
        trust = { since: clock.now(), verified }
      }
      return trust.verified
    },
    distrust() {
      trust = null
    },
    forgive() {
      trust = null
      setHealth({ ...health, state: 'unknown', failures: 0, restUntil: 0, lastError: null, unread: null })
    },
    fail,
    unread: what => setHealth({ ...health, unread: what }),
    lag: () => setHealth(afterLag(health, clock.now())),
    identity: heights => readIdentity(ask, heights),
  }
}
