import type { Act } from '@/lib/base/effects'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { ContractLookup } from '@/lib/reading/calls/contracts'
import { actsInside } from '@/lib/reading/calls/nested-calls'
import type { CodeProxy } from '@/lib/reading/calls/proxies'

/**
 * The proxies among the contracts that are called, also inside other calls.
 * @returns by their addresses in lower case
 */
export function proxiesOf(acts: readonly Act[], contractOf: ContractLookup): Record<string, CodeProxy> {
  const targets = [...acts, ...acts.flatMap(actsInside)].flatMap(({ target }) => (target === null ? [] : [target]))
  return Object.fromEntries(
    targets.flatMap(address => {
      const proxy = contractOf(address)?.proxy
      return proxy === undefined ? [] : [[lowerCaseAddress(address), proxy] as const]
    }),
  )
}
