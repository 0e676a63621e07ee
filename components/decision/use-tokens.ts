import { createContext, use } from 'react'
import type { Address } from 'viem'
import { useSlice } from '@/components/client-context'

export interface NamedToken {
  symbol: string
  decimals: number
}

/** Tokens that are not on the list, by their addresses in lower case, as their contracts name them: of the chain that what is shown is about. */
export const TokenNames = createContext<ReadonlyMap<string, NamedToken>>(new Map())

/** What is known of a token on this chain. The list is that of the wallet's own selection; of another chain it says nothing. */
export function useTokens(chainId: number): (address: Address) => NamedToken | null {
  const tokens = useSlice('tokens') ?? []
  const selection = useSlice('selection')
  const names = use(TokenNames)
  const known = selection?.chainId === chainId ? tokens : []
  return address => {
    const lower = address.toLowerCase()
    return known.find(token => token.address.toLowerCase() === lower) ?? names.get(lower) ?? null
  }
}
