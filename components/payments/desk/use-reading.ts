import { useEffect, useState } from 'react'
import { useReportFault } from '@/components/client-context'

/** What the chain was asked: `undefined` while it is, `null` where it could not be. */
export type Reading<Value> = Value | null | undefined

/**
 * Asks the chain once for each key.
 * @param key everything that the question depends on; `null` asks nothing
 */
export function useReading<Value>(key: string | null, read: () => Promise<Value>): Reading<Value> {
  const reportFault = useReportFault()
  const [told, setTold] = useState<{ key: string; value: Value | null } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is all of the question
  useEffect(() => {
    if (key === null) return
    let current = true
    read()
      .then(value => {
        if (current) setTold({ key, value })
      })
      .catch(error => {
        reportFault(error)
        if (current) setTold({ key, value: null })
      })
    return () => {
      current = false
    }
  }, [key])
  return told !== null && told.key === key ? told.value : undefined
}
