import type { Address } from 'viem'
import { useSlice } from '@/components/client-context'
import type { TokenView } from '@/lib/messaging/ui'

/** What is known of a token on this chain. The list is that of the wallet's own selection; of another chain it says nothing. */
export function useTokens(chainId: number): (address: Address) => TokenView | null {
  const tokens = useSlice('tokens') ?? []
  const selection = useSlice('selection')
  const known = selection?.chainId === chainId ? tokens : []
  return address => known.find(token => token.address.toLowerCase() === address.toLowerCase()) ?? null
}
