import type { Address, Hex } from 'viem'
import type { Asset, EffectAmount } from '@/lib/base/effects'
import type { CodeProxy } from './proxies'

/**
 * What a contract is, found out by asking it on the pending state. The same calldata means an amount to one contract
 * and the number of an item to another, so no sentence about a token is made before this is known.
 */

/**
 * What is at an address: nothing, a contract, or a person's account that borrowed code (EIP-7702) and keeps its key.
 */
export type Code = 'none' | 'delegated' | 'contract'

export type Standard = 'erc20' | 'erc721' | 'erc1155' | 'erc6909' | 'erc4626'

export interface Contract {
  code: Code
  standards: readonly Standard[]
  /** The contract's name for itself, cleaned; empty where the contract has none. */
  symbol: string
  name: string
  /** `null` where it has none: then no amount of it can be said in units. */
  decimals: number | null
  /** The token that an ERC-4626 vault holds. */
  underlying: Address | null
  /** Left out where it is none. */
  proxy?: CodeProxy
}

/** A token as a list has it, where the chain was not asked. */
export function listedToken({ symbol, decimals }: { symbol: string; decimals: number }): Contract {
  return { code: 'contract', standards: ['erc20'], symbol, name: '', decimals, underlying: null }
}

/** `null`: not asked yet, or it could not be asked. */
export type ContractLookup = (address: Address) => Contract | null

/** An address without code. */
export const noContract: Contract = {
  code: 'none',
  standards: [],
  symbol: '',
  name: '',
  decimals: null,
  underlying: null,
}

/** Code of an account that delegates (EIP-7702, Delegation designation): three bytes and the address. */
export function isDelegation(code: Hex): boolean {
  return code.length === 48 && code.toLowerCase().startsWith('0xef0100')
}

/** Reads an answer of `eth_getCode`. */
export function readCode(code: Hex): Code {
  return code === '0x' ? 'none' : isDelegation(code) ? 'delegated' : 'contract'
}

/** True if something runs there when it is called; `null` if unknown. */
export function runsCode(code: Code | null): boolean | null {
  return code === null ? null : code !== 'none'
}

/** True if no key moves what it has; `null` if unknown. */
export function isContract(code: Code | null): boolean | null {
  return code === null ? null : code === 'contract'
}

/** What an argument that is an amount to a token and a number to a collection means to this contract. */
export function assetOfWord(
  address: Address,
  word: bigint,
  contract: Contract | null,
): { asset: Asset; amount: EffectAmount } {
  const isToken = contract?.standards.includes('erc20') === true
  const isItems = contract?.standards.includes('erc721') === true
  if (isToken && !isItems) return { asset: { kind: 'token', address }, amount: word }
  if (isItems && !isToken) return { asset: { kind: 'item', address, id: word }, amount: 1n }
  return { asset: { kind: 'token-or-item', address, word }, amount: 'unknown' }
}
