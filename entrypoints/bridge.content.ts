import { browser } from 'wxt/browser'
import { defineContentScript } from 'wxt/utils/define-content-script'
import { dappPortName, dappWakeMessage } from '@/lib/messaging/dapp'
import { createBridge } from '@/lib/page/bridge'
import { openBridgeEnd } from '@/lib/page/channel'
import { isGrantable, pageMatches } from '@/lib/page/grantable'

export default defineContentScript({
  matches: pageMatches,
  runAt: 'document_start',
  allFrames: true,
  main() {
    if (!isGrantable()) return
    const toPage = openBridgeEnd(text => bridge.fromPage(text))
    const bridge = createBridge({
      connect: () => browser.runtime.connect({ name: dappPortName }),
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
