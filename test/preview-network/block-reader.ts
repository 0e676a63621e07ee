import { type Hex, numberToHex, zeroHash } from 'viem'
import { z } from 'zod'
import { type Block, blockSchema, type Receipt, receiptSchema } from './anvil-schema.ts'
import { partialBlock } from './open-block.ts'
import { openTransaction, presentBlock, sealedTransaction, waitingTransaction } from './present.ts'
import type { Service } from './service.ts'

const fullBlock = blockSchema.extend({ transactions: z.array(z.looseObject({})) })

/** Blocks as a client sees them. Its calls belong into a read of the gate. */
export interface BlockReader {
  /** Returns whether a fault hides the pending block: always, or until its first transaction. */
  hidesPending(): boolean
  /** Returns the block being built; `null` where there is none. */
  open(full: boolean): Record<string, unknown> | null
  /** @returns `null` when there is no such block */
  byNumber(number: bigint, full: boolean): Promise<Block | null>
  /** @returns `null` when there is no such block, or it is not sealed */
  byHash(hash: string, full: boolean): Promise<Block | null>
  /** Returns the fictitious block of a transaction that builders have committed to, whose hash is the transaction's. */
  promised(hash: Hex, full: boolean): Record<string, unknown> | null
  /** Returns the receipts of a sealed block. */
  receipts(number: Hex): Promise<Receipt[]>
}

export function createBlockReader(service: Service): BlockReader {
  const anvil = (name: string, params: unknown[]) => service.chain.anvil.request(name, params)

  /** Returns `null` for blocks that Anvil has mined and the service has not sealed. */
  function present(raw: unknown, full: boolean): Block | null {
    if (raw === null) return null
    const block = full ? fullBlock.parse(raw) : blockSchema.parse(raw)
    if (BigInt(block.number) > service.chain.head.number) return null
    const timestampMs = service.chain.timestampMsOf(block.hash)
    const transactions = full
      ? fullBlock.parse(raw).transactions.map(each => sealedTransaction(each, timestampMs))
      : block.transactions
    return { ...presentBlock(block, timestampMs), transactions }
  }

  return {
    hidesPending() {
      const { pending } = service.faults.current
      const { included, system } = service.chain.open
      return pending === 'null' || (pending === 'null-at-boundary' && included.size <= system.length)
    },
    open(full) {
      const partial = partialBlock(service.chain.open)
      if (partial === undefined) return null
      const block = presentBlock(partial, undefined)
      const included = [...service.chain.open.included.values()]
      return {
        ...block,
        hash: pendingHash(block.hash, service.options.pendingHash),
        transactions: full ? included.map(openTransaction) : block.transactions,
      }
    },
    async byNumber(number, full) {
      if (number > service.chain.head.number) return null
      return present(await anvil('eth_getBlockByNumber', [numberToHex(number), full]), full)
    },
    byHash: async (hash, full) => present(await anvil('eth_getBlockByHash', [hash, full]), full),
    promised(hash, full) {
      const found = service.commitments?.block(`0x${hash.slice(2).toLowerCase()}`)
      if (found === undefined) return null
      const { transaction, ...block } = found
      const place = { blockHash: block.hash, blockNumber: block.number, transactionIndex: '0x0' }
      return { ...block, transactions: full ? [{ ...waitingTransaction(transaction), ...place }] : [transaction.hash] }
    },
    async receipts(number) {
      const receipts = z.array(receiptSchema).parse(await anvil('eth_getBlockReceipts', [number]))
      return Promise.all(receipts.map(service.chain.sealedReceipt))
    },
  }
}

function pendingHash(hash: Hex, kind: 'partial' | 'zero' | 'null'): Hex | null {
  if (kind === 'null') return null
  return kind === 'zero' ? zeroHash : hash
}
