import { defineContentScript } from 'wxt/utils/define-content-script'
import { isGrantable } from '@/lib/page/grantable'
import { payForRequests } from '@/lib/page/pay'

/** Not in the manifest: registered for the sites where the person switched payments on, and for no other. */
export default defineContentScript({
  matches: [],
  runAt: 'document_start',
  allFrames: true,
  world: 'MAIN',
  registration: 'runtime',
  main() {
    if (isGrantable()) payForRequests(window)
  },
})
