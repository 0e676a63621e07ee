import type { Address, Hash } from 'viem'
import { receiptOf, receiptReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { readTransfer } from '@/lib/tokens/transfers'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { NetworkId } from '@/lib/values/network-id'
import { ordinalsOf } from './refunded-transfer'
import type { CapturedTransfer } from './refunds'

/**
 * A sealed transfer to the account, read from its receipt: to whom a refund may go, and how much at most, is what the
 * log says and nobody else.
 * @throws Failure `invalid-input` {field: 'transfer'} where there is no such log in a sealed block
 */
export async function readCapturedTransfer(
  connection: Connection,
  { networkId, epoch, account }: { networkId: NetworkId; epoch: number; account: Address },
  { hash, logIndex }: { hash: Hash; logIndex: number },
): Promise<CapturedTransfer> {
  const given = await connection.request('eth_getTransactionReceipt', [hash], receiptReply)
  const receipt = receiptOf(hash, given)
  const transfers = (receipt?.logs ?? []).flatMap(log => {
    const read = readTransfer(log)
    return read === null || log.logIndex === null ? [] : [{ ...read, logIndex: Number(log.logIndex) }]
  })
  const transfer = transfers.find(candidate => candidate.logIndex === logIndex)
  const isSealed = receipt?.status === 'success' && receipt.blockHash !== null
  if (transfer === undefined || !isSealed || transfer.to !== lowerCaseAddress(account))
    throw new Failure('invalid-input', { field: 'transfer' })
  return {
    networkId,
    epoch,
    account,
    hash,
    logIndex,
    ordinal: ordinalsOf(transfers).get(transfer) ?? 0,
    token: transfer.token,
    payer: transfer.from,
    amount: transfer.amount,
  }
}
