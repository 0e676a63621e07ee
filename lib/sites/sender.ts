import type { Requester } from '@/lib/approvals/types'
import { isSecureOrLoopback } from '@/lib/networks/addresses'

/** What the browser says of who opened a port. */
export interface PortSender {
  id?: string | undefined
  origin?: string | undefined
  frameId?: number | undefined
  documentId?: string | undefined
  tab?: { id?: number | undefined; url?: string | undefined } | undefined
}

/** Who asks, as the browser says (invariant 7); nothing in it comes from a message. */
export interface Site {
  origin: string
  /** Origin of the top frame, where that is another one. */
  topOrigin: string | null
  tabId: number | null
  /** Which document: its requests are cancelled when it is gone. */
  documentId: string
}

/** `null` for whoever can be granted nothing: another extension, a sandboxed frame (origin "null"), an insecure page. */
export function siteOf(sender: PortSender | undefined, extensionId: string): Site | null {
  if (sender === undefined || sender.id !== extensionId || sender.origin === undefined || sender.tab === undefined)
    return null
  if (!isGrantableOrigin(sender.origin)) return null
  const tabId = sender.tab.id ?? null
  const frameId = sender.frameId ?? 0
  const topOrigin = frameId === 0 ? null : originOf(sender.tab.url)
  return {
    origin: sender.origin,
    topOrigin: topOrigin === sender.origin ? null : topOrigin,
    tabId,
    documentId: sender.documentId ?? `${tabId}:${frameId}`,
  }
}

export function requesterOf({ origin, topOrigin, tabId, documentId }: Site): Requester {
  return { kind: 'site', origin, topOrigin, tabId, documentId }
}

/** https anywhere, http on this machine only. */
export function isGrantableOrigin(origin: string): boolean {
  return origin.startsWith('http') && URL.parse(origin)?.origin === origin && isSecureOrLoopback(origin)
}

/** A top frame of which the browser tells nothing is another one for certain. */
function originOf(url: string | undefined): string {
  return (url === undefined ? null : URL.parse(url))?.origin ?? 'null'
}
