import { useSlice } from '@/components/app'
import { isSameAddress } from '@/lib/base/hex'

/** Looks up the name of an address among the person's accounts and contacts; `null` if it has none. */
export function useNames(): (address: string) => string | null {
  const accounts = useSlice('accounts') ?? []
  const contacts = useSlice('contacts') ?? []
  return address => {
    const same = (named: { address: string }) => isSameAddress(named.address, address)
    return accounts.find(same)?.name ?? contacts.find(same)?.name ?? null
  }
}
