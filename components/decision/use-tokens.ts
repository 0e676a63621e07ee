import { createContext, use } from 'react'
import type { Address } from 'viem'
import { useSlice } from '@/components/client-context'
import { currencyAddress } from '@/lib/base/currency-address'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { ContractName } from '@/lib/reading/calls/description'

export interface NamedToken {
  symbol: string
  decimals: number
}

/** Unlisted tokens and collections of the decision's chain, by lower-case address, as their contracts name them. */
export const TokenNames = createContext<ReadonlyMap<string, ContractName>>(new Map())

/**
 * Looks up symbol and decimals of a token on `networkId`, or of the chain's currency (ERC-7528); `null` if unknown. The
 * wallet's list covers only the selected chain.
 */
export function useTokens(networkId: NetworkId | undefined): (address: Address) => NamedToken | null {
  const nameOf = useContractNames(networkId)
  return address => {
    const known = nameOf(address)
    return known === null || known.decimals === null ? null : { symbol: known.symbol, decimals: known.decimals }
  }
}

/** Returns what `useTokens` returns, and the collections, which have no decimals. */
export function useContractNames(networkId: NetworkId | undefined): (address: Address) => ContractName | null {
  const tokens = useSlice('tokens') ?? []
  const selection = useSlice('selection')
  const networks = useSlice('networks')
  const names = use(TokenNames)
  const symbol = networks?.find(network => network.id === networkId)?.symbol
  const known = selection?.networkId === networkId ? tokens : []
  return address => {
    const lower = address.toLowerCase()
    if (lower === currencyAddress) return symbol === undefined ? null : { symbol, name: '', decimals: 18 }
    return known.find(token => isSameAddress(token.address, lower)) ?? names.get(lower) ?? null
  }
}
