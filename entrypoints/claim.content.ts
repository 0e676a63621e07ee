import { defineContentScript } from 'wxt/utils/define-content-script'
import { isGrantable, pageMatches } from '@/lib/page/grantable'
import { takeEthereum } from '@/lib/page/take-ethereum'

/** Not in the manifest: registered while the setting is on, so that nobody else pays for it. */
export default defineContentScript({
  matches: pageMatches,
  runAt: 'document_start',
  allFrames: true,
  world: 'MAIN',
  registration: 'runtime',
  main() {
    if (isGrantable()) takeEthereum(window)
  },
})
