import type { Browser } from 'wxt/browser'
import * as z from 'zod/mini'
import type { Faults } from '@/lib/faults/types'
import type { Http402 } from '@/lib/payments/http402/types'
import { type PortSender, siteFrameOf } from '@/lib/sites/site-frame'

const reportSchema = z.lazy(() =>
  z.object({
    status: z.int().check(z.gte(0), z.lte(999)),
    mark: z.nullable(z.string().check(z.maxLength(64))),
    loadedAt: z.number(),
  }),
)

/** Takes the port of a page that was answered with 402, or was paid for. Its report waits for `service`. */
export function acceptPaymentPort(
  port: Browser.runtime.Port,
  extensionId: string,
  service: Promise<Http402>,
  faults: Faults,
): void {
  const onFault = (error: unknown): void => faults.report('payments', error)
  const sender: (PortSender & { url?: string | undefined }) | undefined = port.sender
  const site = siteFrameOf(sender, extensionId)
  const url = sender?.url?.split('#', 1)[0]
  if (site === null || url === undefined || site.tabId === null || sender?.frameId !== 0) {
    port.disconnect()
    return
  }
  const { documentId, origin, tabId } = site
  port.onMessage.addListener(message => {
    const parsed = reportSchema.safeParse(message)
    if (parsed.success)
      void service.then(({ visited }) => visited({ tabId, documentId, origin, url, ...parsed.data })).catch(onFault)
  })
  port.onDisconnect.addListener(() => void service.then(({ left }) => left(documentId)).catch(onFault))
}
