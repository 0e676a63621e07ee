import { browser } from 'wxt/browser'
import type { Clock } from '@/lib/base/clock'
import { createQueue } from '@/lib/base/queue'
import { isMuted, type Sites } from '@/lib/decisions/sites/sites'
import { keepLink } from '@/lib/payments/shared/kept-links'
import { sessionStore } from '../stores'

export interface FollowedLinks {
  /**
   * Shows a payment link in the full tab, as if it had been pasted there: a locked wallet asks for its password first.
   * Links of a muted site are not followed.
   * @param origin of the page, as the browser says
   * @param link as the page has it, unread
   */
  followed(origin: string, link: string): Promise<void>
}

/** The payment links that the person clicks on pages. One tab shows the newest, so that a page cannot fill a window. */
export function createFollowedLinks({ sites, clock }: { sites: Pick<Sites, 'get'>; clock: Clock }): FollowedLinks {
  const place = browser.runtime.getURL('/home.html#/payments/link/')
  const inTurn = createQueue()
  /** The tab that was opened last: it has no address before it is loaded. */
  let openedId: number | undefined

  async function show(url: string): Promise<void> {
    const tabs = await browser.tabs.query({})
    // A tab of ours that shows something else is left alone: the person may be in the middle of it.
    const open = tabs.find(tab => tab.url?.startsWith(place) || (tab.id === openedId && tab.status === 'loading'))
    if (open?.id === undefined) {
      openedId = (await browser.tabs.create({ url })).id
      return
    }
    await browser.tabs.update(open.id, { active: true, url })
    await browser.windows.update(open.windowId, { focused: true })
  }

  return {
    async followed(origin, link) {
      if (isMuted(await sites.get(origin), clock.now())) return
      const id = crypto.randomUUID()
      await inTurn(async () => {
        await keepLink(sessionStore, { id, origin, text: link })
        await show(place + id)
      })
    },
  }
}
