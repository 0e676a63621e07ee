import type { Address } from 'viem'
import { isSameAddress } from './hex'

/** Chains keep the addresses up to here for themselves: zero, precompiles, system contracts. */
const highestReserved = 0xffffn

/**
 * False for a contract whose code an account cannot run, wherever the chain is: precompiles are run as empty code
 * (EIP-7702 §Behavior), the zero address ends a delegation, and an account has no code to lend itself.
 */
export function isSuitableDelegate(account: Address, delegate: Address): boolean {
  return BigInt(delegate) > highestReserved && !isSameAddress(delegate, account)
}
