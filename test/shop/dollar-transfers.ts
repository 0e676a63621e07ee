import {
  type Address,
  encodeFunctionData,
  isAddressEqual,
  keccak256,
  parseEventLogs,
  stringToHex,
  type TransactionReceipt,
} from 'viem'
import { testDollarAbi } from '../preview-network/contracts/abi/test-dollar.ts'
import type { Chain, Sender } from './chain.ts'

/**
 * What a transaction brought to somebody, and from whom, by its logs. @throws {Error} when that is not exactly one
 * payment
 */
export function paidTo(
  receipt: TransactionReceipt,
  { contracts }: Chain,
  payee: Address,
): { payer: Address; amount: bigint } {
  const logs = receipt.logs.filter(({ address }) => isAddressEqual(address, contracts.testDollar))
  const transfers = parseEventLogs({ abi: testDollarAbi, eventName: 'Transfer', logs }).filter(({ args }) =>
    isAddressEqual(args.to, payee),
  )
  const [transfer] = transfers
  if (transfer === undefined || transfers.length > 1) throw new Error(`${receipt.transactionHash} is not one payment`)
  return { payer: transfer.args.from, amount: transfer.args.value }
}

/** Sends dollars with a reference, so that who gets them can tell what for. */
export async function sendDollars(
  { contracts }: Chain,
  sender: Sender,
  to: Address,
  amount: bigint,
  reference: string,
) {
  const args = [to, amount, keccak256(stringToHex(reference))] as const
  const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transferWithMemo', args })
  return (await sender.send({ to: contracts.testDollar, data })).transactionHash
}
