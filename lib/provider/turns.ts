/** What is done for one origin is done one after the other; another origin does not wait for it. */
export function createTurns(): <Value>(origin: string, task: () => Promise<Value>) => Promise<Value> {
  const turns = new Map<string, Promise<unknown>>()
  return (origin, task) => {
    const before = turns.get(origin) ?? Promise.resolve()
    const mine = before.then(task, task)
    const settled = mine.then(
      () => undefined,
      () => undefined,
    )
    turns.set(origin, settled)
    void settled.then(() => {
      if (turns.get(origin) === settled) turns.delete(origin)
    })
    return mine
  }
}
