import { defineContentScript } from 'wxt/utils/define-content-script'
import { isGrantable, pageMatches } from '@/lib/page/grantable'
import { isPoseWanted, poseAsMetaMask } from '@/lib/page/pose'

/**
 * Not in the manifest: registered for the hosts of sites with a port of their own where the person switched it on. A
 * pattern covers all ports of a host, so the worker is asked first.
 */
export default defineContentScript({
  matches: pageMatches,
  runAt: 'document_start',
  allFrames: true,
  world: 'MAIN',
  registration: 'runtime',
  main() {
    if (location.port !== '' && isGrantable()) poseAsMetaMask(window, crypto.randomUUID(), isPoseWanted)
  },
})
