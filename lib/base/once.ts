/** Lets one task run for each key at a time. */
export interface Once<Result> {
  /**
   * Starts `task`, unless one for this key is under way.
   * @returns the result of the task under way; a failure is the failure of every call that waited for it
   */
  (key: string, task: () => Promise<Result>): Promise<Result>
  isUnderWay(key: string): boolean
}

/** A key is forgotten when its task has ended or failed: the next call starts a new task. */
export function createOnce<Result>(): Once<Result> {
  const underWay = new Map<string, Promise<Result>>()
  const once = (key: string, task: () => Promise<Result>): Promise<Result> => {
    const existing = underWay.get(key)
    if (existing !== undefined) return existing
    const started = task().finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }
  return Object.assign(once, { isUnderWay: (key: string) => underWay.has(key) })
}

/** @returns a function that makes a value at its first call and keeps it; after an error the next call tries again */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * @returns a function that calls `load` at its first call and keeps the result; after a failure the next call loads
 * again
 */
export function loadOnce<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loading: Promise<Result> | null = null
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = null
      throw cause
    })
    return loading
  }
}
