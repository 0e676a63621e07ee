import { defineContentScript } from 'wxt/utils/define-content-script'
import { isGrantable, pageMatches } from '@/lib/page/grantable'
import { poseAsMetaMask } from '@/lib/page/pose'

/**
 * Not in the manifest: registered for the hosts of sites where the person switched it on. A pattern covers all ports of
 * a host; this script is for the usual one.
 */
export default defineContentScript({
  matches: pageMatches,
  runAt: 'document_start',
  allFrames: true,
  world: 'MAIN',
  registration: 'runtime',
  main() {
    if (location.port === '' && isGrantable()) poseAsMetaMask(window, crypto.randomUUID())
  },
})
