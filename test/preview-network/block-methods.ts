import { type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import { type Block, blockSchema, type Log, logSchema, type Receipt, receiptSchema } from './anvil-schema.ts'
import { blockNotFound, hashParameter, quantityParameter, type TagOrNumber, tagOrNumber } from './block-parameter.ts'
import { type LogQuery, logMatcher, logQuerySchema, refuseHugeFilter } from './log-filter.ts'
import { type Methods, method } from './method.ts'
import { partialBlock } from './open-block.ts'
import {
  type Included,
  openTransaction,
  presentBlock,
  presentLog,
  presentReceipt,
  sealedTransaction,
} from './present.ts'
import { invalidParams } from './rpc-error.ts'
import { blockNumber, type Service } from './service.ts'

const fullBlock = blockSchema.extend({ transactions: z.array(z.looseObject({})) })

/** Blocks and what they contain, sealed or not. */
export function blockMethods(service: Service): Methods {
  const { gate } = service
  const anvil = (name: string, params: unknown[]) => service.chain.anvil.request(name, params)

  return {
    eth_getBlockByNumber: method(z.tuple([tagOrNumber, z.boolean()]), ([block, full]) =>
      gate.read(async () => {
        if (block === 'pending' && hasNoPendingBlock()) return null
        const number = blockNumber(service, block)
        return number === 'open' ? openBlock(full) : sealedBlock(number, full)
      }),
    ),
    eth_getBlockByHash: method(z.tuple([hashParameter, z.boolean()]), ([hash, full]) =>
      gate.read(async () => present(await anvil('eth_getBlockByHash', [hash, full]), full)),
    ),
    eth_getBlockTransactionCountByNumber: method(z.tuple([tagOrNumber]), ([block]) =>
      gate.read(async () => (await contents(block))?.length ?? null).then(asQuantity),
    ),
    eth_getBlockTransactionCountByHash: method(z.tuple([hashParameter]), ([hash]) =>
      gate
        .read(async () => present(await anvil('eth_getBlockByHash', [hash, false]), false)?.transactions.length ?? null)
        .then(asQuantity),
    ),
    eth_getTransactionByBlockNumberAndIndex: method(z.tuple([tagOrNumber, quantityParameter]), ([block, index]) =>
      gate.read(async () => {
        const number = blockNumber(service, block)
        if (number === 'open') {
          const included = [...service.chain.open.included.values()][Number(index)]
          return included === undefined ? null : openTransaction(included)
        }
        if (number > service.chain.head.number) return null
        return transaction(await anvil('eth_getTransactionByBlockNumberAndIndex', [numberToHex(number), index]))
      }),
    ),
    eth_getTransactionByBlockHashAndIndex: method(z.tuple([hashParameter, quantityParameter]), ([hash, index]) =>
      gate.read(async () => {
        if (present(await anvil('eth_getBlockByHash', [hash, false]), false) === null) return null
        return transaction(await anvil('eth_getTransactionByBlockHashAndIndex', [hash, index]))
      }),
    ),
    eth_getBlockReceipts: method(z.tuple([z.union([tagOrNumber, hashParameter])]), ([block]) =>
      gate.read(async () => {
        if (block.length === 66) {
          const found = present(await anvil('eth_getBlockByHash', [block, false]), false)
          return found === null ? null : sealedReceipts(found.number)
        }
        const number = blockNumber(service, block)
        if (number === 'open') return [...service.chain.open.included.values()].map(({ receipt }) => receipt)
        return number > service.chain.head.number ? null : sealedReceipts(numberToHex(number))
      }),
    ),
    eth_getLogs: method(z.tuple([logQuerySchema]), ([query]) => gate.read(() => logs(query))),
  }

  /** A fault: right after a block was sealed, or always. */
  function hasNoPendingBlock(): boolean {
    const { pending } = service.faults.current
    const { system, included } = service.chain.open
    return pending === 'null' || (pending === 'null-at-boundary' && included.size <= system.length)
  }

  function openBlock(full: boolean): Block | null {
    const partial = partialBlock(service.chain.open)
    if (partial === undefined) return null
    const block = presentBlock(partial, undefined)
    const hash = pendingHash(block.hash)
    const transactions = full ? openTransactions() : block.transactions
    // The dialect may want no hash at all, which is what the service's own text allows for a pending block.
    return { ...block, hash: hash as Hex, transactions }
  }

  function pendingHash(hash: Hex): Hex | null {
    const { pendingHash } = service.options
    return pendingHash === 'null' ? null : pendingHash === 'zero' ? `0x${'0'.repeat(64)}` : hash
  }

  function openTransactions(): unknown[] {
    return [...service.chain.open.included.values()].map((included: Included) => openTransaction(included))
  }

  async function sealedBlock(number: bigint, full: boolean): Promise<Block | null> {
    if (number > service.chain.head.number) return null
    return present(await anvil('eth_getBlockByNumber', [numberToHex(number), full]), full)
  }

  /** `null` for what Anvil does not know and for what it has mined but the service has not sealed. */
  function present(raw: unknown, full: boolean): Block | null {
    if (raw === null) return null
    const block = full ? fullBlock.parse(raw) : blockSchema.parse(raw)
    if (BigInt(block.number) > service.chain.head.number) return null
    const transactions = full ? fullBlock.parse(raw).transactions.map(sealedTransaction) : block.transactions
    return { ...presentBlock(block, service.chain.timestampMsOf(block.hash)), transactions }
  }

  async function contents(block: TagOrNumber): Promise<unknown[] | undefined> {
    const number = blockNumber(service, block)
    if (number === 'open') return [...service.chain.open.included.keys()]
    return (await sealedBlock(number, false))?.transactions
  }

  async function sealedReceipts(number: Hex): Promise<Receipt[]> {
    const receipts = z.array(receiptSchema).parse(await anvil('eth_getBlockReceipts', [number]))
    return Promise.all(
      receipts.map(async receipt => presentReceipt(receipt, await service.chain.l1FeeOf(receipt.transactionHash))),
    )
  }

  async function logs(query: LogQuery): Promise<Log[]> {
    refuseHugeFilter(query)
    const { address, topics } = query
    const filter = { ...(address == null ? {} : { address }), ...(topics == null ? {} : { topics }) }
    if (query.blockHash !== undefined) return logsOfBlock(query, filter)
    const from = blockNumber(service, query.fromBlock ?? 'latest')
    const to = blockNumber(service, query.toBlock ?? 'latest')
    const head = service.chain.head.number
    const first = from === 'open' ? head + 1n : from
    const last = to === 'open' ? head + 1n : to
    if (first > last) throw invalidParams('invalid block range')
    const sealed = first > head ? [] : await sealedLogs(filter, first, last > head ? head : last)
    return to === 'open' ? [...sealed, ...openLogs(query)] : sealed
  }

  async function logsOfBlock({ blockHash, fromBlock, toBlock }: LogQuery, filter: object): Promise<Log[]> {
    if (fromBlock != null || toBlock != null) throw invalidParams('cannot specify both blockHash and fromBlock/toBlock')
    const found = present(await anvil('eth_getBlockByHash', [blockHash, false]), false)
    if (found === null) throw blockNotFound(String(blockHash))
    return sealedLogs(filter, BigInt(found.number), BigInt(found.number))
  }

  async function sealedLogs(filter: object, from: bigint, to: bigint): Promise<Log[]> {
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    return z
      .array(logSchema)
      .parse(await anvil('eth_getLogs', [{ ...filter, ...range }]))
      .map(presentLog)
  }

  function openLogs(query: LogQuery): Log[] {
    return [...service.chain.open.included.values()].flatMap(({ receipt }) => receipt.logs).filter(logMatcher(query))
  }
}

function asQuantity(count: number | null): Hex | null {
  return count === null ? null : numberToHex(count)
}

function transaction(raw: unknown): Record<string, unknown> | null {
  return raw === null ? null : sealedTransaction(z.looseObject({}).parse(raw))
}
