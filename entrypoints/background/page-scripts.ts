import { type Browser, browser } from 'wxt/browser'
import { pageMatches } from '@/lib/page/grantable'

const ids = ['claim', 'pose', 'pay'] as const

/**
 * Registers the scripts that only some people's pages run, or takes them away again; pages opened from then on. An update of the extension forgets them. One
 * after the other, so that the last one asked for is the one that stays.
 */
export function createPageScripts(): {
  register(wanted: { claim: boolean; posesOn: readonly string[]; paysOn: readonly string[] }): Promise<void>
} {
  let last: Promise<void> = Promise.resolve()

  async function change(wanted: readonly Browser.scripting.RegisteredContentScript[]): Promise<void> {
    const registered = await browser.scripting.getRegisteredContentScripts({ ids: [...ids] })
    if (sameScripts(registered) === sameScripts(wanted)) return
    if (registered.length > 0) await browser.scripting.unregisterContentScripts({ ids: registered.map(({ id }) => id) })
    if (wanted.length > 0) await browser.scripting.registerContentScripts([...wanted])
  }

  return {
    register({ claim, posesOn, paysOn }) {
      const patterns = posesOn.map(origin => `${origin}/*`)
      const wanted = [
        ...(claim ? [script('claim', pageMatches, patterns)] : []),
        ...(patterns.length > 0 ? [script('pose', patterns, [])] : []),
        ...(paysOn.length > 0 ? [script('pay', paysOn.map(patternOf), [])] : []),
      ]
      last = last.then(
        () => change(wanted),
        () => change(wanted),
      )
      return last
    },
  }
}

const patternOf = (origin: string) => `${origin}/*`

function script(
  id: (typeof ids)[number],
  matches: readonly string[],
  excludeMatches: readonly string[],
): Browser.scripting.RegisteredContentScript {
  return {
    id,
    js: [`content-scripts/${id}.js`],
    matches: [...matches],
    ...(excludeMatches.length > 0 ? { excludeMatches: [...excludeMatches] } : {}),
    runAt: 'document_start',
    allFrames: true,
    world: 'MAIN',
    persistAcrossSessions: true,
  }
}

function sameScripts(scripts: readonly Browser.scripting.RegisteredContentScript[]): string {
  const parts = scripts.map(({ id, matches, excludeMatches }) => [
    id,
    [...(matches ?? [])].sort(),
    [...(excludeMatches ?? [])].sort(),
  ])
  return JSON.stringify(parts.sort())
}
