import { numberToHex, zeroHash } from 'viem'
import { z } from 'zod'
import { hexSchema, logSchema, receiptSchema } from './anvil-schema.ts'
import { type Dispatch, LostReply } from './envelope.ts'
import type { Misbehaviour } from './fault-schema.ts'
import { invalidParams, methodNotFound, RpcError } from './rpc-error.ts'
import type { Service } from './service.ts'
import { baseFeeTold, blockNumberTold, type Telling, tellingOf } from './telling.ts'

/** Methods that a chain without EIP-1559 does not have. */
const feeMarketMethods = new Set(['eth_feeHistory', 'eth_maxPriorityFeePerGas', 'eth_blobBaseFee'])

/** Returns the service's dispatch with its faults: late, failing and false answers. */
export function misbehaving(dispatch: Dispatch, { faults, levels, options }: Service): Dispatch {
  return async (method, params, client) => {
    await delayed(method, faults.current)
    const failure = faults.callFailure(method)
    if (failure !== null) throw new RpcError(failure.code, failure.message.padEnd(failure.bytes, ' x'))
    const { pricing, lies, receiptsLateMs } = faults.current
    if (pricing === 'legacy' && feeMarketMethods.has(method)) throw methodNotFound(method)
    const isReceipt = method === 'eth_getTransactionReceipt'
    const ways = faults.current.backends[client.backend ?? -1]?.ways ?? []
    if (method === 'eth_getLogs' && ways.includes('refuses-logs-beyond-head')) {
      const head = BigInt(quantity.parse(await dispatch('eth_blockNumber', [], client)))
      const asked = z.tuple([z.looseObject({ fromBlock: hexSchema, toBlock: hexSchema }).partial()]).safeParse(params)
      const { fromBlock, toBlock } = asked.data?.[0] ?? {}
      if ([fromBlock, toBlock].some(block => block !== undefined && BigInt(block) > head))
        throw invalidParams('block range extends beyond current head block')
    }
    const result = await dispatch(method, isReceipt && lies.receiptOf ? [lies.receiptOf] : params, client)
    if (method.includes('_sendRawTransaction') && faults.losesReply()) throw new LostReply()
    if (isReceipt && receiptsLateMs > 0 && isLate(result, receiptsLateMs)) return null
    const tell = answers[method]
    if (tell === undefined) return result
    return inItsWay(tell(result, { telling: tellingOf(faults.current, options.receiptBeforeSeal), ...faults.current }))

    function inItsWay(told: unknown): unknown {
      if (method === 'eth_getTransactionCount' && ways.includes('numeric-counts')) return Number(told)
      if (told === null || !isReceipt || !ways.includes('receipts-without-parties')) return told
      const { from: _, to: __, ...rest } = receiptSchema.parse(result)
      const isEarly = [zeroHash, rest.transactionHash].includes(rest.blockHash)
      return isEarly ? told : { ...fields.parse(told), from: undefined, to: undefined }
    }
  }

  /** Whether the receipt is of a transaction that was included less than this many milliseconds ago. */
  function isLate(result: unknown, ms: number): boolean {
    const receipt = receiptSchema.safeParse(result)
    if (!receipt.success) return false
    const { preconfirmedAt = Number.POSITIVE_INFINITY, sealedAt = Number.POSITIVE_INFINITY } = levels.of(
      receipt.data.transactionHash,
    )
    const includedAt = Math.min(preconfirmedAt, sealedAt)
    return Number.isFinite(includedAt) && Date.now() < includedAt + ms
  }
}

async function delayed(method: string, { delays }: Misbehaviour): Promise<void> {
  const delay = delays[method] ?? delays['*']
  if (delay === undefined) return
  await new Promise(resolve => setTimeout(resolve, delay.ms + Math.random() * delay.jitterMs))
}

interface Context {
  telling: Telling
  lies: Misbehaviour['lies']
  extraGas: number
}

type Tell = (result: unknown, context: Context) => unknown

const quantity = z.string()
const fields = z.looseObject({})
const feeHistory = z.looseObject({
  oldestBlock: quantity,
  baseFeePerGas: z.array(quantity),
  reward: z.array(z.array(quantity)).optional(),
})

const tellBlock: Tell = (result, { telling }) => {
  const found = fields.nullable().parse(result)
  if (found === null) return null
  const { transactions } = found
  const full = z.array(fields).safeParse(transactions)
  return telling.block(full.success ? { ...found, transactions: full.data.map(telling.transaction) } : found)
}
const tellReceipt: Tell = (result, { telling }) => {
  const receipt = receiptSchema.nullable().parse(result)
  return receipt === null ? null : telling.receipt(receipt)
}
const tellTransaction: Tell = (result, { telling }) => {
  const transaction = fields.nullable().parse(result)
  return transaction === null ? null : telling.transaction(transaction)
}
const tellPrice: Tell = (result, { lies }) => times(quantity.parse(result), lies.feeFactor)

/** How the result of each method is told; other methods' results are told as they are. */
const answers: Record<string, Tell> = {
  eth_chainId: (result, { lies }) => (lies.chainId === undefined ? result : numberToHex(lies.chainId)),
  net_version: (result, { lies }) => (lies.chainId === undefined ? result : String(lies.chainId)),
  eth_blockNumber: (result, { lies }) => blockNumberTold(result, lies),
  eth_getBlockByNumber: tellBlock,
  eth_getBlockByHash: tellBlock,
  eth_getTransactionReceipt: tellReceipt,
  eth_sendRawTransactionSync: tellReceipt,
  eth_getBlockReceipts: (result, { telling }) => z.array(receiptSchema).nullable().parse(result)?.map(telling.receipt),
  eth_getLogs: (result, { telling }) => z.array(logSchema).parse(result).map(telling.log),
  eth_getTransactionByHash: tellTransaction,
  eth_getTransactionByBlockHashAndIndex: tellTransaction,
  eth_getTransactionByBlockNumberAndIndex: tellTransaction,
  eth_sendRawTransaction: (result, { lies }) => lies.sentHash ?? result,
  eth_getTransactionCount: (result, { lies }) => {
    const count = BigInt(quantity.parse(result)) + BigInt(lies.nonceOffset ?? 0)
    return numberToHex(count > 0n ? count : 0n)
  },
  eth_getBalance: (result, { lies }) => (lies.balance === undefined ? result : numberToHex(BigInt(lies.balance))),
  eth_gasPrice: (result, context) =>
    context.lies.gasPrice === undefined ? tellPrice(result, context) : numberToHex(BigInt(context.lies.gasPrice)),
  eth_maxPriorityFeePerGas: tellPrice,
  eth_feeHistory: (result, { lies }) => {
    const { reward, baseFeePerGas, oldestBlock, ...rest } = feeHistory.parse(result)
    return {
      ...rest,
      oldestBlock: blockNumberTold(oldestBlock, lies),
      baseFeePerGas: baseFeePerGas.map(fee => baseFeeTold(fee, lies)),
      ...(reward === undefined ? {} : { reward: reward.map(row => row.map(tip => times(tip, lies.feeFactor))) }),
    }
  },
  eth_estimateGas: (result, { lies, extraGas }) =>
    numberToHex(lies.gasEstimate ?? BigInt(quantity.parse(result)) + BigInt(extraGas)),
}

function times(price: string, factor = 1): string {
  return numberToHex(BigInt(price) * BigInt(factor))
}
