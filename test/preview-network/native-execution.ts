import { type Address, concatHex, encodeAbiParameters, type Hash, type Hex, keccak256, numberToHex, toHex } from 'viem'
import { z } from 'zod'
import type { Anvil, RpcCall } from './anvil.ts'
import { hexSchema, type Receipt } from './anvil-schema.ts'
import { readContracts } from './contracts/packed-contracts.ts'
import { freeOfFees, type L1Prices, l1Fee, l1Size, operatorFee } from './l1-fee.ts'
import { type NativeTransaction, nonceFree } from './native-order.ts'
import { RpcError } from './rpc-error.ts'

/** Keeps the numbers of keys other than 0. */
const nonceManager: Address = '0x813000000000000000000000000000000000aa01'
/** What accounts without code delegate to by their first transaction in the older layout, on this network. */
const defaultAccount: Address = '0x8130000000000000000000000000000000000d0a'

interface Outcome {
  native: NativeTransaction
  phaseStatuses: Hex[]
  /** Wei per gas. */
  effectiveGasPrice: bigint
}

/**
 * Executes transactions of type 0x79 on Anvil, which does not know them: each as a deposit of its sender, whose code is
 * an executor for the time of the block. What the deposit does not do is done to the state right after the block: the
 * fee, numbers, delegations. Clients see the one transaction in place of the deposit.
 */
export interface NativeExecution {
  /** Returns this Anvil as if it knew the type. */
  around(anvil: Anvil): Anvil
  /** Returns what must be called before the block with these is executed. */
  before(anvil: Anvil, natives: NativeTransaction[]): Promise<RpcCall[]>
  /** Reads what became of them, once executed. @param baseFee wei per gas */
  learn(anvil: Anvil, natives: NativeTransaction[], baseFee: bigint): Promise<void>
  /** Does to the state what the deposits did not do. @param receipts as clients see them */
  after(anvil: Anvil, natives: NativeTransaction[], receipts: Receipt[]): Promise<void>
  /** Takes the executor away again, where a rollback brought it back. */
  restore(anvil: Anvil): Promise<void>
  /** Returns whether it has its turn, and the payer can pay. */
  isReady(anvil: Anvil, native: NativeTransaction): Promise<'ready' | 'waits' | 'over'>
  /** Returns the next number of a key, as it is in Anvil's present state. */
  nextOf(anvil: Anvil, sender: Address, key: bigint): Promise<bigint>
}

/** The slot of a key's number. */
export function channelSlot(sender: Address, key: bigint): [address: Address, slot: Hex] {
  return [nonceManager, keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [sender, key]))]
}

export function createNativeExecution(prices: L1Prices): NativeExecution {
  /** By the hash of the transaction, and by that of its deposit. */
  const outcomes = new Map<string, Outcome>()
  const carriers = new Map<string, Hash>()
  /** The code of senders, without the executor. */
  const codes = new Map<Address, Hex>()
  /** The numbers that senders had before the block. */
  const counts = new Map<Hash, bigint>()
  let executor: Hex | undefined

  async function executorOf(anvil: Anvil): Promise<Hex> {
    const bytecode = (await readContracts()).contracts.NativeAccount?.bytecode
    executor ??= hexSchema.parse(await anvil.request('eth_call', [{ data: bytecode }, 'latest', freeOfFees]))
    return executor
  }

  async function quantities(anvil: Anvil, calls: RpcCall[]): Promise<bigint[]> {
    return z
      .array(z.string())
      .parse(await anvil.batch(calls))
      .map(BigInt)
  }

  async function alter(anvil: Anvil, calls: RpcCall[]): Promise<void> {
    for (const outcome of await anvil.batch(calls)) if (outcome instanceof RpcError) throw outcome
  }

  function feeOf({ native, effectiveGasPrice }: Outcome, gasUsed: bigint): bigint {
    const publication = l1Fee(l1Size(native.raw), prices)
    return gasUsed * effectiveGasPrice + publication + operatorFee(gasUsed, prices)
  }

  /** What a client sees in place of a deposit, and of what belongs to it. */
  function told(value: unknown): unknown {
    if (typeof value === 'string') return outcomes.get(value)?.native.hash ?? value
    if (Array.isArray(value)) return value.map(told)
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, told(field)]))
    const carrier = 'hash' in value ? value.hash : 'transactionHash' in value ? value.transactionHash : undefined
    const outcome = typeof carrier === 'string' ? outcomes.get(carrier) : undefined
    if (outcome === undefined) return fields
    const { native, phaseStatuses, effectiveGasPrice } = outcome
    if ('status' in value) {
      const { depositNonce: _, depositReceiptVersion: __, ...rest } = fields
      const isWhole = phaseStatuses.every(status => status === '0x1')
      const { sender: from, payer, metadata } = native
      return {
        ...rest,
        ...{ type: '0x79', status: isWhole ? '0x1' : '0x0', from, to: null, contractAddress: null },
        ...{ effectiveGasPrice: toHex(effectiveGasPrice), payer, phaseStatuses, metadata },
      }
    }
    if (!('input' in value)) return fields
    const { blockHash, blockNumber, blockTimestamp, transactionIndex } = fields
    const place = {
      blockHash,
      blockNumber,
      transactionIndex,
      ...(blockTimestamp === undefined ? {} : { blockTimestamp }),
    }
    return { ...native.body, from: native.sender, gasPrice: toHex(effectiveGasPrice), ...place }
  }

  const asked = (params: unknown[]) =>
    params.map(param => (typeof param === 'string' ? (carriers.get(param.toLowerCase()) ?? param) : param))

  function answered({ method, params }: RpcCall, result: unknown): unknown {
    if (carriers.size === 0 || result instanceof RpcError) return result
    const [subject] = params
    if (method !== 'eth_getCode' || result !== executor || typeof subject !== 'string') return told(result)
    return codes.get(subject.toLowerCase() as Address) ?? result
  }

  return {
    around: anvil => ({
      ...anvil,
      async request(method, params) {
        // Anvil aborts when it is asked to encode a deposit.
        const native = method === 'eth_getRawTransactionByHash' ? outcomes.get(asked(params)[0] as string) : undefined
        return native?.native.raw ?? answered({ method, params }, await anvil.request(method, asked(params)))
      },
      async batch(calls) {
        const results = await anvil.batch(calls.map(({ method, params }) => ({ method, params: asked(params) })))
        return results.map((result, index) => answered(calls[index] ?? { method: '', params: [] }, result))
      },
    }),
    async before(anvil, natives) {
      if (natives.length === 0) return []
      const code = await executorOf(anvil)
      const found = await anvil.batch(
        natives.flatMap(({ sender }) => [
          { method: 'eth_getCode', params: [sender, 'latest'] },
          { method: 'eth_getTransactionCount', params: [sender, 'latest'] },
        ]),
      )
      const [calls, values] = [[] as RpcCall[], z.array(hexSchema).parse(found)]
      for (const [index, { sender, hash, carrier }] of natives.entries()) {
        const [own = '0x', count = '0x0'] = values.slice(2 * index)
        if (own !== code) codes.set(sender, own)
        counts.set(hash, BigInt(count))
        carriers.set(hash, carrier.hash)
        calls.push({ method: 'anvil_setCode', params: [sender, code] })
      }
      return calls
    },
    async learn(anvil, natives, baseFee) {
      for (const native of natives) {
        const options = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } }
        const traced = await anvil.request('debug_traceTransaction', [native.carrier.hash, options])
        const { output = '0x' } = z.object({ output: hexSchema.optional() }).parse(traced)
        // The ABI's head of `bytes`: where they begin, and how many they are.
        const statuses = output.slice(2 + 128)
        const price = baseFee + native.maxPriorityFeePerGas
        const isCapped = price > native.maxFeePerGas
        outcomes.set(native.carrier.hash, {
          native,
          phaseStatuses: native.calls.map((_, phase) =>
            statuses.slice(2 * phase, 2 * phase + 2) === '01' ? '0x1' : '0x0',
          ),
          effectiveGasPrice: isCapped ? native.maxFeePerGas : price,
        })
      }
    },
    async after(anvil, natives, receipts) {
      for (const native of natives) {
        const { sender, payer, nonceKey, nonceSequence, hash } = native
        const outcome = outcomes.get(native.carrier.hash)
        const receipt = receipts.find(({ transactionHash }) => transactionHash === hash)
        if (outcome === undefined || receipt === undefined) continue
        const code = codeAfter(native, codes.get(sender) ?? '0x')
        const calls: RpcCall[] = [{ method: 'anvil_setCode', params: [sender, code] }]
        if (code.endsWith(defaultAccount.slice(2)))
          calls.push({ method: 'anvil_setCode', params: [defaultAccount, executor] })
        if (nonceKey !== 0n) {
          calls.push({ method: 'anvil_setNonce', params: [sender, toHex(counts.get(hash) ?? 0n)] })
          const next = numberToHex(nonceSequence + 1n, { size: 32 })
          if (nonceKey !== nonceFree)
            calls.push({ method: 'anvil_setStorageAt', params: [...channelSlot(sender, nonceKey), next] })
        }
        const [balance = 0n] = await quantities(anvil, [{ method: 'eth_getBalance', params: [payer, 'latest'] }])
        const fee = feeOf(outcome, BigInt(receipt.gasUsed))
        calls.push({ method: 'anvil_setBalance', params: [payer, toHex(balance > fee ? balance - fee : 0n)] })
        await alter(anvil, calls)
      }
    },
    async restore(anvil) {
      const senders = [...codes.keys()]
      const found = await anvil.batch(senders.map(sender => ({ method: 'eth_getCode', params: [sender, 'latest'] })))
      const wrong = senders.filter((_, index) => executor !== undefined && found[index] === executor)
      await alter(
        anvil,
        wrong.map(sender => ({ method: 'anvil_setCode', params: [sender, codes.get(sender)] })),
      )
    },
    async isReady(anvil, native) {
      const next = await nextOf(anvil, native.sender, native.nonceKey)
      if (native.nonceSequence < next) return 'over'
      const most = feeOf({ native, phaseStatuses: [], effectiveGasPrice: native.maxFeePerGas }, native.gasLimit)
      const [balance = 0n] = await quantities(anvil, [{ method: 'eth_getBalance', params: [native.payer, 'latest'] }])
      return native.nonceSequence === next && balance >= most ? 'ready' : 'waits'
    },
    nextOf,
  }

  async function nextOf(anvil: Anvil, sender: Address, key: bigint): Promise<bigint> {
    if (key === nonceFree) return 0n
    const call =
      key === 0n
        ? { method: 'eth_getTransactionCount', params: [sender, 'latest'] }
        : { method: 'eth_getStorageAt', params: [...channelSlot(sender, key), 'latest'] }
    const [next = 0n] = await quantities(anvil, [call])
    return next
  }
}

/** A delegation by the transaction, or the one that the older layout makes of its own accord. */
function codeAfter({ wire, accountChanges }: NativeTransaction, before: Hex): Hex {
  const delegation = accountChanges.find(({ type }) => type === 'delegation')
  if (delegation?.type === 'delegation')
    return BigInt(delegation.target) === 0n ? '0x' : concatHex(['0xef0100', delegation.target])
  const isCreated = accountChanges.some(({ type }) => type === 'create')
  return wire === 'keystore' && before === '0x' && !isCreated ? concatHex(['0xef0100', defaultAccount]) : before
}
