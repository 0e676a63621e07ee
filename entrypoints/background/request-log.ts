import { browser } from 'wxt/browser'
import { developerPanelKey } from '@/lib/language/request-log'
import type { RequestLog } from '@/lib/provider/request-log'
import type { WalletParts } from './parts'

/**
 * Gives the log what follows from requests, and turns it on and off as the setting says. A development build writes it
 * always.
 * @param changed called when pages that show the log are to be sent it again
 */
export async function feedRequestLog(
  log: RequestLog,
  { approvals, faults, settings, transactions }: WalletParts,
  changed: () => void,
): Promise<void> {
  async function follow(isWanted: boolean): Promise<void> {
    log.write(import.meta.env.MODE === 'development' || isWanted)
    // The developer tools ask this of the browser: to ask the worker would start it whenever they are opened.
    if (isWanted) await browser.storage.local.set({ [developerPanelKey]: true })
    else await browser.storage.local.remove(developerPanelKey)
  }

  approvals.onChange(log.decided)
  transactions.onRow(log.moved)
  log.onChange(changed)
  let isFollowing = false
  settings.onChange(({ developerPanel }) => {
    isFollowing = true
    follow(developerPanel).catch((error: unknown) => faults.report('worker', error))
  })
  const { developerPanel } = await settings.read()
  // A change that came meanwhile is newer.
  if (!isFollowing) log.write(import.meta.env.MODE === 'development' || developerPanel)
}
