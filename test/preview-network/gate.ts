/**
 * Reads go on side by side; a write waits for those under way and is then alone. A waiting write goes before later
 * reads, so that a busy network still ticks.
 */
export interface Gate {
  read<T>(task: () => Promise<T>): Promise<T>
  write<T>(task: () => Promise<T>): Promise<T>
}

export function createGate(): Gate {
  let reading = 0
  let writing = false
  const waitingReads: (() => void)[] = []
  const waitingWrites: (() => void)[] = []

  function next(): void {
    if (writing) return
    const write = waitingWrites[0]
    if (write !== undefined) {
      if (reading > 0) return
      waitingWrites.shift()
      writing = true
      write()
      return
    }
    reading += waitingReads.length
    for (const read of waitingReads.splice(0)) read()
  }

  return {
    async read(task) {
      if (writing || waitingWrites.length > 0) await new Promise<void>(resolve => waitingReads.push(resolve))
      else reading += 1
      try {
        return await task()
      } finally {
        reading -= 1
        next()
      }
    },
    async write(task) {
      await new Promise<void>(resolve => {
        waitingWrites.push(resolve)
        next()
      })
      try {
        return await task()
      } finally {
        writing = false
        next()
      }
    },
  }
}
