import type { SliceName } from '@/lib/language/ui'

const name = 'push-to-paint'
/** A home tab may stay open for days; the newest ones are enough. */
const kept = 500

/**
 * Records, as a performance measure named `push-to-paint`, how long it took from the push reaching the worker
 * (`receivedAt`, ms since the epoch) until the change it caused was painted. Read it with
 * `performance.getEntriesByName('push-to-paint')`.
 */
export function recordPushToPaint(receivedAt: number, slice: SliceName): void {
  const start = receivedAt - performance.timeOrigin
  if (start < 0 || document.visibilityState !== 'visible') return
  requestAnimationFrame(() => {
    // The frame's callbacks run before its paint; a message queued here is delivered after it.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      if (performance.getEntriesByName(name).length >= kept) performance.clearMeasures(name)
      performance.measure(name, { start, end: performance.now(), detail: { slice } })
    }
    port2.postMessage(null)
  })
}
