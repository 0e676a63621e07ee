import type { Hash } from 'viem'
import { readReceipts } from '@/lib/activity/arrivals/incoming'
import { readTransfer } from '@/lib/activity/tokens/transfers'
import { currencyAddress } from '@/lib/base/currency-address'
import { Failure } from '@/lib/base/failure'
import { isSameAddress, isSameHex, lowerCaseAddress } from '@/lib/base/hex'
import { RpcError } from '@/lib/base/rpc/errors'
import type { ReceiptReply } from '@/lib/base/rpc/schemas'
import { hasEffect, paidTo, sentReply } from '@/lib/base/rpc/sent'
import type { Connection } from '@/lib/base/rpc/types'
import type { AccountPlace } from '@/lib/payments/account-place'
import { ordinalsOf } from '@/lib/payments/shared/refunded-transfer'
import type { CapturedTransfer } from './refunds'

/**
 * A sealed transfer to the account, read from its receipt: to whom a refund may go, and how much at most, is what the
 * log says and nobody else.
 * @param transfer `logIndex` null: the chain's own money that the transaction itself carried
 * @throws Failure `invalid-input` {field: 'transfer'} where there is no such log in a sealed block
 * @throws RpcError where the chain cannot be asked
 */
export async function readCapturedTransfer(
  connection: Connection,
  place: AccountPlace,
  { hash, logIndex }: { hash: Hash; logIndex: number | null },
): Promise<CapturedTransfer> {
  if (logIndex === null) return readCapturedValue(connection, place, hash)
  const receipt = await readReceipt(connection, hash)
  const transfers = (receipt?.logs ?? []).flatMap(log => {
    const read = readTransfer(log)
    return read === null || log.logIndex === null ? [] : [{ ...read, logIndex: Number(log.logIndex) }]
  })
  const transfer = transfers.find(candidate => candidate.logIndex === logIndex)
  const isSealed = receipt !== null && hasEffect(receipt) && receipt.blockHash !== null
  if (transfer === undefined || !isSealed || !isSameAddress(transfer.to, place.account))
    throw new Failure('invalid-input', { field: 'transfer' })
  const { token, from: payer, amount } = transfer
  return { ...place, hash, logIndex, ordinal: ordinalsOf(transfers).get(transfer) ?? 0, token, payer, amount }
}

/** @throws RpcError where the receipt, or its block, cannot be read */
async function readReceipt(connection: Connection, hash: Hash): Promise<ReceiptReply | null> {
  const [read] = await readReceipts(connection, [hash])
  if (read === undefined) throw new RpcError('invalid-reply', 'there is no answer about this receipt and its block')
  return read.receipt
}

/** Money that a contract passed on leaves no log: nobody can say for sure whose it was. */
async function readCapturedValue(connection: Connection, place: AccountPlace, hash: Hash): Promise<CapturedTransfer> {
  const [receipt, sent] = await Promise.all([
    readReceipt(connection, hash),
    connection.request('eth_getTransactionByHash', [hash], sentReply),
  ])
  const amount = receipt?.blockHash == null || sent === null ? 0n : paidTo(sent, receipt, place.account)
  if (sent === null || amount === 0n || isSameAddress(sent.from, place.account) || !isSameHex(sent.hash, hash))
    throw new Failure('invalid-input', { field: 'transfer' })
  return {
    ...{ ...place, payer: lowerCaseAddress(sent.from), amount },
    ...{ hash, logIndex: null, ordinal: 0 },
    token: currencyAddress,
  }
}
