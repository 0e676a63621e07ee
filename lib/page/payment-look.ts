import type { PaymentPageReport } from '@/lib/language/dapp'

/**
 * The one look that HTTP 402 costs a page: how its navigation was answered, as the browser itself says. Where it was
 * 402, or the request carried a payment of ours (the header rule marks the answer), a port is opened; everywhere else
 * nothing happens.
 */
export function reportOf(
  navigation: Pick<PerformanceNavigationTiming, 'type' | 'responseStatus' | 'serverTiming'> | undefined,
  loadedAt: number,
  shown: Pick<Document, 'referrer' | 'visibilityState' | 'hasFocus'>,
  origin: string,
): PaymentPageReport | null {
  if (navigation === undefined) return null
  const { responseStatus: status, serverTiming } = navigation
  const mark = serverTiming.find(({ name }) => name === 'prelude')?.description ?? null
  if (status !== 402 && mark === null) return null
  const isLookedAt = shown.visibilityState === 'visible' && shown.hasFocus()
  const isOwn = navigation.type === 'reload' || URL.parse(shown.referrer)?.origin === origin
  return { status, mark, loadedAt, isAttended: isLookedAt && isOwn }
}

interface ReportPort {
  postMessage(report: PaymentPageReport): void
  disconnect(): void
  onDisconnect: { addListener(listener: () => void): void }
}

/** The port of a page that asks for a payment. */
export interface Reported {
  /** The document ends, or is kept for the back-forward cache. */
  putAway(): void
  /** The document came back from the back-forward cache. */
  restored(): void
}

/**
 * Keeps a port open while the page asks for a payment, so that the worker knows when it is gone; a worker that died is
 * told again.
 */
export function report(
  what: PaymentPageReport,
  { connect, isAlive, later }: { connect(): ReportPort; isAlive(): boolean; later(ms: number, task: () => void): void },
): Reported {
  let port: ReportPort | null = null
  let isAway = false

  function open(): void {
    if (isAway || port !== null || !isAlive()) return
    const opened = connect()
    port = opened
    opened.postMessage(what)
    opened.onDisconnect.addListener(() => {
      if (port !== opened) return
      port = null
      later(500, open)
    })
  }

  open()
  return {
    putAway() {
      isAway = true
      port?.disconnect()
      port = null
    },
    restored() {
      isAway = false
      open()
    },
  }
}
