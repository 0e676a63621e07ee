import type { Address } from 'viem'

/** People compare the two ends of an address; swindlers make addresses whose ends are the same. */
const endDigits = 4

/** The known address that this one is not, but looks like, if there is one. */
export function lookAlike<Known extends { address: Address }>(address: Address, known: readonly Known[]): Known | null {
  const digits = address.slice(2).toLowerCase()
  if (known.some(each => each.address.slice(2).toLowerCase() === digits)) return null
  return (
    known.find(each => {
      const other = each.address.slice(2).toLowerCase()
      return (
        other.slice(0, endDigits) === digits.slice(0, endDigits) && other.slice(-endDigits) === digits.slice(-endDigits)
      )
    }) ?? null
  )
}
