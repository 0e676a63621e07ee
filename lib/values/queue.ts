/** Runs tasks one after another, in the order in which they were given. */
export function createQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return task => {
    const result = last.then(task)
    // The caller has `result` and its error; the next task starts all the same.
    last = result.catch(() => undefined)
    return result
  }
}

/** The same for each key; one does not wait for another. */
export function createQueues(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return (key, task) => {
    const result = (last.get(key) ?? Promise.resolve()).then(task)
    // As above: the error is the caller's.
    const settled = result.catch(() => undefined)
    last.set(key, settled)
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key)
    })
    return result
  }
}
