import * as z from 'zod/mini'
import { isSameAddress, isSameHex } from '@/lib/base/hex'
import { addressSchema } from '@/lib/base/hex-schemas'
import { count, quantity, receiptStatus } from '@/lib/base/rpc/schemas'
import { hashOfItem } from './preconfirmation'
import type { TransactionSignal } from './types'

const shredSchema = z.object({
  blockNumber: z.int().check(z.nonnegative()),
  shredIdx: z.int().check(z.nonnegative()),
  transactions: z.array(z.object({ transaction: z.unknown(), receipt: z.unknown() })),
})

/** One transaction of a shred. Deposits have no signer and no nonce. */
const transactionSchema = z.object({ signer: addressSchema, nonce: count })
const receiptSchema = z.object({ status: receiptStatus, cumulativeGasUsed: quantity })

/** @returns the gas of the block up to and with this transaction; `null` where the shred does not say it */
function gasUpTo(entry: { receipt: unknown } | undefined): bigint | null {
  const parsed = receiptSchema.safeParse(entry?.receipt)
  return parsed.success ? parsed.data.cumulativeGasUsed : null
}

/**
 * Reads the shreds of RISE: transactions with those parts of their receipts that differ from one to the next. Gas is
 * told as the sum over the block, so the shred before must have been heard; the price and the address of a new contract
 * are left to the receipt.
 * @see https://docs.risechain.com/docs/builders/shreds/watching-events
 */
export function createShreds(): TransactionSignal {
  /** The shred that `hashesOf` read last; `before`: gas of its block before it, `null` where that is not known. */
  let last: { block: number; index: number; before: bigint | null; after: bigint | null } | null = null

  function follow({ blockNumber: block, shredIdx: index, transactions }: z.infer<typeof shredSchema>): void {
    const isNext = last !== null && last.block === block && last.index === index - 1
    const before = index === 0 ? 0n : isNext && last !== null ? last.after : null
    last = { block, index, before, after: gasUpTo(transactions.at(-1)) }
  }

  return {
    hashesOf(item) {
      const parsed = shredSchema.safeParse(item)
      if (!parsed.success) return []
      follow(parsed.data)
      return parsed.data.transactions.flatMap(({ transaction }) => hashOfItem(transaction) ?? [])
    },
    figuresOf(item, { hash, from, nonce }) {
      const shred = shredSchema.safeParse(item)
      if (!shred.success) return null
      const { blockNumber, shredIdx, transactions } = shred.data
      const place = transactions.findIndex(({ transaction }) => isSameHex(hashOfItem(transaction), hash))
      const sent = transactionSchema.safeParse(transactions[place]?.transaction)
      if (!sent.success || !isSameAddress(sent.data.signer, from) || sent.data.nonce !== nonce) return null
      const receipt = receiptSchema.safeParse(transactions[place]?.receipt)
      if (!receipt.success) return 'unsaid'
      const isLast = last !== null && last.block === blockNumber && last.index === shredIdx
      const before = place > 0 ? gasUpTo(transactions[place - 1]) : isLast && last !== null ? last.before : null
      const { status, cumulativeGasUsed } = receipt.data
      if (before === null || before >= cumulativeGasUsed) return 'unsaid'
      return {
        blockHash: null,
        blockNumber: BigInt(blockNumber),
        status,
        gasUsed: cumulativeGasUsed - before,
        effectiveGasPrice: null,
        l1Fee: null,
        contractAddress: null,
      }
    },
  }
}
