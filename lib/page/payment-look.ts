import type { PaymentPageReport } from '@/lib/messaging/dapp'

/**
 * The one look that HTTP 402 costs a page: how its navigation was answered, as the browser itself says. Where it was
 * 402, or the request carried a payment of ours (the header rule marks the answer), a port is opened; everywhere else
 * nothing happens.
 */
export function reportOf(navigation: PerformanceNavigationTiming | undefined): PaymentPageReport | null {
  if (navigation === undefined) return null
  const { responseStatus: status, serverTiming } = navigation
  const mark = serverTiming.find(({ name }) => name === 'prelude')?.description ?? null
  return status === 402 || mark !== null ? { status, mark } : null
}

interface ReportPort {
  postMessage(report: PaymentPageReport): void
  onDisconnect: { addListener(listener: () => void): void }
}

/**
 * Keeps a port open while the page asks for a payment, so that the worker knows when it is gone; a worker that died is
 * told again.
 */
export function report(
  what: PaymentPageReport,
  { connect, isAlive, later }: { connect(): ReportPort; isAlive(): boolean; later(ms: number, task: () => void): void },
): void {
  if (!isAlive()) return
  const port = connect()
  port.postMessage(what)
  port.onDisconnect.addListener(() => later(500, () => report(what, { connect, isAlive, later })))
}
