import type { Address, Hash } from 'viem'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import { isSameAddress, lowerCaseAddress } from '@/lib/base/hex'
import { tokenAbi } from '@/lib/reading/calls/payment-abi'
import { spendPermissionManager } from '@/lib/reading/calls/published-contracts'
import type { CallContract } from './use-chain-read'

const abi = parseAbi([
  'function token() view returns (address)',
  'function merchant() view returns (address)',
  'function processed(bytes32) view returns (bool)',
  'function isOwnerAddress(address) view returns (bool)',
])

/** A checkout contract: the token it takes, and the one account that can take it and gets it. */
export interface Checkout {
  token: Address
  merchant: Address
}

/** @returns `null` where the contract is none, or does not say both */
export async function readCheckout(call: CallContract, contract: Address): Promise<Checkout | null> {
  const [token, merchant] = await Promise.all([
    readAddressOf(call, contract, 'token'),
    readAddressOf(call, contract, 'merchant'),
  ])
  return token === null || merchant === null ? null : { token, merchant }
}

/**
 * The payout contract as it is now: what it may take from `owner`, smallest unit, and whether the reference is used.
 * @returns `null` where it is none, or pays another token
 */
export async function readPayouts(
  call: CallContract,
  contract: Address,
  { token, owner, reference }: { token: Address; owner: Address; reference: Hash },
): Promise<{ allowance: bigint; isUsed: boolean } | null> {
  const [paid, used, allowance] = await Promise.all([
    readAddressOf(call, contract, 'token'),
    call(contract, encodeFunctionData({ abi, functionName: 'processed', args: [reference] })),
    call(token, encodeFunctionData({ abi: tokenAbi, functionName: 'allowance', args: [owner, contract] })),
  ])
  if (!isSameAddress(paid, token) || used?.length !== 66 || allowance?.length !== 66) return null
  return { allowance: BigInt(allowance), isUsed: BigInt(used) !== 0n }
}

/** Whether a spend permission of the account has an effect: the manager must be among the owners of its contract. */
export async function holdsPermissions(call: CallContract, account: Address): Promise<boolean> {
  const data = encodeFunctionData({ abi, functionName: 'isOwnerAddress', args: [spendPermissionManager] })
  const answer = await call(account, data)
  return answer?.length === 66 && BigInt(answer) === 1n
}

async function readAddressOf(
  call: CallContract,
  contract: Address,
  functionName: 'token' | 'merchant',
): Promise<Address | null> {
  const data = await call(contract, encodeFunctionData({ abi, functionName }))
  return data?.length === 66 ? lowerCaseAddress(decodeFunctionResult({ abi, functionName, data })) : null
}
