/** Who listens to one kind of event. */
export interface Listeners<Event> {
  /** Returns the end of the listening. */
  add(listener: (event: Event) => void): () => void
  emit(event: Event): void
  size(): number
}

/** @param onChange called whenever somebody began or ended to listen */
export function createListeners<Event>(onChange: () => void = () => undefined): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>()
  return {
    add(listener) {
      // Wrapped, so that the same function added twice is two listeners with two ends.
      const own = (event: Event): void => listener(event)
      listeners.add(own)
      onChange()
      return () => {
        if (listeners.delete(own)) onChange()
      }
    },
    emit(event) {
      for (const listener of [...listeners]) listener(event)
    },
    size: () => listeners.size,
  }
}
