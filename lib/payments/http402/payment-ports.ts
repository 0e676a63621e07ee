import * as z from 'zod/mini'
import type { Faults } from '@/lib/base/faults'
import { type PortSender, siteFrameOf } from '@/lib/decisions/sites/site-frame'
import { longestLinkTold } from '@/lib/language/dapp'
import type { Http402 } from './types'

/** The used part of a browser's runtime port. */
interface PaymentPort {
  sender?: (PortSender & { url?: string | undefined }) | undefined
  disconnect(): void
  onMessage: { addListener(listener: (message: unknown) => void): void }
  onDisconnect: { addListener(listener: () => void): void }
}

const reportSchema = z.lazy(() =>
  z.object({
    status: z.int().check(z.gte(0), z.lte(999)),
    mark: z.nullable(z.string().check(z.maxLength(64))),
    loadedAt: z.number(),
    isAttended: z.boolean(),
  }),
)

const linkSchema = z.lazy(() => z.object({ link: z.string().check(z.maxLength(longestLinkTold)) }))

/**
 * Takes the port of a top page that was answered with 402, or was paid for, or whose payment link the person followed.
 * What it says waits for `service`. The page is told nothing.
 */
export function acceptPaymentPort(
  port: PaymentPort,
  extensionId: string,
  service: Promise<{
    http402: Pick<Http402, 'visited' | 'left'>
    links: { followed(origin: string, link: string): Promise<void> }
  }>,
  faults: Faults,
): void {
  const onFault = (error: unknown): void => faults.report('payments', error)
  const { sender } = port
  const site = siteFrameOf(sender, extensionId)
  const url = sender?.url?.split('#', 1)[0]
  if (site === null || url === undefined || site.tabId === null || sender?.frameId !== 0) {
    port.disconnect()
    return
  }
  const { documentId, origin, tabId } = site
  port.onMessage.addListener(message => {
    const report = reportSchema.safeParse(message)
    if (report.success)
      void service
        .then(({ http402 }) => http402.visited({ tabId, documentId, origin, url, ...report.data }))
        .catch(onFault)
    const clicked = linkSchema.safeParse(message)
    if (!clicked.success) return
    port.disconnect()
    void service.then(({ links }) => links.followed(origin, clicked.data.link)).catch(onFault)
  })
  port.onDisconnect.addListener(() => void service.then(({ http402 }) => http402.left(documentId)).catch(onFault))
}
