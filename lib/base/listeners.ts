/** A set of listeners. A listener that throws does not keep the others from being called. */
export interface Listeners<Arguments extends readonly unknown[]> {
  /** Returns the end of listening. */
  add(listener: (...values: Arguments) => void): () => void
  tell(...values: Arguments): void
  /** How many listen. */
  size(): number
}

/** @param onChange called whenever somebody began or ended to listen */
export function createListeners<Arguments extends readonly unknown[]>(
  onChange: () => void = () => undefined,
): Listeners<Arguments> {
  const listeners = new Set<(...values: Arguments) => void>()
  return {
    add(listener) {
      // Wrapped, so that the same function added twice is two listeners, each with its own end.
      const own = (...values: Arguments): void => listener(...values)
      listeners.add(own)
      onChange()
      return () => {
        if (listeners.delete(own)) onChange()
      }
    },
    size: () => listeners.size,
    tell(...values) {
      for (const listener of [...listeners]) {
        try {
          listener(...values)
        } catch (error) {
          // Shown where a developer looks, and nowhere else.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}
