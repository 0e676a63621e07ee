import type { Address } from 'viem'
import { type Block, type ChainReader, isSystemTransaction, type Transaction } from './chain-reader.ts'

export interface Activity {
  rows: { transaction: Transaction; timestamp: bigint }[]
  /** The oldest block that has been looked at; 0 once everything has. */
  since: bigint
}

/**
 * Finds the transactions of an address. JSON-RPC has no call for that, so blocks are read newest first and kept;
 * nothing is read before somebody asks, and one question takes no longer than its budget (the next one goes on where it
 * stopped).
 */
export function createActivityIndex(reader: ChainReader, budgetMs = 400) {
  /** One unbroken chain, newest first. */
  let blocks: Block[] = []
  let updating = Promise.resolve()

  const update = async () => {
    const deadline = performance.now() + budgetMs
    const isInBudget = () => performance.now() < deadline
    const parentOf = async ({ number, parentHash }: Block) => {
      const parent = number === 0n ? null : await reader.block(number - 1n)
      return parent?.hash === parentHash ? parent : null
    }
    const known = new Map(blocks.map((block, index) => [block.hash, index]))
    const fresh: Block[] = []
    let block = await reader.block('latest')
    while (block !== null && !known.has(block.hash)) {
      fresh.push(block)
      block = isInBudget() ? await parentOf(block) : null
    }
    // The known blocks above the meeting point have left the chain.
    const meeting = known.get(block?.hash ?? null)
    blocks = [...fresh, ...(meeting === undefined ? [] : blocks.slice(meeting))]
    let oldest = blocks.at(-1)
    while (oldest !== undefined && isInBudget()) {
      const parent: Block | null = await parentOf(oldest)
      if (parent === null) return
      blocks.push(parent)
      oldest = parent
    }
  }

  return async (address: Address): Promise<Activity> => {
    // A read that failed for one question is not the next one's failure.
    updating = updating.catch(() => undefined).then(update)
    await updating
    const own = address.toLowerCase()
    const rows = blocks.flatMap(({ timestamp, transactions }) =>
      transactions
        .filter(transaction => !isSystemTransaction(transaction))
        .filter(({ from, to }) => from.toLowerCase() === own || to?.toLowerCase() === own)
        .map(transaction => ({ transaction, timestamp }))
        .reverse(),
    )
    return { rows, since: blocks.at(-1)?.number ?? 0n }
  }
}
