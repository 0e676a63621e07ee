import type { Hash, Hex } from 'viem'
import { z } from 'zod'
import { receiptSchema } from './anvil-schema.ts'
import { dataParameter, hashParameter } from './block-parameter.ts'
import { type Methods, method } from './method.ts'
import { openTransaction, presentReceipt, sealedTransaction, waitingTransaction } from './present.ts'
import { invalidParams, RpcError } from './rpc-error.ts'
import type { Service } from './service.ts'

const syncDefault = 6000

const placed = z.looseObject({ blockNumber: z.string().nullable() })

/** Sending transactions, and what became of them. */
export function transactionMethods(service: Service): Methods {
  const { gate, mempool, options } = service

  return {
    eth_sendRawTransaction: method(z.tuple([dataParameter]), ([raw]) => service.submit(raw)),
    eth_sendRawTransactionSync: method(
      z.tuple([dataParameter, z.int().positive().optional()]),
      async ([raw, timeout]) => {
        const wait = timeout ?? syncDefault
        if (wait > syncDefault) {
          throw invalidParams(`time out too long, timeout: ${wait} ms, max: ${syncDefault} ms`)
        }
        return receiptOf(await service.submit(raw), wait)
      },
    ),
    [`${options.methodPrefix}_transactionStatus`]: method(z.tuple([hashParameter]), ([hash]) => {
      const known = mempool.get(lower(hash)) !== undefined || service.chain.open.included.has(lower(hash))
      return { status: known ? 'Known' : 'Unknown' }
    }),
    eth_getTransactionByHash: method(z.tuple([hashParameter]), ([hash]) => gate.read(() => transaction(lower(hash)))),
    eth_getTransactionReceipt: method(z.tuple([hashParameter]), ([hash]) => gate.read(() => receipt(lower(hash)))),
    eth_getRawTransactionByHash: method(z.tuple([hashParameter]), ([hash]) =>
      gate.read(async () => {
        const near = mempool.get(lower(hash)) ?? service.chain.open.included.get(lower(hash))
        return near?.raw ?? (await service.chain.rawOf(lower(hash))) ?? null
      }),
    ),
  }

  async function transaction(hash: Hash): Promise<unknown> {
    const { open, head, anvil } = service.chain
    const included = open.included.get(hash)
    if (included !== undefined) return openTransaction(included)
    const waiting = mempool.get(hash)
    if (waiting !== undefined) return waitingTransaction(waiting)
    const found = placed.nullable().parse(await anvil.request('eth_getTransactionByHash', [hash]))
    if (found === null || found.blockNumber === null || BigInt(found.blockNumber) > head.number) return null
    return sealedTransaction(found)
  }

  async function receipt(hash: Hash): Promise<unknown> {
    const { open, head, anvil } = service.chain
    const included = open.included.get(hash)
    if (included !== undefined) return options.receiptBeforeSeal === 'null' ? null : included.receipt
    if (mempool.get(hash) !== undefined) return null
    const found = receiptSchema.nullable().parse(await anvil.request('eth_getTransactionReceipt', [hash]))
    if (found === null || BigInt(found.blockNumber) > head.number) return null
    return presentReceipt(found, await service.chain.l1FeeOf(hash))
  }

  function receiptOf(hash: Hash, wait: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        off()
        settle()
      }
      const late = new RpcError(
        4,
        `Transaction ${hash} was added to the mempool but wasn't confirmed within ${wait / 1000}s.`,
      )
      const timer = setTimeout(() => end(() => reject(late)), wait)
      const off = service.events.on(() => {
        gate
          .read(() => receipt(hash))
          .then(
            found => found !== null && end(() => resolve(found)),
            error => end(() => reject(error)),
          )
      })
    })
  }
}

function lower(hash: Hex): Hash {
  return `0x${hash.slice(2).toLowerCase()}`
}
