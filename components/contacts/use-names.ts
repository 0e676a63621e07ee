import { useSlice } from '@/components/client-context'

/** The name a person gave to an address, `null` if none: those of their own accounts, and their contacts. */
export function useNames(): (address: string) => string | null {
  const accounts = useSlice('accounts') ?? []
  const contacts = useSlice('contacts') ?? []
  return address => {
    const same = (named: { address: string }) => named.address.toLowerCase() === address.toLowerCase()
    return accounts.find(same)?.name ?? contacts.find(same)?.name ?? null
  }
}
