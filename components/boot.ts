import { browser } from 'wxt/browser'
import { systemClock } from '@/lib/base/clock'
import { slicesOf } from '@/lib/language/slices'
import {
  type Page,
  type SliceName,
  type StoredSnapshot,
  snapshotKey,
  snapshotKeyOf,
  uiPortName,
} from '@/lib/language/ui'
import { type Client, createClient, type UiPort } from './client'
import type { AskRepeatable } from './client-calls'
import { createFaultReporter, reportUncaught } from './faults'
import { loadTexts, textOf } from './texts'

const activeEveryMs = 10_000

/**
 * Opens the port before the application is loaded, so that a sleeping worker starts while the application is parsed,
 * and paints the snapshot that the worker keeps in session storage.
 */
export async function boot(page: Page): Promise<Client> {
  // Asked for before the port is opened: otherwise the values that a running worker sends at once come first.
  const slices = slicesOf(page)
  const stored = readSnapshot(slices)
  const client = createClient({
    connect,
    slices,
    clock: systemClock,
    askRepeatable,
    onPush: recordPushToPaint,
  })
  reportUncaught(window, createFaultReporter(client, browser.runtime.getURL('/')))
  await loadTexts()
  document.documentElement.lang = textOf('language')
  document.documentElement.dir = browser.i18n.getMessage('@@bidi_dir') || 'ltr'
  tellWhenActive(client)
  window.addEventListener('pageshow', event => {
    if (event.persisted) client.reconnect()
  })
  const snapshot = await stored
  if (snapshot !== null) client.paint(snapshot)
  return client
}

/** @returns what the worker keeps of these slices; `null` where it keeps nothing, as while the wallet is locked */
async function readSnapshot(names: readonly SliceName[]): Promise<StoredSnapshot | null> {
  const keys = [snapshotKey, ...names.map(snapshotKeyOf)]
  const { [snapshotKey]: deadline, ...stored } = await browser.storage.session.get<Record<string, unknown>>(keys)
  if (deadline === undefined) return null
  const slices = Object.fromEntries(names.map(name => [name, stored[snapshotKeyOf(name)]]))
  // The worker of this build wrote it.
  return { ...(deadline as Pick<StoredSnapshot, 'lockAt'>), slices }
}

function connect(): UiPort {
  const port = browser.runtime.connect({ name: uiPortName })
  // The browser lists the reason why a port ended as an error unless it is read.
  port.onDisconnect.addListener(() => void browser.runtime?.lastError)
  return port
}

/** Loads the table of procedures, which has all schemas, only when a worker died before it answered. */
const askRepeatable: AskRepeatable = (procedure, answer) => {
  import('@/lib/language/procedures').then(
    ({ procedures }) => answer(procedures[procedure].repeatable),
    // The extension was updated under this page: its files are gone, and so is the worker that was asked.
    () => answer(false),
  )
}

/** Tells the worker while a person uses this page: the lock deadline moves. */
function tellWhenActive(client: Client): void {
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = () => {
    const now = performance.now()
    if (document.visibilityState !== 'visible' || now - toldAt < activeEveryMs) return
    toldAt = now
    client.active()
  }
  for (const event of ['pointerdown', 'keydown', 'focus'] as const)
    window.addEventListener(event, tell, { capture: true, passive: true })
  tell()
}

const name = 'push-to-paint'
/** A home tab may stay open for days; the newest ones are enough. */
const kept = 500

/**
 * Records, as a performance measure named `push-to-paint`, how long it took from the push reaching the worker
 * (`receivedAt`, ms since the epoch) until the change it caused was painted. Read it with
 * `performance.getEntriesByName('push-to-paint')`.
 */
function recordPushToPaint(receivedAt: number, slice: SliceName): void {
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
