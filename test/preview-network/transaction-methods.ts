import type { Hash, Hex } from 'viem'
import { z } from 'zod'
import { receiptSchema } from './anvil-schema.ts'
import { dataParameter, hashParameter } from './block-parameter.ts'
import { validityParameter } from './conditions.ts'
import { type Methods, method } from './method.ts'
import { openTransaction, sealedTransaction, waitingTransaction } from './present.ts'
import { RpcError } from './rpc-error.ts'
import type { Service } from './service.ts'
import { sendAndWait, waitOf } from './sync-send.ts'

const placed = z.looseObject({ blockNumber: z.string().nullable(), blockHash: hashParameter.nullable() })

/** Returns the methods that send transactions and tell what became of them. */
export function transactionMethods(service: Service): Methods {
  const { gate, mempool, options } = service
  const { traits } = options

  async function transaction(hash: Hash): Promise<unknown> {
    const { open, head, anvil } = service.chain
    const included = open.included.get(hash)
    if (included !== undefined) {
      const told = openTransaction(included)
      return traits.placesPreconfirmed ? told : { ...told, blockNumber: null, transactionIndex: null }
    }
    const waiting = mempool.get(hash)
    if (waiting !== undefined) return traits.tellsWaiting ? waitingTransaction(waiting) : null
    const found = placed.nullable().parse(await anvil.request('eth_getTransactionByHash', [hash]))
    if (!found?.blockNumber || found.blockHash === null || BigInt(found.blockNumber) > head.number) return null
    return sealedTransaction(found, service.chain.timestampMsOf(found.blockHash))
  }

  async function receipt(hash: Hash): Promise<unknown> {
    const { open, head, anvil } = service.chain
    const isSilent = options.receiptBeforeSeal === 'null'
    const included = open.included.get(hash)
    if (included !== undefined) return isSilent ? null : included.receipt
    if (mempool.get(hash) !== undefined) return isSilent ? null : (service.commitments?.receipt(hash) ?? null)
    const found = receiptSchema.nullable().parse(await anvil.request('eth_getTransactionReceipt', [hash]))
    if (found === null || BigInt(found.blockNumber) > head.number) return null
    return service.chain.sealedReceipt(found)
  }

  return {
    eth_sendRawTransaction: method(z.tuple([dataParameter]), ([raw]) => service.submit(raw)),
    eth_sendRawTransactionSync: method(z.tuple([dataParameter, z.unknown().optional()]), ([raw, timeout]) =>
      sendAndWait(service, raw, waitOf(timeout, traits.sync), receipt),
    ),
    eth_getTransactionByHash: method(z.tuple([hashParameter]), ([hash]) => gate.read(() => transaction(lower(hash)))),
    eth_getTransactionReceipt: method(z.tuple([hashParameter]), ([hash]) => gate.read(() => receipt(lower(hash)))),
    eth_getRawTransactionByHash: method(z.tuple([hashParameter]), ([hash]) =>
      gate.read(async () => {
        const near = mempool.get(lower(hash)) ?? service.chain.open.included.get(lower(hash))
        return near?.raw ?? (await service.chain.rawOf(lower(hash))) ?? null
      }),
    ),
    ...(traits.tellsStatus ? ownMethods(service) : {}),
    ...(service.commitments === undefined ? {} : commitmentMethods(service.commitments)),
  }
}

/**
 * The chain's own methods: whether a transaction waits or is pre-confirmed, and sending one with conditions.
 * @see docs.base.org, specifications/build-transaction
 */
function ownMethods({ mempool, options, chain, submit }: Service): Methods {
  return {
    [`${options.methodPrefix}_sendRawTransactionValidity`]: method(
      z.tuple([dataParameter, validityParameter]),
      ([raw, { validity }]) => submit(raw, validity),
    ),
    [`${options.methodPrefix}_transactionStatus`]: method(z.tuple([hashParameter]), ([hash]) => {
      const isKnown = mempool.get(lower(hash)) !== undefined || chain.open.included.has(lower(hash))
      return { status: isKnown ? 'Known' : 'Unknown' }
    }),
  }
}

/** The methods that mev-commit adds to those of Ethereum. */
function commitmentMethods(commitments: NonNullable<Service['commitments']>): Methods {
  return {
    mevcommit_getTransactionCommitments: method(z.tuple([hashParameter]), ([hash]) => {
      const found = commitments.of(lower(hash))
      if (found === undefined) throw new RpcError(-32000, 'failed to get transaction commitments')
      return found
    }),
  }
}

function lower(hash: Hex): Hash {
  return `0x${hash.slice(2).toLowerCase()}`
}
