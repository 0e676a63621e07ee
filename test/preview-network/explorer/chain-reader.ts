import { type Address, type Hash, type Hex, isAddress, isHex, toHex } from 'viem'
import { z } from 'zod'

const hex = z.custom<Hex>(value => isHex(value))
const address = z.custom<Address>(value => typeof value === 'string' && isAddress(value, { strict: false }))
const hash = z.custom<Hash>(value => isHex(value) && value.length === 66)
const quantity = hex.transform(value => BigInt(value))

/** A transaction of a native account (EIP-8130) has its parts inside, and several calls: the first stands for it. */
const nativeSchema = z.object({
  type: z.literal('0x79'),
  tx: z.looseObject({
    nonceSequence: z.int(),
    gasLimit: z.int(),
    calls: z.array(z.array(z.object({ to: address, value: hex.default('0x0'), data: hex }))),
  }),
})

function flattened(transaction: unknown): unknown {
  const native = nativeSchema.safeParse(transaction)
  if (!native.success) return transaction
  const { tx } = native.data
  const [first] = tx.calls.flat()
  return {
    ...z.looseObject({}).parse(transaction),
    ...{ to: first?.to ?? null, input: first?.data ?? '0x', nonce: toHex(tx.nonceSequence), gas: toHex(tx.gasLimit) },
    value: toHex(tx.calls.flat().reduce((sum, { value }) => sum + BigInt(value), 0n)),
  }
}

const flatSchema = z.object({
  hash,
  blockNumber: quantity.nullish(),
  blockHash: hash.nullish(),
  transactionIndex: quantity.nullish(),
  from: address,
  to: address.nullish(),
  value: quantity,
  input: hex,
  nonce: quantity,
  gas: quantity,
  gasPrice: quantity.nullish(),
  maxFeePerGas: quantity.nullish(),
  maxPriorityFeePerGas: quantity.nullish(),
  type: hex.default('0x0'),
  authorizationList: z.array(z.looseObject({ address, chainId: quantity })).nullish(),
})

const transactionSchema = z.preprocess(flattened, flatSchema)

const blockSchema = z.object({
  number: quantity,
  hash: hash.nullable(),
  parentHash: hash,
  timestamp: quantity,
  timestampMs: quantity.optional(),
  gasUsed: quantity,
  gasLimit: quantity,
  baseFeePerGas: quantity.optional(),
  size: quantity.optional(),
  miner: address,
  stateRoot: hash,
  transactions: z.array(transactionSchema),
})

const logSchema = z.object({
  address,
  topics: z.array(hash),
  data: hex,
  logIndex: quantity,
  blockNumber: quantity.nullish(),
  transactionHash: hash,
})

const receiptSchema = z.object({
  transactionHash: hash,
  blockHash: hash.nullable(),
  blockNumber: quantity.nullable(),
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  contractAddress: address.nullish(),
  l1Fee: quantity.nullish(),
  operatorFeeScalar: quantity.nullish(),
  operatorFeeConstant: quantity.nullish(),
  logs: z.array(logSchema),
})

const resultSchema = z.object({ transactionHash: hash, status: quantity })

export type Transaction = z.infer<typeof transactionSchema>
export type Block = z.infer<typeof blockSchema>
export type Log = z.infer<typeof logSchema>
export type Receipt = z.infer<typeof receiptSchema>

export type Request = (method: string, params: unknown[]) => Promise<unknown>

/** Typed reads over the network's own JSON-RPC: the explorer sees what every client sees. */
export function createChainReader(request: Request) {
  const read = async <Schema extends z.ZodType>(schema: Schema, method: string, params: unknown[]) =>
    schema.parse(await request(method, params))
  return {
    /** With full transactions. `null` when there is no such block. */
    block: (block: bigint | Tag | Hash) =>
      typeof block === 'string' && block.length === 66
        ? read(blockSchema.nullable(), 'eth_getBlockByHash', [block, true])
        : read(blockSchema.nullable(), 'eth_getBlockByNumber', [tagOrNumber(block), true]),
    /** The transactions of a block that reverted: their fee was spent, and nothing else happened. */
    failedIn: async (block: bigint | Tag): Promise<ReadonlySet<Hash>> => {
      const results = await read(z.array(resultSchema).nullable(), 'eth_getBlockReceipts', [tagOrNumber(block)])
      return new Set(
        (results ?? []).filter(({ status }) => status === 0n).map(({ transactionHash }) => transactionHash),
      )
    },
    blockNumber: () => read(quantity, 'eth_blockNumber', []),
    transaction: (hash: Hash) => read(transactionSchema.nullable(), 'eth_getTransactionByHash', [hash]),
    receipt: (hash: Hash) => read(receiptSchema.nullable(), 'eth_getTransactionReceipt', [hash]),
    balance: (of: Address, tag: Tag) => read(quantity, 'eth_getBalance', [of, tag]),
    nonce: (of: Address, tag: Tag) => read(quantity, 'eth_getTransactionCount', [of, tag]),
    code: (of: Address) => read(hex, 'eth_getCode', [of, 'pending']),
    logs: (filter: { topics: (Hex | null)[]; fromBlock: bigint; toBlock: bigint | Tag }) =>
      read(z.array(logSchema), 'eth_getLogs', [
        { topics: filter.topics, fromBlock: toHex(filter.fromBlock), toBlock: tagOrNumber(filter.toBlock) },
      ]),
    call: (to: Address, data: Hex) => read(hex, 'eth_call', [{ to, data }, 'pending']),
  }
}

export type ChainReader = ReturnType<typeof createChainReader>
export type Tag = 'latest' | 'pending' | 'safe' | 'finalized' | 'earliest'

export const tags: readonly Tag[] = ['latest', 'pending', 'safe', 'finalized', 'earliest']

function tagOrNumber(block: bigint | string): string {
  return typeof block === 'bigint' ? toHex(block) : block
}

const placeholders: readonly (Hash | null)[] = [null, `0x${'0'.repeat(64)}`, `0x${'f'.repeat(64)}`]

/**
 * Returns whether the receipt names a sealed block. Before that, networks put zeros, ones or the transaction's hash in
 * the place of the block hash.
 */
export function isSealed(receipt: Receipt | null): boolean {
  if (receipt === null) return false
  return !placeholders.includes(receipt.blockHash) && receipt.blockHash !== receipt.transactionHash
}

/** Wei: execution, publication to layer 1 and operator together. */
export function feeOf(receipt: Receipt): { execution: bigint; publication: bigint; operator: bigint; total: bigint } {
  const execution = receipt.gasUsed * receipt.effectiveGasPrice
  const publication = receipt.l1Fee ?? 0n
  const operator =
    (receipt.gasUsed * (receipt.operatorFeeScalar ?? 0n)) / 1_000_000n + (receipt.operatorFeeConstant ?? 0n)
  return { execution, publication, operator, total: execution + publication + operator }
}

/** Type 0x7e: put first in a block by the network itself, signed by nobody. */
export function isSystemTransaction(transaction: Transaction): boolean {
  return transaction.type === '0x7e'
}
