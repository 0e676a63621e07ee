import { type Address, createPublicClient, type Hash, http } from 'viem'
import * as z from 'zod'
import type { SentTransaction } from './verdict.ts'

/** What OP stacks add to a receipt. */
const quantity = z.union([z.string(), z.bigint()]).transform(BigInt)
const l1Schema = z.object({ l1Fee: quantity, operatorFeeScalar: quantity, operatorFeeConstant: quantity })

/** Every transaction of these accounts in the sealed blocks of the chain as it is now, oldest first. */
export async function readSealed(rpcUrl: string, accounts: readonly string[]): Promise<SentTransaction[]> {
  // The service takes no more in one body.
  const client = createPublicClient({ transport: http(rpcUrl, { batch: { batchSize: 50 } }) })
  const head = await client.getBlockNumber()
  const numbers = Array.from({ length: Number(head) + 1 }, (_, number) => BigInt(number))
  const blocks = await Promise.all(
    numbers.map(blockNumber => client.getBlock({ blockNumber, includeTransactions: true })),
  )
  const sent = blocks.flatMap(({ hash, transactions }) =>
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
  return Promise.all(
    sent.map(async transaction => {
      const receipt = await client.getTransactionReceipt({ hash: transaction.hash })
      const { l1Fee, operatorFeeScalar, operatorFeeConstant } = l1Schema.parse(receipt)
      const operatorFee = (receipt.gasUsed * operatorFeeScalar) / 1_000_000n + operatorFeeConstant
      const fee = receipt.gasUsed * receipt.effectiveGasPrice + l1Fee + operatorFee
      return { ...transaction, cost: transaction.wei + fee }
    }),
  )
}

/** Wei of each account in the newest sealed block. */
export async function readFunds(rpcUrl: string, accounts: readonly Address[]): Promise<Map<Address, bigint>> {
  const client = createPublicClient({ transport: http(rpcUrl) })
  const balances = accounts.map(
    async address => [lowerCase(address), await client.getBalance({ address, blockTag: 'latest' })] as const,
  )
  return new Map(await Promise.all(balances))
}

function lowerCase(address: string): `0x${string}` {
  return `0x${address.slice(2).toLowerCase()}`
}
