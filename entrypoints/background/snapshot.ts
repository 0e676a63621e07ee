import { browser } from 'wxt/browser'
import type { SliceName, Slices, TransactionView } from '@/lib/messaging/ui'

/** What a page paints before the worker has answered. */
export const snapshotKey = 'snapshot'
const writeEveryMs = 500
const kept: ReadonlySet<SliceName> = new Set([
  'session',
  'settings',
  'networks',
  'accounts',
  'selection',
  'balance',
  'tokens',
  'contacts',
  'arrivals',
  'activity',
  'connection',
  'faucet',
])

export interface Snapshot {
  keep<Name extends SliceName>(name: Name, value: Slices[Name]): void
  /** A new or changed row of `activity`, once that slice is kept. */
  keepRow(row: TransactionView): void
  /** At lock: what was painted last must not be painted again (invariant 10). Resolves when it is gone. */
  erase(): Promise<void>
}

interface StoredSnapshot {
  lockAt: number | null
  slices: Partial<Slices>
}

/** Keeps the last value of what pages show in session storage, which dies with the browser. Writes at most twice a second. */
export function createSnapshot(): Snapshot {
  let slices: Partial<Slices> = {}
  let timer: ReturnType<typeof setTimeout> | null = null
  let writing = Promise.resolve()

  function write(): void {
    timer = null
    const { session } = slices
    if (session?.vault !== 'unlocked') return
    const fresh = slices
    writing = writing.then(async () => {
      // A worker that was just woken knows only a part: the rest stays as its predecessor left it.
      const stored = (await browser.storage.session.get(snapshotKey))[snapshotKey] as StoredSnapshot | undefined
      const value: StoredSnapshot = { lockAt: session.lockAt, slices: { ...stored?.slices, ...fresh } }
      await browser.storage.session.set({ [snapshotKey]: value })
    })
  }

  function keep<Name extends SliceName>(name: Name, value: Slices[Name]): void {
    if (!kept.has(name)) return
    slices = { ...slices, [name]: value }
    timer ??= setTimeout(write, writeEveryMs)
  }

  return {
    keep,
    keepRow(row) {
      const { activity } = slices
      if (activity === undefined) return
      const isKnown = activity.some(({ id }) => id === row.id)
      keep('activity', isKnown ? activity.map(other => (other.id === row.id ? row : other)) : [row, ...activity])
    },
    async erase() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      slices = {}
      writing = writing.then(() => browser.storage.session.remove(snapshotKey))
      await writing
    },
  }
}
