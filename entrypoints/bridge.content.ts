import type { browser } from 'wxt/browser'
import { defineContentScript } from 'wxt/utils/define-content-script'
import { dappPortName, dappWakeMessage, type PaymentLinkClick, paymentPortName } from '@/lib/language/dapp'
import { createBridge, isWithPerson } from '@/lib/page/bridge'
import { openBridgeEnd } from '@/lib/page/channel'
import { isGrantable, pageMatches } from '@/lib/page/grantable'
import { clickedPaymentLink } from '@/lib/page/payment-link-click'
import { report, reportOf } from '@/lib/page/payment-look'

/**
 * The same in every browser, and not looked at before a page asks for something: the first look is half of what this
 * script would cost it.
 */
declare const chrome: typeof browser
/** `undefined` in Firefox, which does not prerender. */
declare const document: Document & { prerendering?: boolean }
const isAlive = () => chrome.runtime?.id !== undefined

export default defineContentScript({
  matches: pageMatches,
  runAt: 'document_start',
  allFrames: true,
  main() {
    if (!isGrantable()) return
    if (window === top) {
      const [navigation] = performance.getEntriesByType('navigation')
      const look = () =>
        reportOf(navigation as PerformanceNavigationTiming | undefined, performance.timeOrigin, document, origin)
      if (look() !== null)
        whenOpened(() => {
          const found = look()
          if (found !== null) follow(report(found, { connect: () => connect(paymentPortName), isAlive, later }))
        })
    }
    // Only links of the top page count: in a frame a link could lie unseen under a click that was meant for the page
    // around it.
    if (window === top)
      addEventListener('click', event => {
        const link = clickedPaymentLink(event)
        if (link === null || !isAlive()) return
        event.preventDefault()
        connect(paymentPortName).postMessage({ link } satisfies PaymentLinkClick)
      })
    const toPage = openBridgeEnd(text => bridge.fromPage(text))
    const bridge = createBridge({
      connect: () => connect(dappPortName),
      isAlive,
      isAttended: () => isWithPerson(document, navigator.userActivation),
      toPage,
      later,
      onFirstUse() {
        follow(bridge)
        if (document.prerendering) {
          bridge.putAway()
          whenOpened(() => bridge.restored())
        }
        chrome.runtime.onMessage.addListener(message => {
          if (message === dappWakeMessage) bridge.wake()
        })
      },
    })
  },
})

/** Nobody has opened a document that the browser prerenders, so it speaks with no worker: its requests wait. */
function whenOpened(task: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', task, { once: true })
  else task()
}

/** Firefox keeps the port of a document in the back-forward cache open, and the worker would wait for that document. */
function follow(documentPort: { putAway(): void; restored(): void }): void {
  window.addEventListener('pagehide', () => documentPort.putAway())
  window.addEventListener('pageshow', () => whenOpened(() => documentPort.restored()))
}

function later(ms: number, task: () => void): void {
  setTimeout(task, ms)
}

function connect(name: string) {
  const port = chrome.runtime.connect({ name })
  // Why a port ended is written to the page's console as an error unless somebody looks at it.
  port.onDisconnect.addListener(() => void chrome.runtime?.lastError)
  return port
}
