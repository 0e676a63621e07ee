import type { SliceName, Slices } from '@/lib/language/ui'
import type { SliceSource } from './ui-edge'

/** Sends a slice again after it changed. Several changes in one turn are one push. */
export function createSlicePublisher(dependencies: {
  readNow<Name extends SliceName>(name: Name): Promise<Slices[Name]>
  push<Name extends SliceName>(name: Name, value: Slices[Name]): void
  /** Called with every value that goes to a page. */
  onValue<Name extends SliceName>(name: Name, value: Slices[Name]): void
  onWanted(names: ReadonlySet<SliceName>): void
}): SliceSource & { changed(...names: SliceName[]): void } {
  const { readNow, push, onValue, onWanted } = dependencies
  let wanted: ReadonlySet<SliceName> = new Set()
  const stale = new Set<SliceName>()
  const readings = new Map<SliceName, Promise<unknown>>()
  const publishing = new Set<SliceName>()
  let scheduled = false

  /** One reading of a slice at a time, so that an older value never arrives after a newer one. */
  function read<Name extends SliceName>(name: Name): Promise<Slices[Name]> {
    const before = readings.get(name)
    const reading = (async () => {
      // Who asked for the reading before has its error.
      await before?.catch(() => undefined)
      const value = await readNow(name)
      onValue(name, value)
      return value
    })()
    readings.set(name, reading)
    return reading
  }

  /** A slice that changes while it is read is read once more, however often it changed. */
  async function publish<Name extends SliceName>(name: Name): Promise<void> {
    if (publishing.has(name)) {
      stale.add(name)
      return
    }
    publishing.add(name)
    try {
      push(name, await read(name))
    } finally {
      publishing.delete(name)
      if (stale.delete(name)) void publish(name)
    }
  }

  async function flush(): Promise<void> {
    scheduled = false
    const names = [...stale].filter(name => wanted.has(name))
    stale.clear()
    await Promise.all(names.map(publish))
  }

  return {
    read,
    wanted(names) {
      wanted = names
      onWanted(names)
    },
    changed(...names) {
      for (const name of names) stale.add(name)
      if (scheduled) return
      scheduled = true
      queueMicrotask(() => void flush())
    },
  }
}
