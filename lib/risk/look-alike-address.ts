import type { Address } from 'viem'
import type { Risk } from '@/lib/approvals/types'
import { risk } from './risk'

/** Hex digits that people compare at each end of an address. */
const sameAtStart = 4
const sameAtEnd = 4

/** Risk of address poisoning: the address is not known, but has the same ends as a known one. */
export function lookAlikeAddress(address: Address, known: readonly Address[]): Risk[] {
  const digits = address.slice(2).toLowerCase()
  const others = known.map(each => each.slice(2).toLowerCase())
  if (others.includes(digits)) return []
  const alike = others.find(
    other =>
      other.slice(0, sameAtStart) === digits.slice(0, sameAtStart) &&
      other.slice(-sameAtEnd) === digits.slice(-sameAtEnd),
  )
  return alike === undefined ? [] : [risk('danger', 'recipient-look-alike', { known: `0x${alike}` })]
}
