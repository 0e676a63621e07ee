import { browser } from 'wxt/browser'
import type { Surface } from '@/lib/language/ui'
import type { UiSender } from '@/lib/language/worker/ui-port'

/**
 * The page of ours that a port belongs to. Only the browser's word counts (invariant 7).
 * @returns `null` for a website, another extension, a frame inside a page, and a document of ours that asks for nothing
 */
export function surfaceOf(sender: UiSender | undefined): Surface | null {
  if (sender?.url === undefined) return null
  const own = new URL(browser.runtime.getURL('/')).origin
  const { origin, pathname } = new URL(sender.url)
  if (origin !== own || (sender.origin ?? own) !== own || (sender.frameId ?? 0) !== 0) return null
  if (pathname === '/popup.html') return 'popup'
  if (pathname === '/approval.html') return 'approval'
  if (pathname === '/panel.html') return 'developer-panel'
  if (pathname !== '/home.html') return null
  return sender.tab === undefined ? 'side-panel' : 'tab'
}
