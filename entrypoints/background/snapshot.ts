import { browser } from 'wxt/browser'
import { slices as rows } from '@/lib/messaging/slices'
import { type SliceName, type Slices, type StoredSnapshot, snapshotKey, type TransactionView } from '@/lib/messaging/ui'

const writeEveryMs = 500

export interface Snapshot {
  keep<Name extends SliceName>(name: Name, value: Slices[Name]): void
  /** Adds a new or changed row to `activity`, where that slice is kept already. */
  keepRow(row: TransactionView): void
  /** Deletes it when the wallet locks: balances must not be painted again (invariant 10). Resolves when it is gone. */
  erase(): Promise<void>
}

/**
 * Keeps the last values of slices for the first paint of the next page, in session storage, which ends with the
 * browser. Writes at most twice a second.
 */
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
      // A worker that was just started knows only some values: the others stay as the last worker left them.
      const stored = (await browser.storage.session.get(snapshotKey))[snapshotKey] as StoredSnapshot | undefined
      const value: StoredSnapshot = { lockAt: session.lockAt, slices: { ...stored?.slices, ...fresh } }
      await browser.storage.session.set({ [snapshotKey]: value })
    })
  }

  function keep<Name extends SliceName>(name: Name, value: Slices[Name]): void {
    if (!rows[name].snapshot) return
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
