import type { Address, Hash, Hex } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import { keccak256, type Quantity, textToHex, toQuantity } from '@/lib/base/hex'
import { payoutsAbi, tokenAbi } from '@/lib/reading/calls/payment-abi'

export interface Leg {
  to: Address
  amount: bigint
}
export interface Call {
  to: Address
  data: Hex
  /** Wei. */
  value: Quantity
}

/** What a payment to several is for, as a payout contract and the wallet know it: keccak-256 of its name. */
export function referenceOf(name: string): Hash {
  return keccak256(textToHex(name.trim()))
}

/** One transfer for each payee. */
export function transferCalls(token: Address, legs: readonly Leg[]): Call[] {
  return legs.map(({ to, amount }) => ({
    to: token,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] }),
    value: '0x0',
  }))
}

/** The same in the chain's own money. */
export function nativeCalls(legs: readonly Leg[]): Call[] {
  return legs.map(({ to, amount }) => ({ to, data: '0x', value: toQuantity(amount) }))
}

/**
 * The same through a payout contract: the exact allowance, where it is not just that already, and the call that pays.
 * @param allowance the contract's as it is now, smallest unit
 */
export function payoutCalls(
  { contract, token, reference, allowance }: { contract: Address; token: Address; reference: Hash; allowance: bigint },
  legs: readonly Leg[],
): Call[] {
  const amount = legs.reduce((sum, leg) => sum + leg.amount, 0n)
  const args = [reference, legs.map(({ to }) => to), legs.map(leg => leg.amount)] as const
  const data = encodeFunctionData({ abi: payoutsAbi, functionName: 'sendPayouts', args })
  const pay = { to: contract, data, value: '0x0' } as const
  if (allowance === amount) return [pay]
  const exact = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [contract, amount] })
  return [{ to: token, data: exact, value: '0x0' }, pay]
}
