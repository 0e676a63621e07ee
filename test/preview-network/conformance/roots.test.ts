import { concatHex, type Hex, keccak256, numberToHex, sha256, size, toHex, toRlp } from 'viem'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Block, blockSchema, headerFields } from './block-header.ts'
import { type Log, type Receipt, sealedReceipt } from './receipt.ts'
import { onEach, otherChains, stranger, type Target } from './target.ts'
import { evenHex, listRoot } from './trie.ts'

const depositSchema = z.object({
  sourceHash: z.custom<Hex>(),
  from: z.custom<Hex>(),
  to: z.custom<Hex>(),
  gas: z.custom<Hex>(),
  input: z.custom<Hex>(),
})
const transactionSchema = z.looseObject({ hash: z.custom<Hex>(), type: z.string() })
type DepositReceipt = Receipt & { depositNonce?: Hex; depositReceiptVersion?: Hex; logsBloom: Hex }

/** A number as RLP has it. */
function quantity(value: string | undefined): Hex {
  return value === undefined || BigInt(value) === 0n ? '0x' : evenHex(BigInt(value))
}

/** The bytes of a transaction; those of a deposit from its fields. */
async function bytesOf(target: Target, transaction: z.infer<typeof transactionSchema>): Promise<Hex> {
  if (transaction.type !== '0x7e') return target.call('eth_getRawTransactionByHash', [transaction.hash])
  const { sourceHash, from, to, gas, input } = depositSchema.parse(transaction)
  return concatHex(['0x7e', toRlp([sourceHash, from, to, '0x', '0x', quantity(gas), '0x', input])])
}

function receiptBytes(receipt: DepositReceipt): Hex {
  const { type, status, cumulativeGasUsed, logsBloom, depositNonce, depositReceiptVersion } = receipt
  const logs = receipt.logs.map(({ address, topics, data }) => [address, topics, data])
  const deposit = type === '0x7e' ? [quantity(depositNonce), quantity(depositReceiptVersion)] : []
  const fields = [quantity(status), quantity(cumulativeGasUsed), logsBloom, logs, ...deposit]
  return concatHex([...(type === '0x0' ? [] : [toHex(Number(type), { size: 1 })]), toRlp(fields)])
}

/** Ethereum yellow paper, 4.3.1: three bits for each address and topic. */
function bloomOf(logs: Log[]): Hex {
  let bits = 0n
  for (const item of logs.flatMap(({ address, topics }) => [address, ...topics])) {
    const hash = keccak256(item).slice(2)
    for (const at of [0, 4, 8]) bits |= 1n << (BigInt(`0x${hash.slice(at, at + 4)}`) & 2047n)
  }
  return toHex(bits, { size: 256 })
}

describe('Block object: the roots are those of what the block has', () => {
  onEach(['network that seals when asked', 'network with fast blocks', ...otherChains], target => {
    /** A block with a few transactions, some of which left logs. */
    async function fullBlock(): Promise<{ block: Block; receipts: DepositReceipt[]; raws: Hex[] }> {
      const person = await target().person()
      const { testDollar = stranger } = target().contracts
      const mint = `0x40c10f19${stranger.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
      const signed = await Promise.all(
        Array.from({ length: 20 }, (_, nonce) =>
          nonce % 2 === 0
            ? person.sign({ nonce })
            : person.sign({ nonce, to: testDollar, value: 0n, data: mint, gas: 100_000n }),
        ),
      )
      for (const { raw } of signed) await target().call('eth_sendRawTransaction', [raw])
      const { blockNumber } = await sealedReceipt(target(), signed[1]?.hash ?? '0x')
      const block = blockSchema.parse(await target().call('eth_getBlockByNumber', [blockNumber, true]))
      const receipts = await target().call<DepositReceipt[]>('eth_getBlockReceipts', [blockNumber])
      const raws: Hex[] = []
      for (const each of block.transactions) raws.push(await bytesOf(target(), transactionSchema.parse(each)))
      return { block, receipts, raws }
    }

    test('of its transactions, its receipts and its logs; gas used and size are theirs', async () => {
      const { block, receipts, raws } = await fullBlock()
      expect(block.transactionsRoot).toBe(listRoot(raws))
      expect(block.receiptsRoot).toBe(listRoot(receipts.map(receiptBytes)))
      expect(block.logsBloom).toBe(bloomOf(receipts.flatMap(({ logs }) => logs)))
      const gasUsed = receipts.reduce((sum, each) => sum + BigInt(each.gasUsed), 0n)
      expect([BigInt(block.gasUsed), receipts.at(-1)?.cumulativeGasUsed]).toEqual([gasUsed, block.gasUsed])
      expect(BigInt(block.gasUsed)).toBeLessThanOrEqual(BigInt(block.gasLimit))
      expect(Number(block.size)).toBe(size(toRlp([headerFields(block), raws, [], []])))
    })

    test('the state root is the one that proofs of accounts lead to', async () => {
      const { stateRoot, number } = blockSchema.parse(await target().call('eth_getBlockByNumber', ['latest', false]))
      const { testDollar } = target().contracts
      const { accountProof } = await target().call<{ accountProof: Hex[] }>('eth_getProof', [testDollar, [], number])
      expect(keccak256(accountProof[0] ?? '0x')).toBe(stateRoot)
    })

    test('uncles, withdrawals and requests are empty, and their hashes say so', async () => {
      expect(await target().call('eth_getBlockByNumber', ['latest', false])).toMatchObject({
        sha3Uncles: keccak256(toRlp([])),
        uncles: [],
        withdrawals: [],
        requestsHash: sha256('0x'),
      })
    })

    test('the miner is who gets the tips', async () => {
      const person = await target().person()
      const { raw, hash } = await person.sign({ nonce: 0 })
      await target().call('eth_sendRawTransaction', [raw])
      const { blockNumber, gasUsed, effectiveGasPrice } = await sealedReceipt(target(), hash)
      const block = blockSchema.parse(await target().call('eth_getBlockByNumber', [blockNumber, false]))
      const balance = async (tag: Hex) => BigInt(await target().call<Hex>('eth_getBalance', [block.miner, tag]))
      const before = await balance(numberToHex(BigInt(blockNumber) - 1n))
      const tip = BigInt(effectiveGasPrice) - BigInt(block.baseFeePerGas)
      expect(tip).toBe(1_000_000_000n)
      expect((await balance(blockNumber)) - before).toBe(BigInt(gasUsed) * tip)
    })
  })
})
