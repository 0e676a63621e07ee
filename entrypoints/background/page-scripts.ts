import { type Browser, browser } from 'wxt/browser'
import type { Faults } from '@/lib/base/faults'
import { createQueue } from '@/lib/base/queue'
import type { Sites } from '@/lib/decisions/sites/sites'
import { pageMatches, patternOf } from '@/lib/page/grantable'
import { paidOrigins } from '@/lib/payments/http402/pending'
import type { Database } from '@/lib/storage/open'
import type { Settings } from '@/lib/storage/settings'

type RegisteredScript = Browser.scripting.RegisteredContentScript

const ids = ['claim', 'pose', 'pose-port', 'pay'] as const

/**
 * Registers the content scripts that run on some pages only: `claim` by a setting, `pose` and `pay` for single origins.
 * A change holds for pages loaded after it. An update of the extension removes all registrations.
 * @returns registers the scripts that settings, sites and payments ask for now; of several calls the last one wins
 */
export function createPageScripts(parts: {
  settings: Pick<Settings, 'read'>
  sites: Pick<Sites, 'all'>
  database: Database
  faults: Faults
}): () => Promise<void> {
  const inTurn = createQueue()

  async function wantedScripts(): Promise<RegisteredScript[]> {
    const [{ claimWindowEthereum }, known] = await Promise.all([parts.settings.read(), parts.sites.all()])
    const poses = known.filter(({ posesAs }) => posesAs !== undefined).map(({ origin }) => origin)
    return [
      ...script('claim', claimWindowEthereum ? pageMatches : []),
      // A pattern has no port. Where the origin has none either, the script sees by itself whether it is meant.
      ...script('pose', uniquePatterns(poses.filter(origin => !hasPort(origin)))),
      ...script('pose-port', uniquePatterns(poses.filter(hasPort))),
      // On another port of the host the worker refuses.
      ...script('pay', uniquePatterns(await paidOrigins(parts.database))),
    ]
  }

  async function register(wanted: readonly RegisteredScript[]): Promise<void> {
    const registered = await browser.scripting.getRegisteredContentScripts({ ids: [...ids] })
    if (sameScripts(registered) === sameScripts(wanted)) return
    if (registered.length > 0) await browser.scripting.unregisterContentScripts({ ids: registered.map(({ id }) => id) })
    if (wanted.length > 0) await browser.scripting.registerContentScripts([...wanted])
  }

  return async () => {
    const wanted = await wantedScripts()
    await inTurn(() => register(wanted)).catch((error: unknown) => parts.faults.report('page-scripts', error))
  }
}

const uniquePatterns = (origins: readonly string[]) => [...new Set(origins.map(patternOf))]
const hasPort = (origin: string) => new URL(origin).port !== ''

/** None where there is no page to run on. */
function script(id: (typeof ids)[number], matches: readonly string[]): RegisteredScript[] {
  if (matches.length === 0) return []
  return [
    {
      id,
      js: [`content-scripts/${id}.js`],
      matches: [...matches],
      runAt: 'document_start',
      allFrames: true,
      world: 'MAIN',
      persistAcrossSessions: true,
    },
  ]
}

/** A text that is equal for lists that register the same. */
function sameScripts(scripts: readonly RegisteredScript[]): string {
  const parts = scripts.map(({ id, matches }) => [id, [...(matches ?? [])].sort()])
  return JSON.stringify(parts.sort())
}
