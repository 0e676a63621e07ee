import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import type { Client } from '@/components/client'
import { useClient, useReportFault } from '@/components/client-context'
import { isSameAddress } from '@/lib/base/hex'
import type { DescriptorsView } from '@/lib/language/lists'
import type { DescriptionOutcome } from '@/lib/reading/descriptors/describe'
import type { InnerContext } from '@/lib/reading/descriptors/described-inside'
import { containerOf, type Facts, type Subject } from '@/lib/reading/descriptors/subject'

/** With the public list that the descriptor is from; `null` for a descriptor of the wallet's or of the person's. */
export type ListedOutcome = DescriptionOutcome & { listing: Pick<DescriptorsView, 'list' | 'date'> | null }

/**
 * What a descriptor says about a call or a message: one of the wallet's own, or else one that the person added, or else
 * one of the public lists. Reader and descriptors are loaded with the first decision that needs them.
 * @param subject kept the same between renders; `null` where nothing can be described
 * @param runs the contract whose code the called one runs: a descriptor of either fits (ERC-7730, Proxy support)
 * @returns `null` until it is known
 */
export function useDescription(subject: Subject | null, runs: Address | null = null): ListedOutcome | null {
  const client = useClient()
  const reportFault = useReportFault()
  const [outcome, setOutcome] = useState<{ of: Subject; outcome: ListedOutcome } | null>(null)
  useEffect(() => {
    let current = true
    if (subject !== null)
      describeBy(subject, runs, client)
        .then(found => {
          if (current) setOutcome({ of: subject, outcome: found })
        })
        .catch(reportFault)
    return () => {
      current = false
    }
  }, [subject, runs, client, reportFault])
  return outcome?.of === subject ? outcome.outcome : null
}

async function describeBy(subject: Subject, runs: Address | null, client: Client): Promise<ListedOutcome> {
  const [{ describeWithInside }, { bundledDescriptors }] = await Promise.all([
    import('@/lib/reading/descriptors/described-inside'),
    import('@/lib/reading/descriptors/bundled'),
  ])
  const called = containerOf(subject).verifyingContract?.toLowerCase()
  const facts: Facts = {
    implementationOf: (_, address) => (isSameAddress(address, called) ? runs : null),
  }
  const { contextOf, listedDescriptors } = await import('@/lib/reading/descriptors/listed-files')
  // A list may have the descriptors of the inner call in another file than those of the outer call.
  const inside = async (of: InnerContext) => {
    const { lists } = await client.call('descriptor.listed', { ...of, domain: null })
    return lists.flatMap(({ descriptors, files }) => listedDescriptors(descriptors, files))
  }
  const bundled = await describeWithInside(bundledDescriptors, subject, facts, inside)
  if (bundled.kind !== 'none') return { ...bundled, listing: null }
  const context = contextOf(subject)
  const [{ files }, ...found] = await Promise.all([
    client.call('descriptor.list', {}),
    client.call('descriptor.listed', context),
    ...(runs === null ? [] : [client.call('descriptor.listed', { ...context, contract: runs })]),
  ])
  const lists = found.flatMap(({ lists }) => lists)
  if (files.length === 0 && lists.length === 0) return { ...bundled, listing: null }
  const { descriptorsIn } = await import('@/lib/reading/descriptors/own-files')
  // Calls inside may be ones that the wallet's own descriptors are for.
  const known = [...descriptorsIn(files), ...bundledDescriptors]
  const own = await describeWithInside(known, subject, facts, inside)
  if (own.kind !== 'none') return { ...own, listing: null }
  for (const { list, date, descriptors, files } of lists) {
    const listed = await describeWithInside(
      [...listedDescriptors(descriptors, files), ...known],
      subject,
      facts,
      inside,
    )
    if (listed.kind !== 'none') return { ...listed, listing: { list, date } }
  }
  return { ...own, listing: null }
}
