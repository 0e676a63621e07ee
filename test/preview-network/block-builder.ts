import { type Address, type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import type { Anvil, RpcCall } from './anvil.ts'
import { type Block, blockSchema, type Receipt, receiptSchema } from './anvil-schema.ts'
import { RpcError } from './rpc-error.ts'

/** What Anvil made of one call to `mine`. */
export interface Step {
  block: Block
  receipts: Receipt[]
}

/** The context in which all transactions of one block of ours are executed, however many of Anvil's blocks it takes. */
export interface BlockContext {
  /** Unix seconds. */
  timestamp: bigint
  /** wei per gas */
  baseFee: bigint
}

/** Anvil as an executor of blocks. None of this may run beside another call that sees or changes its state. */
export interface BlockBuilder {
  /** Executes these bytes in this order as Anvil's next block. What cannot be executed is missing in the result. */
  mine(raw: Hex[], context: BlockContext): Promise<Step>
  /** Forgets Anvil's last `blocks` blocks, and all they did. */
  rollback(blocks: number): Promise<void>
  /** Nonce and balance in Anvil's present state. */
  senders(addresses: Address[]): Promise<Map<Address, { nonce: bigint; balance: bigint }>>
}

export function createBlockBuilder(anvil: Anvil): BlockBuilder {
  return {
    async mine(raw, context) {
      const setup: RpcCall[] = [
        { method: 'evm_setNextBlockTimestamp', params: [Number(context.timestamp)] },
        { method: 'anvil_setNextBlockBaseFeePerGas', params: [numberToHex(context.baseFee)] },
      ]
      const sends = raw.map(bytes => ({ method: 'eth_sendRawTransaction', params: [bytes] }))
      const outcomes = await anvil.batch([...setup, ...sends])
      for (const refused of outcomes.slice(0, setup.length)) if (refused instanceof RpcError) throw refused
      await anvil.request('evm_mine', [])
      const [block, receipts] = await anvil.batch([
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
        { method: 'eth_getBlockReceipts', params: ['latest'] },
      ])
      const step = { block: blockSchema.parse(block), receipts: z.array(receiptSchema).parse(receipts) }
      // What was left over would slip into a later block on its own.
      if (step.receipts.length < raw.length) await anvil.request('anvil_dropAllTransactions', [])
      return step
    },
    async rollback(blocks) {
      if (blocks > 0) await anvil.request('anvil_rollback', [blocks])
    },
    async senders(addresses) {
      const answers = await anvil.batch(
        addresses.flatMap(address => [
          { method: 'eth_getTransactionCount', params: [address, 'latest'] },
          { method: 'eth_getBalance', params: [address, 'latest'] },
        ]),
      )
      const quantities = z.array(z.string()).parse(answers).map(BigInt)
      return new Map(
        addresses.map((address, index) => [
          address,
          { nonce: quantities[2 * index] ?? 0n, balance: quantities[2 * index + 1] ?? 0n },
        ]),
      )
    },
  }
}
