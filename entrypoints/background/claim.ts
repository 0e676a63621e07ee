import { browser } from 'wxt/browser'
import { pageMatches } from '@/lib/page/grantable'

const id = 'claim'

/** Registers the script that takes `window.ethereum`, or takes it away again; pages opened from then on. An update of the extension forgets it. */
export async function registerClaim(isWanted: boolean): Promise<void> {
  const registered = await browser.scripting.getRegisteredContentScripts({ ids: [id] })
  if (isWanted === registered.length > 0) return
  if (!isWanted) {
    await browser.scripting.unregisterContentScripts({ ids: [id] })
    return
  }
  await browser.scripting.registerContentScripts([
    {
      id,
      js: ['content-scripts/claim.js'],
      matches: pageMatches,
      runAt: 'document_start',
      allFrames: true,
      world: 'MAIN',
      persistAcrossSessions: true,
    },
  ])
}
