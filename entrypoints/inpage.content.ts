import { defineContentScript } from 'wxt/utils/define-content-script'
import { announce, claimEthereum } from '@/lib/page/announce'
import { openPageEnd } from '@/lib/page/channel'
import { isGrantable, pageMatches } from '@/lib/page/grantable'
import { createPageProvider } from '@/lib/page/provider'

export default defineContentScript({
  matches: pageMatches,
  runAt: 'document_start',
  allFrames: true,
  world: 'MAIN',
  main() {
    try {
      if (isGrantable()) start()
    } catch {
      // A page may spoil a frame of its own before any script runs there. In such a frame the wallet is not to be seen.
    }
  },
})

function start(): void {
  const { apply } = Reflect
  const { randomUUID } = crypto
  const pageCrypto = crypto
  const report = reportError
  const randomId = (): string => apply(randomUUID, pageCrypto, [])
  const wait = setTimeout
  const later = (ms: number, task: () => void) => void apply(wait, window, [task, ms])
  const send = openPageEnd(text => receive(text))
  const { provider, receive } = createPageProvider({ send, later, randomId, report })
  claimEthereum(provider)
  announce(provider, randomId())
}
