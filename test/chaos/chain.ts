import { createPublicClient, type Hash, http } from 'viem'
import type { SentTransaction } from './verdict.ts'

/** Every transaction of these accounts in the sealed blocks of the chain as it is now, oldest first. */
export async function readSealed(rpcUrl: string, accounts: readonly string[]): Promise<SentTransaction[]> {
  // The service takes no more in one body.
  const client = createPublicClient({ transport: http(rpcUrl, { batch: { batchSize: 50 } }) })
  const head = await client.getBlockNumber()
  const numbers = Array.from({ length: Number(head) + 1 }, (_, number) => BigInt(number))
  const blocks = await Promise.all(
    numbers.map(blockNumber => client.getBlock({ blockNumber, includeTransactions: true })),
  )
  return blocks.flatMap(({ hash, transactions }) =>
    transactions
      .filter(({ from }) => accounts.includes(from.toLowerCase()))
      .map(({ from, to, value, nonce, hash: own }) => ({
        from: lowerCase(from),
        to: to === null ? null : lowerCase(to),
        wei: value,
        nonce,
        hash: own,
        blockHash: hash as Hash,
      })),
  )
}

function lowerCase(address: string): `0x${string}` {
  return `0x${address.slice(2).toLowerCase()}`
}
