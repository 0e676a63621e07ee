import { useAnswer, useReportFault } from '@/components/app'

/** What the chain was asked: `undefined` while it is, `null` where it could not be. */
export type Reading<Value> = Value | null | undefined

/**
 * Asks the chain once for each key.
 * @param key everything that the question depends on; `null` asks nothing
 */
export function useReading<Value>(key: string | null, read: () => Promise<Value>): Reading<Value> {
  const reportFault = useReportFault()
  const unread = (error: unknown) => {
    reportFault(error)
    return null
  }
  const [told] = useAnswer(
    () =>
      key === null
        ? null
        : read().then(
            value => ({ key, value }),
            error => ({ key, value: unread(error) }),
          ),
    [key],
  )
  return told?.key === key ? told.value : undefined
}
