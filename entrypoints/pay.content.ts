import { defineContentScript } from 'wxt/utils/define-content-script'
import { isGrantable } from '@/lib/page/grantable'
import { onOwnAnnouncement } from '@/lib/page/own-announcement'
import { type Ask, payForRequests } from '@/lib/page/pay'
import { startWorker } from '@/lib/page/pay-start-worker'
import { payForWorkers } from '@/lib/page/pay-workers'

interface Provider {
  request(call: { method: string; params: readonly unknown[] }): Promise<unknown>
}

/** Not in the manifest: registered for the sites where the person switched payments on, and for no other. */
export default defineContentScript({
  matches: [],
  runAt: 'document_start',
  allFrames: true,
  world: 'MAIN',
  registration: 'runtime',
  main() {
    if (!isGrantable()) return
    let provider: Provider | null = null
    onOwnAnnouncement(window, own => {
      provider = own.provider as Provider
    })
    const ask: Ask = (method, parameters) =>
      provider ? provider.request({ method, params: [parameters] }) : Promise.reject(new Error('no wallet'))
    payForRequests(window, ask)
    payForWorkers(window, ask, { payForRequests, payForWorkers, startWorker })
  },
})
