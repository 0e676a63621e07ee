import type { ContractLookup } from '@/lib/decoding/contracts'
import { actsInside } from '@/lib/decoding/nested-calls'
import type { CodeProxy } from '@/lib/decoding/proxies'
import type { Act } from '@/lib/values/effects'
import { lowerCaseAddress } from '@/lib/values/hex'

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
