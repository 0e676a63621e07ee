import type { Hash } from 'viem'
import { type Quantity, toQuantity } from '@/lib/base/hex'
import type { RpcErrorKind } from '@/lib/base/rpc/types'
import type { Claims, Landmarks } from './epochs'
import type { EndpointHealth } from './health'

/** An endpoint as screens show it. `restUntil`: ms since the epoch; `null` while it may be used. */
export interface EndpointReport
  extends Pick<EndpointHealth, 'http' | 'state' | 'latencyMs' | 'lastAnswerAt' | 'unread'> {
  error: RpcErrorKind | null
  restUntil: number | null
  isInUse: boolean
  /** The newest block that it called final. `null` before it gave one. */
  final: { number: Quantity; hash: Hash } | null
}

/**
 * @returns the endpoints in the person's order
 * @param inUse HTTP address of the one in use
 * @param now ms since the epoch
 */
export function reportEndpoints(
  endpoints: readonly EndpointHealth[],
  inUse: string | null,
  claims: Claims,
  now: number,
): EndpointReport[] {
  return endpoints.map(health => ({
    http: health.http,
    state: health.state,
    latencyMs: health.latencyMs,
    error: health.lastError?.kind ?? null,
    lastAnswerAt: health.lastAnswerAt,
    unread: health.unread,
    restUntil: health.restUntil > now ? health.restUntil : null,
    isInUse: health.http === inUse,
    final: finalOf(claims.get(health.http)),
  }))
}

function finalOf(landmarks: Landmarks | undefined): EndpointReport['final'] {
  const final = landmarks?.checkpoint
  return final === undefined ? null : { number: toQuantity(final.number), hash: final.hash }
}
