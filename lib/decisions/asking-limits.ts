import type { Clock } from '@/lib/base/clock'
import type { ApprovalKind } from '@/lib/language/requests'
import type { SiteRecord } from '@/lib/storage/records'
import type { Approval, Approvals } from './approvals/types'
import { kindOf } from './kinds/kinds'
import { isMuted } from './sites/sites'

/** How many signatures and transactions a site may have waiting. */
export const longestQueue = 20

/** Why a site may not ask the person now. */
export type AskingRefusal = 'muted' | 'already-asked' | 'queue-full'

/** Limits on how much a site may ask of the person. They live as long as the worker, like the requests they compare. */
export interface AskingLimits {
  /** How many decisions of single kinds have ended so far. */
  endedCount(): number
  /**
   * Why the site may not ask for a decision of this kind.
   * @param asked `endedBefore` is the value of `endedCount()` when the request arrived. A person who refused the first
   * of several requests that came together has refused them all.
   * @returns `null` if it may
   */
  refusalOf(
    asked: { origin: string; record: SiteRecord | undefined; endedBefore: number },
    kind: ApprovalKind,
  ): Promise<AskingRefusal | null>
}

export function createAskingLimits({ approvals, clock }: { approvals: Approvals; clock: Clock }): AskingLimits {
  /** Value of `count` when the last decision of a kind ended, by kind and origin. */
  const lastEnded = new Map<string, number>()
  let count = 0

  approvals.onChange(({ requester, request: { kind }, status }) => {
    // `done` follows `approved`, which was counted.
    const hasEnded = status !== 'waiting' && status !== 'done'
    if (requester.kind !== 'site' || !kindOf({ kind }).isSingle || !hasEnded) return
    count += 1
    lastEnded.set(`${kind} ${requester.origin}`, count)
  })

  return {
    endedCount: () => count,
    async refusalOf({ origin, record, endedBefore }, kind) {
      if (isMuted(record, clock.now())) return 'muted'
      const waiting = (await approvals.waiting()).filter(approval => isOf(approval, origin))
      if (kindOf({ kind }).isSingle) {
        const isWaiting = waiting.some(({ request }) => request.kind === kind)
        const hasEndedSince = (lastEnded.get(`${kind} ${origin}`) ?? 0) > endedBefore
        return isWaiting || hasEndedSince ? 'already-asked' : null
      }
      const queued = waiting.filter(({ request }) => !kindOf(request).isSingle).length
      return queued >= longestQueue ? 'queue-full' : null
    },
  }
}

function isOf({ requester }: Approval, origin: string): boolean {
  return requester.kind === 'site' && requester.origin === origin
}
