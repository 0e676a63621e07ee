const { create } = Object
const { apply } = Reflect

export type Listener = (payload: unknown) => void

interface Entry {
  listener: Listener
  once: boolean
  next: Entry | null
}

export interface Listeners {
  /** Calls each listener of the event with `self` as `this`; one that throws does not keep the others from it. */
  emit(event: string, payload: unknown, self: object): void
  add(event: string, listener: Listener, once: boolean): void
  remove(event: string, listener: Listener): void
  /** Without an event: all listeners of all events. */
  removeAll(event?: string): void
}

/**
 * The listeners of a page's provider, by event, in the order in which they were added. Lists that are linked by own
 * members: a page may have replaced what arrays do.
 * @param report takes what a listener threw
 */
export function createListeners(report: (error: unknown) => void): Listeners {
  let first: Record<string, Entry | null> = create(null)

  function remove(event: string, listener: Listener): void {
    let before: Entry | null = null
    for (let entry = first[event] ?? null; entry !== null; entry = entry.next) {
      if (entry.listener === listener) {
        if (before === null) first[event] = entry.next
        else before.next = entry.next
        return
      }
      before = entry
    }
  }

  return {
    emit(event, payload, self) {
      for (let entry = first[event] ?? null; entry !== null; entry = entry.next) {
        if (entry.once) remove(event, entry.listener)
        try {
          apply(entry.listener, self, [payload])
        } catch (error) {
          report(error)
        }
      }
    },
    add(event, listener, once) {
      if (typeof listener !== 'function') return
      const entry: Entry = { listener, once, next: null }
      let last = first[event] ?? null
      while (last !== null && last.next !== null) last = last.next
      if (last === null) first[event] = entry
      else last.next = entry
    },
    remove,
    removeAll(event) {
      if (event === undefined) first = create(null)
      else first[event] = null
    },
  }
}
