import { useSlice } from '@/components/client-context'

/** The name a person gave to an address, `null` if none: so far, those of their own accounts. */
export function useNames(): (address: string) => string | null {
  const accounts = useSlice('accounts') ?? []
  return address => accounts.find(account => account.address.toLowerCase() === address.toLowerCase())?.name ?? null
}
