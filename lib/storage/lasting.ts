import type { Database } from './open'

/**
 * A database whose connection is opened again where the browser closes it: the disk failed, or the person deleted the
 * browser's data. What is asked until then fails, as the browser says; each failure tries once more.
 * @param onClosed called with the reason each time, and where it cannot be opened again
 */
export function lastingDatabase(
  first: Database,
  { open, onClosed }: { open(): Promise<Database>; onClosed(error: unknown): void },
): Database {
  let current = first
  let isOpening = false

  function listen(): void {
    current.addEventListener('close', () => {
      onClosed(new DOMException('The browser closed the database.', 'AbortError'))
      reopen()
    })
  }

  function reopen(): void {
    if (isOpening) return
    isOpening = true
    void open()
      .then(opened => {
        current = opened
        listen()
      }, onClosed)
      .finally(() => {
        isOpening = false
      })
  }

  function noticed(error: unknown): void {
    if (error instanceof Error && error.name === 'InvalidStateError') reopen()
  }

  listen()
  return new Proxy(first, {
    get(_, name) {
      const value = Reflect.get(current, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        try {
          const result = value.apply(current, given)
          // The caller has the error too.
          if (result instanceof Promise) result.catch(noticed)
          return result
        } catch (error) {
          noticed(error)
          throw error
        }
      }
    },
  })
}
