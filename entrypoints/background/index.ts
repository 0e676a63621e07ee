import { browser } from 'wxt/browser'
import { defineBackground } from 'wxt/utils/define-background'
import { systemClock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import { dappPortName, paymentPortName } from '@/lib/language/dapp'
import { uiPortName } from '@/lib/language/ui'
import { createSnapshot } from '@/lib/language/worker/snapshot'
import { createUiPorts } from '@/lib/language/worker/ui-port'
import { acceptPaymentPort } from '@/lib/payments/http402/payment-ports'
import { createDappPorts } from '@/lib/provider/ports'
import { createRequestLog } from '@/lib/provider/request-log'
import { createFaultLog } from '@/lib/storage/fault-log'
import { createApprovalWindow } from './approval-window'
import { clipboardAlarm, emptyClipboard } from './clipboard'
import { serveDebugPage } from './debug'
import { createKeepAlive } from './keep-alive'
import {
  askingScript,
  decisionsScript,
  listsScript,
  offerScripts,
  passwordScript,
  pastScript,
  phrasesScript,
  proceduresScript,
  rareScript,
  recordsScript,
  signingScript,
} from './later-scripts'
import { paymentsScript } from './payments/script'
import { startOrRepair } from './repair'
import { startService } from './service'
import { mirrorStore, restrictStorage } from './stores'
import { surfaceOf } from './ui-sender'
import { createWalletParts } from './wallet'
import 'virtual:lent-by-the-worker'

/**
 * Registers every listener of the worker in its first turn; otherwise the event that woke it would be lost. The worker
 * is one classic script and no module graph, so that it starts sooner.
 */
export default defineBackground({
  main() {
    const faults = createFaultLog({ clock: systemClock, ownOrigin: browser.runtime.getURL('/') })
    reportUncaught(faults)

    const uiPorts = createUiPorts({ surfaceOf, onFault: error => faults.report('screen-call', error) })
    const requestLog = createRequestLog(systemClock)
    const dappPorts = createDappPorts({ extensionId: browser.runtime.id, traffic: requestLog })
    const approvalWindow = createApprovalWindow(uiPorts)
    const keepAlive = createKeepAlive()
    const snapshot = createSnapshot(browser.storage.session)
    const service = startOrRepair({ uiPorts, faults, mirrorStore }, async () => {
      const parts = await createWalletParts({ keepAlive, faults })
      // Written out here, so that a build without it contains nothing of it.
      if (import.meta.env.MODE === 'barriers' || import.meta.env.MODE === 'development') serveDebugPage(parts)
      return startService(parts, {
        uiPorts,
        dappPorts,
        requestLog,
        approvalWindow,
        keepAlive,
        snapshot,
      })
    })
    void restrictStorage()
    offerScripts([
      ...[decisionsScript, paymentsScript, passwordScript, recordsScript, phrasesScript, listsScript, pastScript],
      ...[signingScript, rareScript, askingScript, proceduresScript],
    ])

    browser.runtime.onConnect.addListener(port => {
      if (port.name === uiPortName) uiPorts.accept(port)
      else if (port.name === dappPortName) dappPorts.accept(port)
      else if (port.name === paymentPortName)
        acceptPaymentPort(
          port,
          browser.runtime.id,
          service.then(({ payments }) => payments()),
          faults,
        )
      else port.disconnect()
    })
    browser.alarms.onAlarm.addListener(({ name }) => {
      if (name === clipboardAlarm) void emptyClipboard()
      else void service.then(({ wake }) => wake())
    })
    browser.runtime.onStartup.addListener(() => void service.then(({ wake }) => wake()))
    // Firefox does not report a locked screen. It would start its event page each time that the person is away.
    if (!import.meta.env.FIREFOX)
      browser.idle.onStateChanged.addListener(state => {
        if (state === 'locked') void service.then(({ lock }) => lock())
      })
    browser.commands.onCommand.addListener(command => {
      if (command === 'lock') void service.then(({ lock }) => lock())
    })
    browser.windows.onRemoved.addListener(id => {
      const closedAt = systemClock.now()
      void approvalWindow.wasClosed(id).then(async wasOurs => {
        if (wasOurs) await (await service).windowClosed(closedAt)
      })
    })
    browser.notifications.onClicked.addListener(() => void openHome())
    browser.runtime.onInstalled.addListener(({ reason }) => {
      if (reason === 'install') void openHome()
    })
  },
})

/** Reports errors that nothing in the worker caught, those of promises that were not awaited included. */
function reportUncaught(faults: Faults): void {
  globalThis.addEventListener('error', ({ error }) => faults.report('worker', error))
  globalThis.addEventListener('unhandledrejection', event => {
    // Chromium rejects with this whatever a worker asks while it is being stopped. It is no fault.
    if (event.reason instanceof Error && event.reason.message === 'No SW') event.preventDefault()
    else faults.report('worker', event.reason)
  })
}

async function openHome(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/home.html') })
}
