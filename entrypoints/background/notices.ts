import { browser } from 'wxt/browser'
import type { Clock } from '@/lib/base/clock'
import type { TransactionRecord } from '@/lib/storage/records'

/**
 * News about a transaction while no page of the wallet is open. The texts name no amount and no address (invariant 10).
 */
type Notice = 'sealed' | 'failed' | 'withdrawn' | 'reorganised' | 'replaced' | 'dropped' | 'lost'

/**
 * The news in a row, compared with its version before; `null`: none.
 * @param startedAt when this worker started, ms since the epoch: what happened before was told by an earlier one
 */
export function noticeOf(
  before: TransactionRecord | undefined,
  now: TransactionRecord,
  startedAt: number,
): Notice | null {
  const last = now.history.at(-1)
  if (last === undefined || last === before?.history.at(-1)) return null
  if (before === undefined && last.at < startedAt) return null
  if (before !== undefined && before.history.length >= now.history.length) return null
  // A guess, and its end: the screens say it.
  if (last.event === 'taken' || last.event === 'found') return null
  if (last.event !== undefined) return last.event
  if (last.level !== 'sealed') return null
  return now.receipt?.status === 'reverted' ? 'failed' : 'sealed'
}

export interface Notices {
  row(now: TransactionRecord): void
  /** Shows on the badge how many decisions wait. */
  waiting(count: number): void
}

export function createNotices(dependencies: {
  isWanted(): Promise<boolean>
  isWatched(): boolean
  clock: Clock
}): Notices {
  const { isWanted, isWatched, clock } = dependencies
  const startedAt = clock.now()
  const seen = new Map<string, TransactionRecord>()

  async function show(id: string, notice: Notice): Promise<void> {
    if (isWatched() || !(await isWanted())) return
    await browser.notifications.create(`transaction ${id}`, {
      type: 'basic',
      iconUrl: browser.runtime.getURL('/icon/128.png' as '/'),
      title: browser.i18n.getMessage(`notice_${notice}_title`),
      message: browser.i18n.getMessage(`notice_${notice}`),
    })
  }

  return {
    row(now) {
      const notice = noticeOf(seen.get(now.id), now, startedAt)
      if (now.inFlight === 0) seen.delete(now.id)
      else seen.set(now.id, now)
      if (notice !== null) void show(now.id, notice)
    },
    waiting(count) {
      void browser.action.setBadgeText({ text: count === 0 ? '' : String(count) })
    },
  }
}
