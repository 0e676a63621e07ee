import * as z from 'zod/mini'
import { isSameAddress, isSameHex } from '@/lib/base/hex'
import { addressSchema } from '@/lib/base/hex-schemas'
import { count, receiptReply } from '@/lib/base/rpc/schemas'
import { toRecord } from './evidence'
import { hashOfItem } from './preconfirmation'
import type { TransactionSignal } from './types'

/** A part of a block being built: its transactions, and their receipts in the same order. */
const miniBlockSchema = z.object({ transactions: z.array(z.unknown()), receipts: z.array(z.unknown()) })
const sentSchema = z.object({ from: addressSchema, nonce: count })

/** Reads the mini-blocks of MegaETH. @see https://docs.megaeth.com, "Mini-Blocks" */
export const miniBlocks: TransactionSignal = {
  hashesOf(item) {
    const parsed = miniBlockSchema.safeParse(item)
    return parsed.success ? parsed.data.transactions.flatMap(transaction => hashOfItem(transaction) ?? []) : []
  },
  figuresOf(item, { hash, from, nonce }) {
    const parsed = miniBlockSchema.safeParse(item)
    if (!parsed.success) return null
    const { transactions, receipts } = parsed.data
    const place = transactions.findIndex(transaction => isSameHex(hashOfItem(transaction), hash))
    const sent = sentSchema.safeParse(transactions[place])
    if (!sent.success || !isSameAddress(sent.data.from, from) || sent.data.nonce !== nonce) return null
    const receipt = receiptReply.safeParse(receipts[place])
    if (!receipt.success || receipt.data === null) return 'unsaid'
    // What a mini-block holds is not sealed, whatever hash its receipts name.
    const isOwn = isSameHex(receipt.data.transactionHash, hash) && receipt.data.blockHash === null
    return isOwn ? toRecord(receipt.data) : 'unsaid'
  },
}
