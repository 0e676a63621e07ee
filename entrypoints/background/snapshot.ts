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
  /** As the last worker left them, for those of which this one knows nothing yet; `null` before they were read. */
  let earlier: Partial<Slices> | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let writing = Promise.resolve()

  function write(): void {
    timer = null
    const { session } = slices
    if (session?.vault !== 'unlocked') return
    const fresh = slices
    writing = writing.then(async () => {
      earlier ??= await readEarlier()
      const value: StoredSnapshot = { lockAt: session.lockAt, slices: { ...earlier, ...fresh } }
      await browser.storage.session.set({ [snapshotKey]: value })
    })
  }

  async function readEarlier(): Promise<Partial<Slices>> {
    const stored = (await browser.storage.session.get(snapshotKey))[snapshotKey] as StoredSnapshot | undefined
    return stored?.slices ?? {}
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
      writing = writing.then(() => {
        earlier = {}
        return browser.storage.session.remove(snapshotKey)
      })
      await writing
    },
  }
}
