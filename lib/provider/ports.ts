import * as z from 'zod/mini'
import type { DappMessage, DappRequest } from '@/lib/messaging/dapp'
import { type PortSender, type Site, siteOf } from '@/lib/sites/sender'
import type { Line } from './types'

/** A runtime port as the browser gives it, as far as it is used. */
export interface DappPort {
  sender?: PortSender | undefined
  postMessage(message: DappMessage): void
  disconnect(): void
  onMessage: { addListener(listener: (message: unknown) => void): void }
  onDisconnect: { addListener(listener: () => void): void }
}

export interface DappService {
  receive(line: Line, request: DappRequest): void
  connected(line: Line): void
  /** The last port of its document is gone. */
  left(site: Site): void
}

/** The ports of all pages. Made and given to `runtime.onConnect` in the worker's first turn; what pages ask before `serve` waits for it. */
export interface DappPorts {
  accept(port: DappPort): void
  serve(service: DappService): void
  /** The lines of a site, or of all. */
  lines(origin?: string): Line[]
  isOpen(documentId: string): boolean
  /** The document was here in this worker's life and is gone. One that has not come back to a new worker yet may still do so. */
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
  const lines = new Set<Line>()
  const gone = new Set<string>()
  const { promise: service, resolve: serve } = Promise.withResolvers<DappService>()

  function accept(port: DappPort): void {
    const site = siteOf(port.sender, extensionId)
    if (site === null) {
      port.disconnect()
      return
    }
    const ends: (() => void)[] = []
    const line: Line = {
      site,
      send(message) {
        // A page that left in the meantime is no error.
        if (lines.has(line)) port.postMessage(message)
      },
      onEnd(task) {
        if (lines.has(line)) ends.push(task)
        else task()
      },
    }
    lines.add(line)
    gone.delete(site.documentId)
    port.onMessage.addListener(message => {
      const parsed = requestSchema.safeParse(message)
      if (!parsed.success) return
      const { id, method, params, subscription } = parsed.data
      void service.then(({ receive }) => receive(line, { id, method, params, subscription }))
    })
    port.onDisconnect.addListener(() => {
      lines.delete(line)
      for (const task of ends) task()
      if (isOpen(site.documentId)) return
      gone.add(site.documentId)
      void service.then(({ left }) => left(site))
    })
    void service.then(({ connected }) => connected(line))
  }

  function isOpen(documentId: string): boolean {
    return [...lines].some(({ site }) => site.documentId === documentId)
  }

  return {
    accept,
    serve,
    isOpen,
    hasLeft: documentId => gone.has(documentId),
    lines: origin => [...lines].filter(({ site }) => origin === undefined || site.origin === origin),
  }
}
