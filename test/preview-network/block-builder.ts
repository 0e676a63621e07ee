import { type Address, maxUint256, numberToHex } from 'viem'
import { z } from 'zod'
import type { Anvil, RpcCall } from './anvil.ts'
import { type Block, blockSchema, type Receipt, receiptSchema } from './anvil-schema.ts'
import type { SenderState } from './mempool.ts'
import type { NativeExecution } from './native-execution.ts'
import { type Turn, unusedNonces } from './nonces.ts'
import type { Submission } from './open-block.ts'
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
  /** Executes these in this order as Anvil's next block. What cannot be executed is missing in the result. */
  mine(submissions: Submission[], context: BlockContext): Promise<Step>
  /** Forgets Anvil's last `blocks` blocks, and all they did. */
  rollback(blocks: number): Promise<void>
  /** Nonce and balance in Anvil's present state. */
  senders(addresses: Address[]): Promise<Map<Address, SenderState>>
}

/** @param natives what executes transactions that Anvil does not know */
export function createBlockBuilder(anvil: Anvil, natives: NativeExecution): BlockBuilder {
  return {
    async mine(submissions, context) {
      const ofNatives = submissions.flatMap(({ transaction }) => transaction?.native ?? [])
      const setup: RpcCall[] = [
        { method: 'evm_setNextBlockTimestamp', params: [Number(context.timestamp)] },
        { method: 'anvil_setNextBlockBaseFeePerGas', params: [numberToHex(context.baseFee)] },
        ...(await placeholders(submissions, context)),
        ...(await natives.before(anvil, ofNatives)),
      ]
      const sends = submissions.map(({ raw, transaction }) => ({
        method: 'eth_sendRawTransaction',
        params: [transaction?.native?.carrier.raw ?? raw],
      }))
      const outcomes = await anvil.batch([...setup, ...sends])
      for (const refused of outcomes.slice(0, setup.length)) if (refused instanceof RpcError) throw refused
      await anvil.request('evm_mine', [])
      await natives.learn(anvil, ofNatives, context.baseFee)
      const [block, receipts] = await anvil.batch([
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
        { method: 'eth_getBlockReceipts', params: ['latest'] },
      ])
      const step = { block: blockSchema.parse(block), receipts: z.array(receiptSchema).parse(receipts) }
      // What was left over would slip into a later block on its own.
      if (step.receipts.length < submissions.length) await anvil.request('anvil_dropAllTransactions', [])
      await natives.after(anvil, ofNatives, step.receipts)
      return step
    },
    async rollback(blocks) {
      if (blocks === 0) return
      await anvil.request('anvil_rollback', [blocks])
      await natives.restore(anvil)
    },
    senders,
  }

  /**
   * Anvil's pool counts nonces by transactions alone, and would keep what comes after one that an authorization used
   * waiting for it (EIP-7702). What stands in for it can never be executed: nobody has so much to send.
   */
  async function placeholders(submissions: Submission[], { baseFee }: BlockContext): Promise<RpcCall[]> {
    const transactions = submissions.flatMap(({ transaction }) =>
      transaction === undefined || transaction.native !== undefined ? [] : [transaction],
    )
    if (transactions.every(({ authorizations }) => authorizations === 0)) return []
    const states = await senders([...new Set(transactions.map(({ from }) => from))])
    const placeholder = ({ from, nonce }: Turn) => ({
      ...{ from, to: from, nonce: numberToHex(nonce), value: numberToHex(maxUint256 >> 1n), gas: numberToHex(21_000) },
      ...{ maxFeePerGas: numberToHex(baseFee), maxPriorityFeePerGas: '0x0' },
    })
    return unusedNonces(transactions, states).map(turn => ({
      method: 'eth_sendUnsignedTransaction',
      params: [placeholder(turn)],
    }))
  }

  async function senders(addresses: Address[]): Promise<Map<Address, SenderState>> {
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
  }
}
