import type { Address, Hash, Hex } from 'viem'
import { encodeFunctionData, keccak256, stringToBytes } from 'viem/utils'
import { payoutsAbi, tokenAbi } from '@/lib/decoding/payment-abi'

/** A payout's reference as the contract knows it: keccak-256 of its name. */
export function referenceOf(name: string): Hash {
  return keccak256(stringToBytes(name.trim()))
}

interface Payout {
  contract: Address
  token: Address
  reference: Hash
  /** The contract's allowance as it is now, smallest unit. */
  allowance: bigint
}
interface ContractCall {
  to: Address
  data: Hex
}

/** Given amounts to many: the exact allowance, where it is not just that already, and the call that pays. */
export function payoutCalls(payout: Payout, legs: readonly { to: Address; amount: bigint }[]): ContractCall[] {
  const data = encodeFunctionData({
    abi: payoutsAbi,
    functionName: 'sendPayouts',
    args: [payout.reference, legs.map(({ to }) => to), legs.map(({ amount }) => amount)],
  })
  return withAllowance(
    payout,
    legs.reduce((sum, { amount }) => sum + amount, 0n),
    data,
  )
}

/** Shares of one amount. @param remainderIndex who takes what rounding down leaves over */
export function splitCalls(
  payout: Payout,
  amount: bigint,
  legs: readonly { to: Address; basisPoints: number }[],
  remainderIndex: number,
): ContractCall[] {
  const data = encodeFunctionData({
    abi: payoutsAbi,
    functionName: 'splitPayment',
    args: [
      payout.reference,
      amount,
      legs.map(({ to }) => to),
      legs.map(({ basisPoints }) => basisPoints),
      BigInt(remainderIndex),
    ],
  })
  return withAllowance(payout, amount, data)
}

function withAllowance({ contract, token, allowance }: Payout, amount: bigint, data: Hex): ContractCall[] {
  const pay = { to: contract, data }
  if (allowance === amount) return [pay]
  const exact = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [contract, amount] })
  return [{ to: token, data: exact }, pay]
}
