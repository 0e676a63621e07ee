import type { Address } from 'viem'
import type { Imitation, LookAlike } from '@/lib/reading/hosts/imitation'

/** The list that decided something. */
export interface Listing {
  /** The name or address that is on it. */
  entry: string
  /** Name of the list. */
  list: string
  /** ISO day of the list. */
  date: string
}

/** What is known of a host without asking anybody. */
export interface HostFacts {
  host: string
  listed: Listing | null
  /** The bundled list could not be read. */
  isUnlisted: boolean
  imitates: Imitation | null
  likeConnected: LookAlike | null
}

export interface ListedToken {
  chainId: number
  address: Address
  symbol: string
  name: string
  decimals: number
}

export interface ListedChain {
  chainId: number
  name: string
  symbol: string
  /** Hosts of its public endpoints. */
  hosts: string[]
}
