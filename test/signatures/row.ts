import { type Address, type Hex, parseAbi, parseSignature } from 'viem'
import type { Deployed, SignedWorld } from './world.ts'

/** A signature that a page asks for, and what a thief does with it. */
export interface SignedRow {
  what: string
  domain: Record<string, unknown>
  /** The type and those inside it, as EIP-712 encodes them. */
  type: string
  message: Record<string, unknown>
  take(signature: Hex): Promise<void>
  /** What the account does before it is asked. */
  prepare?(): Promise<unknown>
  /** The account loses nothing: the signature takes something back. */
  isHarmless?: true
  /** What it leads to cannot be read, and the decision says that. */
  isUnknown?: true
}

/** What every row is made of. */
export interface RowParts {
  signed: SignedWorld
  me: Address
  thief: Address
  /** Unix seconds, an hour ahead. */
  deadline: bigint
  /** The domain of a contract; without a version where that is `null`. */
  domain(name: string, contract: { address: Address }, version?: string | null): Record<string, unknown>
  money: Deployed
}

/** The last arguments of most `permit` functions. */
export function vrs(signature: Hex): readonly [v: number, r: Hex, s: Hex] {
  const { r, s, yParity } = parseSignature(signature)
  return [27 + yParity, r, s]
}

export const erc20 = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function delegateBySig(address delegatee, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
])
