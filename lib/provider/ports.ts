import * as z from 'zod/mini'
import type { DappMessage, DappRequest } from '@/lib/messaging/dapp'
import { type PortSender, type SiteFrame, siteFrameOf } from '@/lib/sites/site-frame'
import type { PageConnection } from './types'

/** A runtime port as the browser gives it, as far as it is used. */
export interface DappPort {
  sender?: PortSender | undefined
  postMessage(message: DappMessage): void
  disconnect(): void
  onMessage: { addListener(listener: (message: unknown) => void): void }
  onDisconnect: { addListener(listener: () => void): void }
}

export interface DappService {
  receive(page: PageConnection, request: DappRequest): void
  connected(page: PageConnection): void
  /** The last port of its document is gone. */
  left(frame: SiteFrame): void
}

/**
 * The ports of all pages. Made and given to `runtime.onConnect` in the worker's first turn; what pages ask before
 * `serve` waits for it.
 */
export interface DappPorts {
  accept(port: DappPort): void
  serve(service: DappService): void
  /** The open pages of a site, or of all sites. */
  pages(origin?: string): PageConnection[]
  isOpen(documentId: string): boolean
  /**
   * The document was here in this worker's life and is gone. One that has not come back to a new worker yet may still
   * do so.
   */
  hasLeft(documentId: string): boolean
}

/** The id is a UUID made in the page; without one there is nobody to answer. */
const requestSchema = z.lazy(() =>
  z.object({
    id: z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)),
    method: z.optional(z.unknown()),
    params: z.optional(z.unknown()),
    subscription: z.optional(z.string()),
  }),
)

export function createDappPorts({ extensionId }: { extensionId: string }): DappPorts {
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
      send(message) {
        // A page that left in the meantime is no error.
        if (pages.has(page)) port.postMessage(message)
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
      const { id, method, params, subscription } = parsed.data
      void service.then(({ receive }) => receive(page, { id, method, params, subscription }))
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
