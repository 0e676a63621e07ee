import { numberToHex } from 'viem'
import { z } from 'zod'
import { type Dispatch, LostReply } from './envelope.ts'
import type { Faults, Misbehaviour } from './faults.ts'

/** The service as its faults let it be seen. */
export function misbehaving(dispatch: Dispatch, faults: Faults): Dispatch {
  return async (method, params, client) => {
    const { delays, lies } = faults.current
    const delay = delays[method] ?? delays['*']
    if (delay !== undefined) await pause(delay.ms + Math.random() * delay.jitterMs)
    const isAskedForAnother = method === 'eth_getTransactionReceipt' && lies.receiptOf !== undefined
    const result = await dispatch(method, isAskedForAnother ? [lies.receiptOf] : params, client)
    if (method.startsWith('eth_sendRawTransaction') && faults.losesReply()) throw new LostReply()
    return untrue(method, result, lies)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

const quantity = z.string()
const feeHistory = z.looseObject({
  baseFeePerGas: z.array(quantity),
  reward: z.array(z.array(quantity)).optional(),
})
const block = z.looseObject({ baseFeePerGas: quantity })

function untrue(method: string, result: unknown, lies: Misbehaviour['lies']): unknown {
  const { chainId, nonceOffset, feeFactor } = lies
  if (chainId !== undefined && method === 'eth_chainId') return numberToHex(chainId)
  if (chainId !== undefined && method === 'net_version') return String(chainId)
  if (nonceOffset !== undefined && method === 'eth_getTransactionCount') {
    const count = BigInt(quantity.parse(result)) + BigInt(nonceOffset)
    return numberToHex(count > 0n ? count : 0n)
  }
  return feeFactor === undefined ? result : dearer(method, result, BigInt(feeFactor))
}

function dearer(method: string, result: unknown, factor: bigint): unknown {
  const times = (price: string) => numberToHex(BigInt(price) * factor)
  switch (method) {
    case 'eth_gasPrice':
    case 'eth_maxPriorityFeePerGas':
      return times(quantity.parse(result))
    case 'eth_feeHistory': {
      const { reward, ...history } = feeHistory.parse(result)
      const rewards = reward === undefined ? {} : { reward: reward.map(row => row.map(times)) }
      return { ...history, baseFeePerGas: history.baseFeePerGas.map(times), ...rewards }
    }
    case 'eth_getBlockByNumber': {
      const found = block.nullable().parse(result)
      return found === null ? null : { ...found, baseFeePerGas: times(found.baseFeePerGas) }
    }
    default:
      return result
  }
}
