import type { Address, Hex } from 'viem'
import { encodeCall } from '@/lib/base/abi'
import { readCalldata } from './calldata'

/**
 * What a call lets somebody take of a token, and how to let them take another amount. Amounts are in the token's
 * smallest unit.
 */
export interface Allowance {
  token: Address
  amount: bigint
  /** Data of the same call with another amount; `null` where it does not fit. */
  with(amount: bigint): Hex | null
}

/** `null` where the call sets no allowance of a number of units. */
export function readAllowance({ to, data }: { to: Address | null; data: Hex }): Allowance | null {
  const read = readCalldata(data)
  if (to === null || read.kind !== 'known') return null
  const { selector, call } = read
  const allowance = (
    token: Address,
    amount: bigint,
    bits: bigint,
    words: (amount: bigint) => (bigint | Hex)[],
  ): Allowance => ({
    token,
    amount,
    with: other => (other < 0n || other >> bits !== 0n ? null : encodeCall(selector, words(other))),
  })
  switch (call.name) {
    case 'approve':
    case 'increaseAllowance':
    case 'increaseApproval': {
      const { spender, amount } = call.args
      // The zero address takes back the approval of an item whose number is in the amount's place (ERC-721).
      return BigInt(spender) === 0n ? null : allowance(to, amount, 256n, other => [spender, other])
    }
    case 'permit2Approve': {
      const { token, spender, amount, expiration } = call.args
      return allowance(token, amount, 160n, other => [token, spender, other, expiration])
    }
    default:
      return null
  }
}
