import type { Hex } from 'viem'
import { encodeCall } from '@/lib/values/abi'
import { readCalldata } from './calldata'

/**
 * The same call with another amount, in the token's smallest unit; `null` where it allows nobody a number of units, or the amount does not fit.
 */
export function withAllowance(data: Hex, amount: bigint): Hex | null {
  const read = readCalldata(data)
  if (read.kind !== 'known' || amount < 0n || amount >> 256n !== 0n) return null
  const { selector, call } = read
  switch (call.name) {
    case 'approve':
    case 'increaseAllowance':
    case 'increaseApproval':
      // The zero address takes back the approval of an item whose number is in the amount's place (ERC-721).
      return BigInt(call.args.spender) === 0n ? null : encodeCall(selector, [call.args.spender, amount])
    case 'permit2Approve': {
      const { token, spender, expiration } = call.args
      return amount >> 160n === 0n ? encodeCall(selector, [token, spender, amount, expiration]) : null
    }
    default:
      return null
  }
}
