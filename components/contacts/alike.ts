import type { Address } from 'viem'

/** Address poisoning: people compare the ends of an address, and attackers make addresses with the same ends. */
const endDigits = 4

/** The known address that `address` resembles without being it; `null` if none. */
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
