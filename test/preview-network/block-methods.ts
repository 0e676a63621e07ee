import { type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import { hashParameter, quantityParameter, type TagOrNumber, tagOrNumber } from './block-parameter.ts'
import { type BlockReader, createBlockReader } from './block-reader.ts'
import { type Methods, method } from './method.ts'
import { openTransaction, sealedTransaction } from './present.ts'
import { blockNumber, type Service } from './service.ts'

/** Returns the methods that read blocks and their transactions, sealed or not. */
export function blockMethods(service: Service): Methods {
  const { gate } = service
  const blocks = createBlockReader(service)
  const anvil = (name: string, params: unknown[]) => service.chain.anvil.request(name, params)

  async function hashesIn(block: TagOrNumber): Promise<unknown[] | undefined> {
    const number = blockNumber(service, block)
    if (number === 'open') return [...service.chain.open.included.keys()]
    return (await blocks.byNumber(number, false))?.transactions
  }

  return {
    eth_getBlockByNumber: method(z.tuple([tagOrNumber, z.boolean()]), ([block, full]) =>
      gate.read(async () => {
        if (block === 'pending' && blocks.hidesPending()) return null
        const number = blockNumber(service, block)
        return number === 'open' ? blocks.open(full) : blocks.byNumber(number, full)
      }),
    ),
    eth_getBlockByHash: method(z.tuple([hashParameter, z.boolean()]), ([hash, full]) =>
      gate.read(async () => blocks.promised(hash, full) ?? (await blocks.byHash(hash, full))),
    ),
    eth_getBlockTransactionCountByNumber: method(z.tuple([tagOrNumber]), ([block]) =>
      gate.read(async () => (await hashesIn(block))?.length ?? null).then(asQuantity),
    ),
    eth_getBlockTransactionCountByHash: method(z.tuple([hashParameter]), ([hash]) =>
      gate.read(async () => (await blocks.byHash(hash, false))?.transactions.length ?? null).then(asQuantity),
    ),
    ...uncleMethods(service, blocks),
    eth_getTransactionByBlockNumberAndIndex: method(z.tuple([tagOrNumber, quantityParameter]), ([block, index]) =>
      gate.read(async () => {
        const number = blockNumber(service, block)
        if (number === 'open') {
          const included = [...service.chain.open.included.values()][Number(index)]
          return included === undefined ? null : openTransaction(included)
        }
        if (number > service.chain.head.number) return null
        return transaction(
          service,
          await anvil('eth_getTransactionByBlockNumberAndIndex', [numberToHex(number), index]),
        )
      }),
    ),
    eth_getTransactionByBlockHashAndIndex: method(z.tuple([hashParameter, quantityParameter]), ([hash, index]) =>
      gate.read(async () => {
        if ((await blocks.byHash(hash, false)) === null) return null
        return transaction(service, await anvil('eth_getTransactionByBlockHashAndIndex', [hash, index]))
      }),
    ),
    eth_getBlockReceipts: method(z.tuple([z.union([tagOrNumber, hashParameter])]), ([block]) =>
      gate.read(async () => {
        if (block.length === 66) {
          const found = await blocks.byHash(block, false)
          return found === null ? null : blocks.receipts(found.number)
        }
        const number = blockNumber(service, block)
        if (number === 'open') return [...service.chain.open.included.values()].map(({ receipt }) => receipt)
        return number > service.chain.head.number ? null : blocks.receipts(numberToHex(number))
      }),
    ),
  }
}

/** No block has uncles. */
function uncleMethods(service: Service, blocks: BlockReader): Methods {
  const none = async () => null
  return {
    eth_getUncleCountByBlockHash: method(z.tuple([hashParameter]), ([hash]) =>
      service.gate.read(async () => ((await blocks.byHash(hash, false)) === null ? null : '0x0')),
    ),
    eth_getUncleCountByBlockNumber: method(z.tuple([tagOrNumber]), ([block]) => {
      const number = blockNumber(service, block)
      return number === 'open' || number <= service.chain.head.number ? '0x0' : null
    }),
    eth_getUncleByBlockHashAndIndex: method(z.tuple([hashParameter, quantityParameter]), none),
    eth_getUncleByBlockNumberAndIndex: method(z.tuple([tagOrNumber, quantityParameter]), none),
  }
}

function asQuantity(count: number | null): Hex | null {
  return count === null ? null : numberToHex(count)
}

const placed = z.looseObject({ blockHash: hashParameter })

function transaction({ chain }: Service, raw: unknown): Record<string, unknown> | null {
  const found = placed.nullable().parse(raw)
  return found === null ? null : sealedTransaction(found, chain.timestampMsOf(found.blockHash))
}
