import { isSameAddress } from '@/lib/base/hex'
import { isSame } from '@/lib/base/same'
import { slices as rows, sliceNames } from '@/lib/language/slices'
import type { SliceName, Slices, StoredSnapshot, TransactionView } from '@/lib/language/ui'

const activityLimit = 100

/** The values of the slices that this page knows, and who listens to them. */
export interface SliceStore {
  /** `undefined` before the worker or the snapshot gave a value. The same reference until the value changes. */
  read<Name extends SliceName>(name: Name): Slices[Name] | undefined
  /** Calls when the value becomes another one. Returns what ends it. */
  listen(name: SliceName, listener: () => void): () => void
  /** Counts how often the worker has sent the slice, the same value included. */
  told(name: SliceName): number
  /** Calls when the worker has sent the slice, the same value included. Returns what ends it. */
  hear(name: SliceName, listener: () => void): () => void
  /** The worker sent a value. */
  receive<Name extends SliceName>(name: Name, value: Slices[Name]): void
  /** The worker sent one row of `activity`. Returns whether the page shows it. */
  receiveRow(row: TransactionView): boolean
  /** Takes values of the snapshot for the slices named, where the worker has sent none. */
  paint(snapshot: StoredSnapshot, names: Iterable<SliceName>): void
}

export function createSliceStore(): SliceStore {
  const values = new Map<SliceName, unknown>()
  const listeners = createListeners()
  const hearers = createListeners()
  const timesTold = new Map<SliceName, number>()

  function put(name: SliceName, value: unknown): void {
    // A value that the page has already, from the snapshot or from before, is not drawn again.
    if (values.has(name) && isSame(values.get(name), value)) return
    values.set(name, value)
    listeners.tell(name)
  }

  function read<Name extends SliceName>(name: Name): Slices[Name] | undefined {
    // The map holds under each name what the frame of that name carried; the type of a frame ties the two together.
    return values.get(name) as Slices[Name] | undefined
  }

  function told(name: SliceName): number {
    return timesTold.get(name) ?? 0
  }

  /** Forgets what a locked wallet hides, whatever the worker still sends (invariant 10). */
  function forgetHidden(): void {
    for (const name of sliceNames) if (rows[name].hiddenWhenLocked && values.delete(name)) listeners.tell(name)
  }

  return {
    read,
    listen: listeners.add,
    told,
    hear: hearers.add,
    receive(name, value) {
      put(name, value)
      timesTold.set(name, told(name) + 1)
      hearers.tell(name)
      if (name === 'session' && read('session')?.vault !== 'unlocked') forgetHidden()
    },
    receiveRow(row) {
      const known = read('activity')
      if (known === undefined || !belongs(row, read('selection'))) return false
      put('activity', withRow(known, row))
      return true
    },
    paint({ slices }, names) {
      for (const name of names) if (!values.has(name) && slices[name] !== undefined) put(name, slices[name])
    },
  }
}

/** Listeners by the slice they listen to. */
function createListeners() {
  const all = new Map<SliceName, Set<() => void>>()
  return {
    add(name: SliceName, listener: () => void): () => void {
      const set = all.get(name) ?? new Set()
      all.set(name, set)
      set.add(listener)
      return () => set.delete(listener)
    },
    tell(name: SliceName): void {
      for (const listener of all.get(name) ?? []) listener()
    },
  }
}

function belongs(row: TransactionView, selection: Slices['selection'] | undefined): boolean {
  if (selection === undefined || selection === null) return true
  return row.networkId === selection.networkId && isSameAddress(row.from, selection.address)
}

/** The rows with this one, newest first: new, or in place of its older version. */
function withRow(rows: readonly TransactionView[], row: TransactionView): TransactionView[] {
  const at = rows.findIndex(other => other.id === row.id)
  if (at >= 0) return rows.with(at, row)
  return [row, ...rows].toSorted((a, b) => b.createdAt - a.createdAt).slice(0, activityLimit)
}
