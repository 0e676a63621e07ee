import { browser } from 'wxt/browser'
import { type Notice, noticeOf } from '@/lib/activity/sending/notice'
import type { Clock } from '@/lib/base/clock'
import type { TransactionRecord } from '@/lib/storage/records'

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
