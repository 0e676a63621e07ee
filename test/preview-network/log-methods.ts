import { numberToHex } from 'viem'
import { z } from 'zod'
import { blockSchema, type Log, logSchema } from './anvil-schema.ts'
import { blockNotFound } from './block-parameter.ts'
import { type LogQuery, logMatcher, logQuerySchema, refuseHugeFilter } from './log-filter.ts'
import { type Methods, method } from './method.ts'
import { invalidParams } from './rpc-error.ts'
import { blockNumber, type Service } from './service.ts'

/** Returns `eth_getLogs`, which also reads the block being built. */
export function logMethods(service: Service): Methods {
  const logs = createLogReader(service)
  return { eth_getLogs: method(z.tuple([logQuerySchema]), ([query]) => service.gate.read(() => logs(query))) }
}

/** Returns what reads the logs that a query asks for. Its calls belong into a read of the gate. */
export function createLogReader(service: Service): (query: LogQuery) => Promise<Log[]> {
  const anvil = (name: string, params: unknown[]) => service.chain.anvil.request(name, params)

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
    const found = blockSchema.nullable().parse(await anvil('eth_getBlockByHash', [blockHash, false]))
    if (found === null || BigInt(found.number) > service.chain.head.number) throw blockNotFound(String(blockHash))
    return sealedLogs(filter, BigInt(found.number), BigInt(found.number))
  }

  async function sealedLogs(filter: object, from: bigint, to: bigint): Promise<Log[]> {
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    const found = await anvil('eth_getLogs', [{ ...filter, ...range }])
    return z.array(logSchema).parse(found).map(service.chain.sealedLog)
  }

  function openLogs(query: LogQuery): Log[] {
    return [...service.chain.open.included.values()].flatMap(({ receipt }) => receipt.logs).filter(logMatcher(query))
  }

  return logs
}
