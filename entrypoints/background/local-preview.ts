import { browser } from 'wxt/browser'
import * as z from 'zod/mini'
import type { LocalPreview } from '@/lib/networks/presets'
import { sessionStore } from './stores'

const schema: z.ZodMiniType<LocalPreview> = z.object({
  rpcUrl: z.url(),
  wsUrl: z.url(),
  faucetUrl: z.url(),
  explorerUrl: z.url(),
})

const sessionKey = 'localPreview'

/**
 * Where the embedded preview network listens: a file in builds for use on this machine, rewritten by whoever starts that network.
 * Store builds have none. Read once per start of the browser and kept in session storage, which a worker that was just woken reads sooner than a file.
 */
export async function readLocalPreview(): Promise<LocalPreview | null> {
  if (import.meta.env.MODE === 'store') return null
  const kept = schema.safeParse(await sessionStore.get(sessionKey))
  if (kept.success) return kept.data
  try {
    const response = await fetch(browser.runtime.getURL('/preview-network.json' as '/'))
    const read = schema.parse(await response.json())
    await sessionStore.set(sessionKey, read)
    return read
  } catch {
    return null
  }
}
