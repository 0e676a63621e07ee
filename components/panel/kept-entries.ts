import type { RequestLogView } from '@/lib/language/request-log'

type Entry = RequestLogView['entries'][number]

/** An entry with a key that no entry of another worker has. */
export interface KeptEntry {
  key: string
  entry: Entry
  /** Its whole texts can still be asked for. */
  isCurrent: boolean
}

const most = 1_000

/**
 * What the panel shows after the worker sent its log again: entries that this worker or an earlier one sent before
 * stay, as long as the panel is open.
 * @param kept as returned the last time
 */
export function keepEntries(kept: readonly KeptEntry[], { since, entries }: RequestLogView): readonly KeptEntry[] {
  if (since === null) return []
  const current = entries.map(entry => ({ key: `${since} ${entry.number}`, entry, isCurrent: true }))
  const known = new Set(current.map(({ key }) => key))
  const earlier = kept.filter(({ key }) => !known.has(key)).map(old => ({ ...old, isCurrent: false }))
  return [...earlier, ...current].slice(-most)
}
