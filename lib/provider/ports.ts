import * as z from 'zod/mini'
import { type PortSender, type SiteFrame, siteFrameOf } from '@/lib/decisions/sites/site-frame'
import type { DappMessage, DappRequest } from '@/lib/language/dapp'
import type { PageTraffic } from './request-log'

/** The used part of a browser's runtime port. */
export interface DappPort {
  sender?: PortSender | undefined
  postMessage(message: DappMessage): void
  disconnect(): void
  onMessage: { addListener(listener: (message: unknown) => void): void }
  onDisconnect: { addListener(listener: () => void): void }
}

/** The open port of one document. */
export interface PageConnection {
  frame: SiteFrame
  /** The document subscribed to more than blocks and logs: it hears of transactions before their block is sealed. */
  seesEarly: boolean
  /** Sends a message; does nothing once the port is closed. */
  send(message: DappMessage): void
  /** Calls the task once when the port is closed; at once if it is closed already. */
  onEnd(task: () => void): void
}

/** What the provider does with pages. */
export interface DappService {
  receive(page: PageConnection, request: DappRequest): void
  connected(page: PageConnection): void
  /** The last port of the document was closed. */
  left(frame: SiteFrame): void
}

/**
 * The ports of all pages. Made in the worker's first turn, when `runtime.onConnect` needs its listener; requests that
 * come before `serve` wait for it.
 */
export interface DappPorts {
  /** Accepts a port, or closes it if its sender may be granted nothing. */
  accept(port: DappPort): void
  serve(service: DappService): void
  /** The open pages of a site, or of all sites. */
  pages(origin?: string): PageConnection[]
  isOpen(documentId: string): boolean
  /**
   * True if the document was open in this worker's life and is gone. False for one that has not connected again after a
   * restart of the worker: it may still do so.
   */
  hasLeft(documentId: string): boolean
}

/** The id is a UUID made in the page. A message without one cannot be answered and is ignored. */
const requestSchema = z.lazy(() =>
  z.object({
    id: z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)),
    method: z.optional(z.unknown()),
    params: z.optional(z.unknown()),
    subscription: z.optional(z.string()),
    isAttended: z.optional(z.boolean()),
  }),
)

export function createDappPorts({ extensionId, traffic }: { extensionId: string; traffic: PageTraffic }): DappPorts {
  const pages = new Set<PageConnection>()
  const gone = new Set<string>()
  const { promise: service, resolve: serve } = Promise.withResolvers<DappService>()

  function accept(port: DappPort): void {
    const frame = siteFrameOf(port.sender, extensionId)
    if (frame === null) {
      port.disconnect()
      return
    }
    const ends: (() => void)[] = []
    const page: PageConnection = {
      frame,
      seesEarly: false,
      send(message) {
        // The page may have left meanwhile.
        if (!pages.has(page)) return
        port.postMessage(message)
        traffic.sent(frame, message)
      },
      onEnd(task) {
        if (pages.has(page)) ends.push(task)
        else task()
      },
    }
    pages.add(page)
    gone.delete(frame.documentId)
    port.onMessage.addListener(message => {
      const parsed = requestSchema.safeParse(message)
      if (!parsed.success) return
      const { id, method, params, subscription, isAttended } = parsed.data
      traffic.received(frame, { id, method, params })
      void service.then(({ receive }) => receive(page, { id, method, params, subscription, isAttended }))
    })
    port.onDisconnect.addListener(() => {
      pages.delete(page)
      for (const task of ends) task()
      if (isOpen(frame.documentId)) return
      gone.add(frame.documentId)
      void service.then(({ left }) => left(frame))
    })
    void service.then(({ connected }) => connected(page))
  }

  function isOpen(documentId: string): boolean {
    return [...pages].some(({ frame }) => frame.documentId === documentId)
  }

  return {
    accept,
    serve,
    isOpen,
    hasLeft: documentId => gone.has(documentId),
    pages: origin => [...pages].filter(({ frame }) => origin === undefined || frame.origin === origin),
  }
}
