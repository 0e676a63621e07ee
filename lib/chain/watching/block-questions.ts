import type { Clock } from '@/lib/base/clock'

const pendingBlockEveryMs = 5_000
const polledHeadEveryMs = 1_000

/** Which blocks the next round of readings asks for, beside the transactions themselves. */
export interface BlockQuestions {
  /** @returns what to ask for now, counted as asked */
  take(now: {
    hasTransactions: boolean
    wantsHeads: boolean
    /** Pushes bring the heads. */
    isPushed: boolean
    mayPreconfirm: boolean
  }): { head: boolean; pendingBlock: boolean }
}

export function createBlockQuestions({ clock }: { clock: Clock }): BlockQuestions {
  let headAskedAt = 0
  let pendingBlockAskedAt = 0

  return {
    take({ hasTransactions, wantsHeads, isPushed, mayPreconfirm }) {
      const now = clock.now()
      const pendingBlock = hasTransactions && mayPreconfirm && now - pendingBlockAskedAt >= pendingBlockEveryMs
      const isHeadDue = !isPushed && (hasTransactions || wantsHeads) && now - headAskedAt >= polledHeadEveryMs
      // Whether the pending block is behind is told by comparing it with the newest sealed one.
      const head = isHeadDue || pendingBlock
      if (head) headAskedAt = now
      if (pendingBlock) pendingBlockAskedAt = now
      return { head, pendingBlock }
    },
  }
}
