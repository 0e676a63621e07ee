import type { Address } from 'viem'
import { type DescriptionOutcome, describeSubject } from './describe'
import type { Facts, Subject } from './subject'
import type { Descriptor } from './types'

/** Contracts inside a call that are looked up at most: the calls of others are shown as they are. */
const mostContracts = 12

/** Where a descriptor is sought: the contract on its chain. */
export interface InnerContext {
  chainId: number
  contract: Address
}

/**
 * What the descriptors say about a call or a message, and about the calls inside: of each inner contract that none of
 * them is for, the descriptors are looked up.
 * @param known in order of preference; what is looked up comes after them
 * @param lookUp the descriptors for a contract; none where there is none
 */
export async function describeWithInside(
  known: readonly Descriptor[],
  subject: Subject,
  facts: Facts,
  lookUp: (context: InnerContext) => Promise<readonly Descriptor[]>,
): Promise<DescriptionOutcome> {
  const asked = new Set<string>()
  let descriptors = known
  for (;;) {
    const missing = new Map<string, InnerContext>()
    const outcome = describeSubject(descriptors, subject, {
      ...facts,
      undescribed(chainId, contract) {
        const key = `${chainId} ${contract.toLowerCase()}`
        if (!asked.has(key) && asked.size + missing.size < mostContracts) missing.set(key, { chainId, contract })
      },
    })
    if (outcome.kind !== 'described' || missing.size === 0) return outcome
    for (const key of missing.keys()) asked.add(key)
    const found = (await Promise.all([...missing.values()].map(lookUp))).flat()
    if (found.length === 0) return outcome
    descriptors = [...descriptors, ...found]
  }
}
