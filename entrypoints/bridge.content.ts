import { browser } from 'wxt/browser'
import { defineContentScript } from 'wxt/utils/define-content-script'
import { dappPortName, dappWakeMessage, paymentPortName } from '@/lib/messaging/dapp'
import { createBridge } from '@/lib/page/bridge'
import { openBridgeEnd } from '@/lib/page/channel'
import { isGrantable, pageMatches } from '@/lib/page/grantable'
import { report, reportOf } from '@/lib/page/payment-look'

export default defineContentScript({
  matches: pageMatches,
  runAt: 'document_start',
  allFrames: true,
  main() {
    if (!isGrantable()) return
    if (window === top) {
      const [navigation] = performance.getEntriesByType('navigation')
      const found = reportOf(navigation as PerformanceNavigationTiming | undefined)
      if (found !== null)
        report(found, {
          connect: () => connect(paymentPortName),
          isAlive: () => browser.runtime?.id !== undefined,
          later: (ms, task) => setTimeout(task, ms),
        })
    }
    const toPage = openBridgeEnd(text => bridge.fromPage(text))
    const bridge = createBridge({
      connect: () => connect(dappPortName),
      isAlive: () => browser.runtime?.id !== undefined,
      toPage,
      later: (ms, task) => setTimeout(task, ms),
      onFirstUse() {
        window.addEventListener('pageshow', event => {
          if (event.persisted) bridge.restored()
        })
        browser.runtime.onMessage.addListener(message => {
          if (message === dappWakeMessage) bridge.wake()
        })
      },
    })
  },
})

function connect(name: string) {
  const port = browser.runtime.connect({ name })
  // Why a port ended is written to the page's console as an error unless somebody looks at it.
  port.onDisconnect.addListener(() => void browser.runtime?.lastError)
  return port
}
