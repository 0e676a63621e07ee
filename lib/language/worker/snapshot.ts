import { createQueue } from '@/lib/base/queue'
import { isSame } from '@/lib/base/same'
import { slices as rows } from '@/lib/language/slices'
import {
  balanceKeyOf,
  type SliceName,
  type Slices,
  type StoredSnapshot,
  snapshotKey,
  snapshotKeyOf,
  type TransactionView,
} from '@/lib/language/ui'

const writeEveryMs = 500
/**
 * The most rows of `activity` and `arrivals`, more than a first paint shows. The slices have more, and most of those
 * are old.
 */
const mostRows = 30

/** Ends with the browser. */
interface SnapshotStore {
  get(keys: null): Promise<Record<string, unknown>>
  set(values: Record<string, unknown>): Promise<void>
  remove(keys: string[]): Promise<void>
}

export interface Snapshot {
  keep<Name extends SliceName>(name: Name, value: Slices[Name]): void
  /** Adds a new or changed row to `activity`, where that slice is kept already. */
  keepRow(row: TransactionView): void
  /** Deletes it when the wallet locks: balances must not be painted again (invariant 10). Resolves when it is gone. */
  erase(): Promise<void>
}

/**
 * Keeps the last values of slices for the first paint of the next page, and the last balance of each account on each
 * network, in session storage, which ends with the browser. Writes at most twice a second. Each slice has a key of its
 * own and is written only when it changed: a value is copied to the browser's process in the worker's own time, and
 * with a thousand contacts all of them took 75 ms.
 */
export function createSnapshot(store: SnapshotStore): Snapshot {
  let slices: Partial<Slices> = {}
  /** Changed since the last write. */
  let changed: Partial<Slices> = {}
  let timer: ReturnType<typeof setTimeout> | null = null
  const inTurn = createQueue()

  function write(): void {
    timer = null
    const { session } = slices
    if (session?.vault !== 'unlocked') return
    const stored: Record<string, unknown> = {
      [snapshotKey]: { lockAt: session.lockAt } satisfies Pick<StoredSnapshot, 'lockAt'>,
    }
    for (const [name, value] of Object.entries(changed)) stored[snapshotKeyOf(name)] = value
    const { activity, arrivals, balance } = changed
    if (balance?.sealed != null) stored[balanceKeyOf(balance)] = balance
    if (activity !== undefined) stored[snapshotKeyOf('activity')] = newest(activity, row => row.createdAt)
    if (arrivals !== undefined) stored[snapshotKeyOf('arrivals')] = newest(arrivals, row => row.at)
    const written = changed
    changed = {}
    inTurn(() => store.set(stored)).catch(() => {
      // Session storage is full: it is written with the next change. After a lock nothing of it is.
      if (slices.session !== undefined) changed = { ...written, ...changed }
    })
  }

  function keep<Name extends SliceName>(name: Name, value: Slices[Name]): void {
    if (!rows[name].snapshot || isSame(slices[name], value)) return
    slices = { ...slices, [name]: value }
    changed = { ...changed, [name]: value }
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
      changed = {}
      await inTurn(async () => {
        const keys = Object.keys(await store.get(null))
        await store.remove(keys.filter(key => key.startsWith(snapshotKey)))
      })
    },
  }
}

function newest<Row>(rows: readonly Row[], at: (row: Row) => number): Row[] {
  return rows.toSorted((a, b) => at(b) - at(a)).slice(0, mostRows)
}
