import { isSecureOrLoopback } from '@/lib/base/addresses'
import type { Requester } from '@/lib/language/requests'

/** The sender of a runtime port, as the browser reports it. */
export interface PortSender {
  id?: string | undefined
  origin?: string | undefined
  frameId?: number | undefined
  documentId?: string | undefined
  /** Only Chromium tells: `prerender`, `active`, `cached` or `pending_deletion`. */
  documentLifecycle?: string | undefined
  tab?: { id?: number | undefined; url?: string | undefined } | undefined
}

/** The frame of a site that sends requests. Every field comes from the browser, none from a message (invariant 7). */
export interface SiteFrame {
  origin: string
  /** Origin of the top frame if it differs from `origin`, otherwise `null`. */
  topOrigin: string | null
  tabId: number | null
  /** Identifies the document. Its requests are cancelled when it is gone. */
  documentId: string
}

/**
 * The frame behind a port.
 * @param extensionId this extension's own id: ports of other extensions are refused
 * @returns `null` if the sender may be granted nothing: another extension, no tab, a sandboxed frame (origin
 * `"null"`), an insecure page, or a document that is not active (prerendered, or in the back-forward cache)
 */
export function siteFrameOf(sender: PortSender | undefined, extensionId: string): SiteFrame | null {
  if (sender === undefined || sender.id !== extensionId || sender.origin === undefined || sender.tab === undefined)
    return null
  if ((sender.documentLifecycle ?? 'active') !== 'active' || !isGrantableOrigin(sender.origin)) return null
  const tabId = sender.tab.id ?? null
  const frameId = sender.frameId ?? 0
  const topOrigin = frameId === 0 ? null : topOriginOf(sender.tab.url)
  return {
    origin: sender.origin,
    topOrigin: topOrigin === sender.origin ? null : topOrigin,
    tabId,
    documentId: sender.documentId ?? `${tabId}:${frameId}`,
  }
}

/** Whether the person is on the page that asks: only of the top page can one say that. @param told by the frame */
export function isAttendedAt({ topOrigin }: SiteFrame, told: boolean | undefined): boolean {
  return told === true && topOrigin === null
}

/** The frame as the requester of an approval. */
export function requesterOf({ origin, topOrigin, tabId, documentId }: SiteFrame): Requester {
  return { kind: 'site', origin, topOrigin, tabId, documentId }
}

/** True if an origin may be granted anything: https on any host, http on this machine only. */
export function isGrantableOrigin(origin: string): boolean {
  return origin.startsWith('http') && URL.parse(origin)?.origin === origin && isSecureOrLoopback(origin)
}

/** `"null"` if the browser does not report the tab's address: the top frame then counts as another origin. */
function topOriginOf(url: string | undefined): string {
  return (url === undefined ? null : URL.parse(url))?.origin ?? 'null'
}
