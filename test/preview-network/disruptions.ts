import { type Hash, numberToHex } from 'viem'
import { z } from 'zod'
import type { Anvil } from './anvil.ts'
import { type Block, blockSchema, type Log, logSchema } from './anvil-schema.ts'
import type { Chain } from './chain.ts'
import type { ChainEvent } from './events.ts'
import { l1Size } from './l1-fee.ts'
import type { Levels } from './levels.ts'
import type { Mempool, MempoolTransaction } from './mempool.ts'
import type { NativeExecution } from './native-execution.ts'
import { encodeNative, type GivenNativeOrder, nativeOrderSchema, nonceFree, refuseInvalid } from './native-order.ts'
import { RpcError } from './rpc-error.ts'

/**
 * What happens to a transaction that lost its block. `waiting`: it is in the mempool and will be included again.
 * `forgotten`: the network does not know it, and accepts it when it is sent again.
 */
export type Fate = 'waiting' | 'forgotten'

/** Single events that can be made to happen to a chain. */
export interface Disruptions {
  /**
   * Takes a pre-confirmed transaction out of the block being built. No client is told, as on the real network.
   * @throws {Error} when the transaction is not pre-confirmed
   */
  revoke(hash: Hash, fate: Fate): Promise<void>
  /**
   * Replaces the last sealed blocks by others without their transactions.
   * @throws {Error} when there are fewer blocks
   */
  reorganise(blocks: number, fate: Fate): Promise<void>
  /**
   * Replaces the last proposals, which are not finalized, by others at the same heights with other ids. No client is
   * told of the end of the old ones.
   * @throws {Error} when one of them is finalized, or the network has no proposals
   */
  abandon(blocks: number, fate: Fate): Promise<void>
  /**
   * Makes a sealed block the head again, and forgets all blocks after it.
   * @throws {Error} when there is no such block
   */
  rewind(number: bigint): Promise<void>
  /** Begins again from another genesis. */
  reset(): Promise<void>
  /** Seals the block being built, whatever the clock says. */
  seal(): Promise<void>
  /**
   * Seals the block being built, and gives the next one this base fee. From there it falls or rises as EIP-1559 says.
   * @param wei per gas
   */
  spikeBaseFee(wei: bigint): Promise<void>
  /**
   * Changes the state with one of Anvil's methods, and seals a block so that every tag shows the change. Not
   * for methods that make blocks: Anvil gives those times of its own, which may be later than that of the network's
   * next block. `seal` makes blocks.
   * @returns Anvil's answer
   */
  alter(method: string, params: unknown[]): Promise<unknown>
  /**
   * Takes somebody else's transaction of type 0x79 (EIP-8130) into the mempool. It is executed like any other, without
   * a signature.
   * @returns its hash
   * @throws {RpcError} in the words of the node
   */
  sendNative(order: GivenNativeOrder): Promise<Hash>
}

export interface DisruptionParts {
  chain: Chain
  mempool: Mempool
  levels: Levels
  /** Most proposals that can be abandoned; 0: the network has no proposals. */
  abandonable: number
  /** Returns another Anvil with another genesis and the network's contracts. */
  newWorld(): Promise<Anvil>
  natives: NativeExecution
  /** Undefined: the network does not have the type. */
  chainId: number | undefined
}

export function createDisruptions(parts: DisruptionParts): Disruptions {
  const { chain, mempool } = parts
  const { workshop } = chain
  const lose = (transaction: MempoolTransaction, fate: Fate) => loseBlock(parts, transaction, fate)

  async function reorganise(blocks: number, fate: Fate): Promise<void> {
    await workshop.alone(async () => {
      const removed = await lastBlocks(chain, blocks)
      const preconfirmed = [...chain.open.included.values()].flatMap(({ transaction }) => transaction ?? [])
      const sealed = removed.flatMap(({ transactions }) => transactions)
      await workshop.rollback(blocks)
      const waiting = mempool.all()
      // The mempool is empty while the new blocks are made, so that they contain nothing of the old ones.
      mempool.clear()
      const begun = await workshop.restart(chain.anvil)
      const events: ChainEvent[] = [...removed.toReversed(), ...begun]
      for (let block = 0; block < blocks; block++) events.push(...(await workshop.finish()))
      for (const transaction of sealed) lose(transaction, fate)
      for (const transaction of preconfirmed) lose(transaction, 'waiting')
      for (const transaction of waiting) mempool.add(transaction)
      return events
    })
  }

  return {
    reorganise,

    async abandon(blocks, fate) {
      const { abandonable } = parts
      if (abandonable === 0) throw new Error('this network has no proposals: start it with --mode proposed-blocks')
      if (blocks > abandonable) throw new Error(`only the last ${abandonable} blocks are not finalized`)
      await reorganise(blocks, fate)
    },

    revoke: (hash, fate) =>
      workshop.alone(async () => {
        const revoked = chain.open.included.get(hash)?.transaction
        if (revoked === undefined) throw new Error(`${hash} is not pre-confirmed`)
        const before = [...chain.open.included.keys()]
        await workshop.replay(workshop.soFar().filter(submission => submission.hash !== hash))
        // Later transactions of the same account cannot be executed without it.
        for (const other of before) if (!chain.open.included.has(other)) parts.levels.lost(other, 'preconfirmedAt')
        lose(revoked, fate)
        return []
      }),

    rewind: number =>
      workshop.alone(async () => {
        const blocks = Number(chain.head.number - number)
        if (blocks < 0) throw new Error(`there is no block ${number}`)
        const removed = await lastBlocks(chain, blocks)
        mempool.clear()
        await workshop.rollback(blocks)
        return [...removed.toReversed(), ...(await workshop.restart(chain.anvil))]
      }),

    async reset() {
      const next = await parts.newWorld()
      const previous = chain.anvil
      await workshop.alone(async () => {
        mempool.clear()
        parts.levels.clear()
        const begun = await workshop.restart(next)
        return [{ kind: 'reset' }, ...begun]
      })
      await previous.stop()
    },

    seal: () => workshop.alone(() => workshop.finish()),

    spikeBaseFee: wei =>
      workshop.alone(() => {
        workshop.priceNext(wei)
        return workshop.finish()
      }),

    alter: (method, params) => alter(chain, method, params),
    sendNative: order => sendNative(parts, order),
  }
}

function loseBlock({ levels, mempool }: DisruptionParts, transaction: MempoolTransaction, fate: Fate): void {
  for (const level of ['preconfirmedAt', 'sealedAt', 'safeAt', 'finalAt'] as const) levels.lost(transaction.hash, level)
  if (fate === 'waiting') mempool.add(transaction)
  else levels.lost(transaction.hash, 'acceptedAt')
}

async function alter(chain: Chain, method: string, params: unknown[]): Promise<unknown> {
  const { workshop } = chain
  let result: unknown
  await workshop.alone(async () => {
    const submissions = workshop.soFar()
    await workshop.rollback(0)
    try {
      result = await chain.anvil.request(method, params)
    } catch (error) {
      await workshop.resume(submissions)
      throw error
    }
    return workshop.finish(submissions)
  })
  return result
}

async function sendNative({ chain, mempool, levels, natives, chainId }: DisruptionParts, given: GivenNativeOrder) {
  if (chainId === undefined) throw new RpcError(-32000, 'transaction type not supported')
  const order = nativeOrderSchema.parse(given)
  refuseInvalid(order)
  let hash: Hash | undefined
  await chain.workshop.alone(async () => {
    const { sender, nonceKey } = order
    const ahead = mempool.all().filter(({ native }) => native?.sender === sender && native.nonceKey === nonceKey).length
    const next = nonceKey === nonceFree ? 0n : (await natives.nextOf(chain.anvil, sender, nonceKey)) + BigInt(ahead)
    const native = encodeNative(order, order.nonceSequence ?? next, chainId)
    hash = native.hash
    if (nonceKey === nonceFree && (mempool.get(hash) ?? chain.open.included.get(hash) ?? chain.sealedTransaction(hash)))
      throw new RpcError(-32000, 'EIP-8130 validation failed: nonce-free replay detected')
    const { raw, body, gasLimit: gas, maxFeePerGas, maxPriorityFeePerGas } = native
    mempool.add({
      ...{ hash, raw, body, native, gas, maxFeePerGas, maxPriorityFeePerGas, from: sender, to: sender, input: '0x' },
      // No other transaction's place in the mempool: a number is one of its key.
      ...{ nonce: 2n ** 256n + BigInt(hash), value: 0n, accessList: [], authorizations: 0, recovery: '0x' },
      ...{ l1Size: l1Size(raw), cost: 0n },
    })
    levels.reached(hash, 'acceptedAt')
    return []
  })
  if (hash === undefined) throw new Error('the transaction was not made')
  return hash
}

interface RemovedBlock {
  kind: 'removed'
  block: Block
  logs: Log[]
  transactions: MempoolTransaction[]
}

/** Returns the last sealed blocks, oldest first. @throws {Error} when there are fewer */
async function lastBlocks(chain: Chain, count: number): Promise<RemovedBlock[]> {
  const { number } = chain.head
  if (BigInt(count) >= number) throw new Error(`there are no ${count} blocks to reorganise`)
  const numbers = Array.from({ length: count }, (_, index) => numberToHex(number - BigInt(count - 1 - index)))
  return Promise.all(
    numbers.map(async tag => {
      const block = blockSchema.parse(await chain.anvil.request('eth_getBlockByNumber', [tag, false]))
      const logs = z.array(logSchema).parse(await chain.anvil.request('eth_getLogs', [{ blockHash: block.hash }]))
      const hashes = block.transactions.map(hash => z.custom<Hash>(value => typeof value === 'string').parse(hash))
      return {
        kind: 'removed' as const,
        block,
        logs: logs.map(log => ({ ...chain.sealedLog(log), removed: true })),
        transactions: hashes.flatMap(hash => chain.sealedTransaction(hash) ?? []),
      }
    }),
  )
}
