import { useEffect, useState } from 'react'
import { useReportFault } from '@/components/client-context'
import type { Outcome } from '@/lib/clear-signing/describe'
import type { Subject } from '@/lib/clear-signing/subject'

/**
 * What a descriptor says about a call or a message. Reader and descriptors are loaded with the first decision that
 * needs them.
 * @param subject kept the same between renders; `null` where nothing can be described
 * @returns `null` until it is known
 */
export function useDescription(subject: Subject | null): Outcome | null {
  const reportFault = useReportFault()
  const [outcome, setOutcome] = useState<{ of: Subject; outcome: Outcome } | null>(null)
  useEffect(() => {
    let current = true
    if (subject !== null)
      Promise.all([import('@/lib/clear-signing/describe'), import('@/lib/clear-signing/bundled')])
        .then(([{ describeSubject }, { bundledDescriptors }]) => {
          if (current) setOutcome({ of: subject, outcome: describeSubject(bundledDescriptors, subject) })
        })
        .catch(reportFault)
    return () => {
      current = false
    }
  }, [subject, reportFault])
  return outcome?.of === subject ? outcome.outcome : null
}
