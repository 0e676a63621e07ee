import { useEffect, useState } from 'react'
import { useReportFault } from './client-context'

/**
 * Asks when the screen appears, and again when one of `on` changes. Until the next answer the earlier one stays.
 * @param ask `null`: there is nothing to ask. What it throws is reported, and leaves the earlier answer
 * @param on all that the question depends on
 * @returns the answer, `undefined` before the first, and how to put another in its place
 */
export function useAnswer<Answer>(
  ask: () => Promise<Answer> | null,
  on: readonly unknown[],
): [answer: Answer | undefined, set: (answer: Answer | undefined) => void] {
  const reportFault = useReportFault()
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    let isCurrent = true
    ask()
      ?.then(given => {
        if (isCurrent) setAnswer(() => given)
      })
      .catch(reportFault)
    return () => {
      isCurrent = false
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the question depends on
  }, on)
  return [answer, setAnswer]
}
