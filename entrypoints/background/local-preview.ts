import { browser } from 'wxt/browser'
import * as z from 'zod/mini'
import type { LocalPreview } from '@/lib/networks/presets'

const schema: z.ZodMiniType<LocalPreview> = z.object({
  rpcUrl: z.url(),
  wsUrl: z.url(),
  faucetUrl: z.url(),
  explorerUrl: z.url(),
})

/**
 * Where the embedded preview network listens: a file in builds for use on this machine, rewritten by whoever starts that network.
 * Store builds have none.
 */
export async function readLocalPreview(): Promise<LocalPreview | null> {
  if (import.meta.env.MODE === 'store') return null
  try {
    const response = await fetch(browser.runtime.getURL('/preview-network.json' as '/'))
    return schema.parse(await response.json())
  } catch {
    return null
  }
}
