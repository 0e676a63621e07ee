/** Waits that can all be ended early. */
export interface Pauses {
  /** Resolves after so many milliseconds, or at once when the waits were ended. */
  wait(ms: number): Promise<void>
  /** Ends every wait, now and from now on. */
  end(): void
  /** From now on waits are waited again. */
  begin(): void
}

export function createPauses(): Pauses {
  const waiting = new Set<() => void>()
  let isEnded = false
  return {
    wait(ms) {
      if (isEnded) return Promise.resolve()
      return new Promise(resolve => {
        const finish = () => {
          clearTimeout(timer)
          waiting.delete(finish)
          resolve()
        }
        const timer = setTimeout(finish, ms)
        waiting.add(finish)
      })
    },
    end() {
      isEnded = true
      for (const finish of waiting) finish()
    },
    begin() {
      isEnded = false
    },
  }
}
