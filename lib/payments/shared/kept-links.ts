import * as z from 'zod/mini'
import type { KeyValueStore } from '@/lib/base/key-value-store'

/**
 * A payment link that the person followed on a page. The worker keeps it, and its tab has the id alone: an address of
 * ours that another extension opens can name no site.
 */
export interface KeptLink {
  id: string
  /** The page's, as the browser says. */
  origin: string
  /** The page's own text, unread. */
  text: string
}

const key = 'followed-links'
/** Tabs that were opened earlier show their link after a reload too. */
const most = 20

const keptSchema = z.lazy(() => z.array(z.object({ id: z.string(), origin: z.url(), text: z.string() })))

/** @returns the newest links that were followed since the browser was started, oldest first */
export async function keptLinks(session: Pick<KeyValueStore, 'get'>): Promise<KeptLink[]> {
  const read = keptSchema.safeParse(await session.get(key))
  return read.success ? read.data : []
}

export async function keepLink(session: KeyValueStore, link: KeptLink): Promise<void> {
  await session.set(key, [...(await keptLinks(session)), link].slice(-most))
}
