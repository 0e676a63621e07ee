import { useEffect, useState } from 'react'
import type { Client } from '@/components/client'
import { useClient, useReportFault } from '@/components/client-context'
import type { DescriptionOutcome } from '@/lib/clear-signing/describe'
import type { Subject } from '@/lib/clear-signing/subject'

/**
 * What a descriptor says about a call or a message: one of the wallet's own, or else one that the person added. Reader
 * and descriptors are loaded with the first decision that needs them.
 * @param subject kept the same between renders; `null` where nothing can be described
 * @returns `null` until it is known
 */
export function useDescription(subject: Subject | null): DescriptionOutcome | null {
  const client = useClient()
  const reportFault = useReportFault()
  const [outcome, setOutcome] = useState<{ of: Subject; outcome: DescriptionOutcome } | null>(null)
  useEffect(() => {
    let current = true
    if (subject !== null)
      describeBy(subject, client)
        .then(found => {
          if (current) setOutcome({ of: subject, outcome: found })
        })
        .catch(reportFault)
    return () => {
      current = false
    }
  }, [subject, client, reportFault])
  return outcome?.of === subject ? outcome.outcome : null
}

async function describeBy(subject: Subject, client: Client): Promise<DescriptionOutcome> {
  const [{ describeSubject }, { bundledDescriptors }] = await Promise.all([
    import('@/lib/clear-signing/describe'),
    import('@/lib/clear-signing/bundled'),
  ])
  const outcome = describeSubject(bundledDescriptors, subject)
  if (outcome.kind !== 'none') return outcome
  const { files } = await client.call('descriptor.list', {})
  if (files.length === 0) return outcome
  const { descriptorsIn } = await import('@/lib/clear-signing/own-files')
  // Calls inside may be ones that the wallet's own descriptors are for.
  return describeSubject([...descriptorsIn(files), ...bundledDescriptors], subject)
}
