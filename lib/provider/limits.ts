import type { Clock } from '@/lib/base/clock'
import { type AskingRefusal, longestQueue } from '@/lib/decisions/asking-limits'
import { alreadyPending, limitExceeded, muted } from './errors'

/** New requests with an effect, of one site: this many at once, and this many a second. */
const requestBurst = 60
const requestsPerSecond = 10
/** Reads of one site that may run at the same time. */
const mostReads = 200
/** Reads of a site that is not connected: this many at once, this many a second, and this many that wait for that. */
const unconnectedBurst = 40
const unconnectedPerSecond = 20
const mostDelayed = 60

/** @throws ProviderError −32002 for `already-asked`, otherwise −32005; nothing for `null` */
export function assertAllowed(refusal: AskingRefusal | null): void {
  if (refusal === 'muted') throw muted()
  if (refusal === 'already-asked') throw alreadyPending()
  if (refusal === 'queue-full')
    throw limitExceeded(`${longestQueue} requests of this site wait for the person already.`)
}

/** Limits new requests with an effect. The returned function throws ProviderError −32005 above the limit. */
export function createRequestLimit(clock: Clock): (origin: string) => void {
  const take = createTokenBuckets(clock, requestBurst, requestsPerSecond)
  return origin => {
    if (take(origin) === null) throw tooMany()
  }
}

/** Limits reads, so that no site uses up the endpoint, least of all one that is not connected. */
export function createReadLimit(clock: Clock) {
  const running = new Map<string, number>()
  const takeUnconnected = createTokenBuckets(clock, unconnectedBurst, unconnectedPerSecond, mostDelayed)

  return {
    /** @throws ProviderError −32005 above the limit, and what `read` throws */
    async run<Value>(origin: string, connected: boolean, read: () => Promise<Value>): Promise<Value> {
      const count = running.get(origin) ?? 0
      const delayMs = count >= mostReads ? null : connected ? 0 : takeUnconnected(origin)
      if (delayMs === null) throw tooMany()
      running.set(origin, count + 1)
      try {
        if (delayMs > 0) await new Promise<void>(resolve => void clock.after(delayMs, resolve))
        return await read()
      } finally {
        const left = (running.get(origin) ?? 1) - 1
        if (left === 0) running.delete(origin)
        else running.set(origin, left)
      }
    },
  }
}

/**
 * A token bucket for each origin. Kept in memory only: while the worker is stopped a site has sent nothing.
 * @param debt how many tokens may be taken before they are there
 * @returns a function that takes a token: ms until it is there, or `null` where none is to be had
 */
function createTokenBuckets(
  clock: Clock,
  burst: number,
  perSecond: number,
  debt = 0,
): (origin: string) => number | null {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return origin => {
    const now = clock.now()
    const bucket = buckets.get(origin) ?? { tokens: burst, at: now }
    const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
    buckets.set(origin, { tokens: Math.max(-debt, tokens - 1), at: now })
    return tokens < 1 - debt ? null : Math.max(0, Math.ceil(((1 - tokens) / perSecond) * 1000))
  }
}

const tooMany = () => limitExceeded('Too many requests. Slow down.')
