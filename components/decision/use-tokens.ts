import { createContext, use } from 'react'
import type { Address } from 'viem'
import { useSlice } from '@/components/client-context'

export interface NamedToken {
  symbol: string
  decimals: number
}

/** Symbol and decimals of unlisted tokens on the decision's chain, by lower-case address, as their contracts say. */
export const TokenNames = createContext<ReadonlyMap<string, NamedToken>>(new Map())

/**
 * Looks up symbol and decimals of a token on `chainId`; `null` if unknown. The wallet's list covers only the selected
 * chain.
 */
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
