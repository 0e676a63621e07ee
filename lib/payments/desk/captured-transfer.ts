import type { Address, Hash } from 'viem'
import { receiptOf, receiptReply, transactionReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { readTransfer } from '@/lib/tokens/transfers'
import { currencyAddress } from '@/lib/values/currency-address'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { NetworkId } from '@/lib/values/network-id'
import { ordinalsOf } from './refunded-transfer'
import type { CapturedTransfer } from './refunds'

/**
 * A sealed transfer to the account, read from its receipt: to whom a refund may go, and how much at most, is what the
 * log says and nobody else.
 * @param transfer `logIndex` null: the chain's own money that the transaction itself carried
 * @throws Failure `invalid-input` {field: 'transfer'} where there is no such log in a sealed block
 */
export async function readCapturedTransfer(
  connection: Connection,
  { networkId, epoch, account }: { networkId: NetworkId; epoch: number; account: Address },
  { hash, logIndex }: { hash: Hash; logIndex: number | null },
): Promise<CapturedTransfer> {
  if (logIndex === null) return readCapturedValue(connection, { networkId, epoch, account }, hash)
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

/** What a contract passed on leaves no log: nobody can say for sure whose money that was. */
async function readCapturedValue(
  connection: Connection,
  { networkId, epoch, account }: { networkId: NetworkId; epoch: number; account: Address },
  hash: Hash,
): Promise<CapturedTransfer> {
  const [given, sent] = await Promise.all([
    connection.request('eth_getTransactionReceipt', [hash], receiptReply),
    connection.request('eth_getTransactionByHash', [hash], transactionReply),
  ])
  const receipt = receiptOf(hash, given)
  const isSealed = receipt?.status === 'success' && receipt.blockHash !== null
  const own = lowerCaseAddress(account)
  const payer = sent === null ? own : lowerCaseAddress(sent.from)
  const isPayment = sent?.to != null && lowerCaseAddress(sent.to) === own && payer !== own && sent.value > 0n
  if (!isSealed || !isPayment || sent.hash.toLowerCase() !== hash.toLowerCase())
    throw new Failure('invalid-input', { field: 'transfer' })
  return {
    ...{ networkId, epoch, account, payer, amount: sent.value },
    ...{ hash, logIndex: null, ordinal: 0 },
    token: currencyAddress,
  }
}
