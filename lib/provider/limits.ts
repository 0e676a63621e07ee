import type { Approval, ApprovalKind, Approvals } from '@/lib/approvals/types'
import type { SiteRecord } from '@/lib/database/records'
import type { Clock } from '@/lib/values/clock'
import { alreadyPending, limitExceeded } from './errors'
import type { MethodCall } from './types'

/** Signatures and transactions a site may have waiting, in order. */
const longestQueue = 20
/** Reads of a site under way at once. */
const mostReads = 200
/** Reads of a site without consent: so many at once, and so many a second. */
const strangerBurst = 40
const strangerPerSecond = 20

const onePending: readonly ApprovalKind[] = ['connect', 'switch-network', 'add-network', 'add-token']

/** @throws ProviderError −32005 */
export function assertNotMuted(record: SiteRecord | undefined, now: number): void {
  if (isMuted(record, now))
    throw limitExceeded('The person muted this site after refusing its requests. Try again later.')
}

export function isMuted(record: SiteRecord | undefined, now: number): boolean {
  return (record?.mutedUntil ?? 0) > now
}

/** How often decisions ended of which a site may have but one. Of this worker's life only, as are the requests that arrive in it. */
export interface Endings {
  count(): number
  /** At which count the last one of this kind ended; 0 = none. */
  last(origin: string, kind: ApprovalKind): number
}

export function createEndings(approvals: { onChange(listener: (approval: Approval) => void): () => void }): Endings {
  const last = new Map<string, number>()
  let count = 0
  approvals.onChange(({ requester, request: { kind }, status }) => {
    // What is done was approved before.
    if (requester.kind !== 'site' || !onePending.includes(kind) || status === 'waiting' || status === 'done') return
    count += 1
    last.set(`${kind} ${requester.origin}`, count)
  })
  return { count: () => count, last: (origin, kind) => last.get(`${kind} ${origin}`) ?? 0 }
}

/**
 * @throws ProviderError −32005 while muted, or with a full queue; −32002 where one of its kind waits, or waited when the request arrived: a person who
 * refused one of many that came at once has refused them all
 */
export async function assertMayAsk(
  { approvals, clock, endings }: { approvals: Approvals; clock: Clock; endings: Endings },
  { site: { origin }, record, endedBefore }: Pick<MethodCall, 'site' | 'record' | 'endedBefore'>,
  kind: ApprovalKind,
): Promise<void> {
  assertNotMuted(record, clock.now())
  const ownWaiting = (await approvals.waiting()).filter(
    ({ requester }) => requester.kind === 'site' && requester.origin === origin,
  )
  if (onePending.includes(kind)) {
    if (ownWaiting.some(({ request }) => request.kind === kind) || endings.last(origin, kind) > endedBefore)
      throw alreadyPending()
    return
  }
  const queued = ownWaiting.filter(({ request }) => !onePending.includes(request.kind)).length
  if (queued >= longestQueue) throw limitExceeded(`${longestQueue} requests of this site wait for the person already.`)
}

/** Of each origin so many at once, and so many a second. Of this worker's life only: a worker that died was idle. */
function createBuckets(clock: Clock, burst: number, perSecond: number): (origin: string) => boolean {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return origin => {
    const now = clock.now()
    const bucket = buckets.get(origin) ?? { tokens: burst, at: now }
    const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
    buckets.set(origin, { tokens: Math.max(0, tokens - 1), at: now })
    return tokens >= 1
  }
}

const tooMany = () => limitExceeded('Too many requests. Slow down.')

/** New requests that get a row. Throws −32005. */
export function createRequestLimit(clock: Clock): (origin: string) => void {
  const take = createBuckets(clock, 60, 10)
  return origin => {
    if (!take(origin)) throw tooMany()
  }
}

/** Keeps one site from using up the endpoint, and one without consent from using it much. */
export function createReadLimit(clock: Clock) {
  const underWay = new Map<string, number>()
  const takeAsStranger = createBuckets(clock, strangerBurst, strangerPerSecond)

  return {
    /** @throws ProviderError −32005 */
    async run<Value>(origin: string, connected: boolean, read: () => Promise<Value>): Promise<Value> {
      const count = underWay.get(origin) ?? 0
      if (count >= mostReads || !(connected || takeAsStranger(origin))) throw tooMany()
      underWay.set(origin, count + 1)
      try {
        return await read()
      } finally {
        const left = (underWay.get(origin) ?? 1) - 1
        if (left === 0) underWay.delete(origin)
        else underWay.set(origin, left)
      }
    },
  }
}
