import { type Hash, numberToHex } from 'viem'
import { z } from 'zod'
import type { Anvil } from './anvil.ts'
import { type Block, blockSchema, type Log, logSchema } from './anvil-schema.ts'
import type { Chain } from './chain.ts'
import type { ChainEvent } from './events.ts'
import type { Levels } from './levels.ts'
import type { Mempool, MempoolTransaction } from './mempool.ts'
import { presentLog } from './present.ts'

/**
 * What becomes of a transaction that lost its block: it waits for the next one, or the network has forgotten it and only
 * takes it again when it is sent again.
 */
export type Fate = 'waiting' | 'forgotten'

/** What can happen to a chain from outside. */
export interface Disruptions {
  /** Takes a pre-confirmed transaction out of the block being built. Nobody is told, as on the real network. */
  revoke(hash: Hash, fate: Fate): Promise<void>
  /** Replaces the last sealed blocks by others, which do not have their transactions. */
  reorganise(blocks: number, fate: Fate): Promise<void>
  /** Makes a sealed block the head again, and forgets all that came after it. */
  rewind(number: bigint): Promise<void>
  /** Begins again from another genesis. */
  reset(): Promise<void>
  /** Changes the state by hand, and seals a block so that every tag shows it. */
  alter(method: string, params: unknown[]): Promise<unknown>
}

export function createDisruptions(parts: {
  chain: Chain
  mempool: Mempool
  levels: Levels
  /** Another Anvil with another genesis, on which everything stands that a network begins with. */
  newWorld(): Promise<Anvil>
}): Disruptions {
  const { chain, mempool, levels } = parts
  const { workshop } = chain

  function goes(transaction: MempoolTransaction, fate: Fate): void {
    levels.lost(transaction.hash, 'preconfirmedAt')
    levels.lost(transaction.hash, 'sealedAt')
    if (fate === 'waiting') mempool.add(transaction)
    else levels.lost(transaction.hash, 'acceptedAt')
  }

  return {
    revoke: (hash, fate) =>
      workshop.alone(async () => {
        const revoked = chain.open.included.get(hash)?.transaction
        if (revoked === undefined) throw new Error(`${hash} is not pre-confirmed`)
        const before = [...chain.open.included.keys()]
        await workshop.replay(workshop.soFar().filter(submission => submission.hash !== hash))
        // Later ones of the same account have lost their turn with it.
        for (const other of before) if (!chain.open.included.has(other)) levels.lost(other, 'preconfirmedAt')
        goes(revoked, fate)
        return []
      }),

    reorganise: (blocks, fate) =>
      workshop.alone(async () => {
        const removed = await lastBlocks(chain, blocks)
        const preconfirmed = [...chain.open.included.values()].flatMap(({ transaction }) => transaction ?? [])
        const sealed = removed.flatMap(({ transactions }) => transactions)
        await workshop.rollback(blocks)
        const waiting = mempool.all()
        // While the new blocks are made nothing waits, so that they have nothing of the old ones.
        mempool.clear()
        const begun = await workshop.restart(chain.anvil)
        const events: ChainEvent[] = [...removed.toReversed(), ...begun]
        for (let block = 0; block < blocks; block++) events.push(...(await workshop.finish()))
        for (const transaction of sealed) goes(transaction, fate)
        for (const transaction of preconfirmed) goes(transaction, 'waiting')
        for (const transaction of waiting) mempool.add(transaction)
        return events
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
        levels.clear()
        const begun = await workshop.restart(next)
        return [{ kind: 'reset' }, ...begun]
      })
      await previous.stop()
    },

    async alter(method, params) {
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
    },
  }
}

interface RemovedBlock {
  kind: 'removed'
  block: Block
  logs: Log[]
  transactions: MempoolTransaction[]
}

/** Oldest first. */
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
        logs: logs.map(log => ({ ...presentLog(log), removed: true })),
        transactions: hashes.flatMap(hash => chain.sealedTransaction(hash) ?? []),
      }
    }),
  )
}
