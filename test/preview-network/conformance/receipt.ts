import type { Hash, Hex } from 'viem'
import type { Target } from './target.ts'

export interface Log {
  address: Hex
  topics: Hex[]
  data: Hex
  blockHash: Hash
  blockNumber: Hex
  transactionHash: Hash
  transactionIndex: Hex
  logIndex: Hex
  removed: boolean
}

export interface Receipt {
  type: Hex
  status: Hex
  transactionHash: Hash
  transactionIndex: Hex
  blockHash: Hash
  blockNumber: Hex
  from: Hex
  to: Hex | null
  contractAddress: Hex | null
  gasUsed: Hex
  cumulativeGasUsed: Hex
  effectiveGasPrice: Hex
  logs: Log[]
  l1Fee: Hex
  l1GasUsed: Hex
  blobGasUsed: Hex
  daFootprintGasScalar: Hex
  operatorFeeScalar: Hex
  operatorFeeConstant: Hex
}

export const zeroHash = `0x${'0'.repeat(64)}`
export const onesHash = `0x${'f'.repeat(64)}`

/** Whether the receipt names a block. Before that its block hash is zero, all ones or the transaction's hash. */
export function isSealed({ blockHash, transactionHash }: Receipt): boolean {
  return ![zeroHash, onesHash, transactionHash].includes(blockHash)
}

/** The receipt once a sealed block has the transaction. */
export async function sealedReceipt(target: Target, hash: Hash): Promise<Receipt> {
  for (;;) {
    const receipt = await target.call<Receipt | null>('eth_getTransactionReceipt', [hash])
    if (receipt !== null && isSealed(receipt)) return receipt
    await target.seal()
  }
}

/** Sends and waits for the first receipt there is, sealed or not. */
export function sendAndSee(target: Target, raw: Hex): Promise<Receipt> {
  return target.call('eth_sendRawTransactionSync', [raw])
}

/** Code and message with which these bytes are refused. */
export async function refusalOf(target: Target, raw: Hex): Promise<[number, string]> {
  const { code, message } = await target.refusal('eth_sendRawTransaction', [raw])
  return [code, message]
}
