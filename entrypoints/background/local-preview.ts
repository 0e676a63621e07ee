import { browser } from 'wxt/browser'
import * as z from 'zod/mini'
import type { LocalPreview } from '@/lib/chain/networks/presets'
import { sessionStore } from './stores'

const schema: z.ZodMiniType<LocalPreview> = z.object({
  rpcUrl: z.url(),
  wsUrl: z.url(),
  faucetUrl: z.url(),
  explorerUrl: z.url(),
})

const sessionKey = 'localPreview'

/**
 * Addresses of the embedded preview network, from a file that builds for one's own computer contain and that the
 * network's start command rewrites. Kept in session storage, which a starting worker reads faster than a file.
 * @returns `null` in store builds, and where the file cannot be read
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
    // A build without the file: it has no embedded network.
    return null
  }
}
