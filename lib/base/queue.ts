/**
 * Runs tasks one after another, in the order in which they were given. The error of a task goes to the caller who gave
 * the task; the next task starts all the same.
 */
export function createQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return task => {
    const result = last.then(task)
    // The caller has the error.
    last = result.catch(() => undefined)
    return result
  }
}

/** A queue for each key: a task waits only for earlier tasks of its own key. */
export function createQueues(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return (key, task) => {
    const result = (last.get(key) ?? Promise.resolve()).then(task)
    // The caller has the error.
    const settled = result.catch(() => undefined)
    last.set(key, settled)
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key)
    })
    return result
  }
}
