import { useEffect, useRef, useState } from 'react'
import { Failure } from '@/lib/base/failure'
import { useReportFault } from './client-context'

export interface Action<Arguments extends unknown[], Result> {
  /**
   * Resolves with `undefined` when it failed (the failure is in `failure`) or when it is still busy with the last time.
   */
  run(...args: Arguments): Promise<Result | undefined>
  busy: boolean
  failure: Failure | null
  clear(): void
}

/**
 * Something a person sets off: busy while it runs, and why it did not work if so. An error that is no `Failure` is
 * reported too.
 */
export function useAction<Arguments extends unknown[], Result>(
  act: (...args: Arguments) => Promise<Result>,
): Action<Arguments, Result> {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const running = useRef(false)
  const mounted = useRef(true)
  const reportFault = useReportFault()
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return {
    async run(...args) {
      if (running.current) return undefined
      running.current = true
      setBusy(true)
      setFailure(null)
      try {
        return await act(...args)
      } catch (error) {
        reportFault(error)
        if (mounted.current) setFailure(error instanceof Failure ? error : new Failure('unknown', {}, { cause: error }))
        return undefined
      } finally {
        running.current = false
        if (mounted.current) setBusy(false)
      }
    },
    busy,
    failure,
    clear: () => setFailure(null),
  }
}
