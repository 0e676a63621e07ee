/** Those who want to hear of something. One that throws does not keep the others from hearing. */
export interface Listeners<Arguments extends readonly unknown[]> {
  /** Returns the end of listening. */
  add(listener: (...values: Arguments) => void): () => void
  tell(...values: Arguments): void
}

export function createListeners<Arguments extends readonly unknown[]>(): Listeners<Arguments> {
  const listeners = new Set<(...values: Arguments) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
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
