import { browser } from 'wxt/browser'
import type { SliceName } from '@/lib/messaging/ui'
import { systemClock } from '@/lib/values/clock'
import type { Client, Snapshot, UiPort } from './client'
import { createClient } from './client'
import { recordPushToPaint } from './push-to-paint'

/** Written out here because importing its value would bring the schemas of the whole language with it. */
const portName: typeof import('@/lib/messaging/ui').uiPortName = 'ui'
const activeEveryMs = 10_000

/**
 * Opens the port before anything heavy is loaded, so that a sleeping worker starts while React is still being parsed, and
 * paints what the worker left in `storage.session`.
 */
export async function boot(slices: readonly SliceName[]): Promise<Client> {
  // Before the port: what a running worker sends at once over it would come first.
  const stored = browser.storage.session.get<{ snapshot?: Snapshot }>('snapshot')
  const client = createClient({
    connect,
    slices,
    clock: systemClock,
    onPush: recordPushToPaint,
  })
  document.documentElement.lang = browser.i18n.getMessage('language')
  document.documentElement.dir = browser.i18n.getMessage('@@bidi_dir')
  tellWhenActive(client)
  window.addEventListener('pageshow', event => {
    if (event.persisted) client.reconnect()
  })
  const { snapshot } = await stored
  if (snapshot !== undefined) client.paint(snapshot)
  return client
}

function connect(): UiPort {
  const port = browser.runtime.connect({ name: portName })
  // Why a port ended is noted as an error unless somebody looks at it.
  port.onDisconnect.addListener(() => void browser.runtime?.lastError)
  return port
}

/** Keeps the lock deadline moving while a person uses this page. */
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
