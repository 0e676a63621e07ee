import { getAddress, isAddressEqual, numberToHex, zeroAddress } from 'viem'
import { z } from 'zod'
import { addressParameter, blockParameter, hashParameter, quantityParameter } from './block-parameter.ts'
import { freeOfFees } from './l1-fee.ts'
import { type Method, type Methods, method } from './method.ts'
import { channelSlot } from './native-execution.ts'
import { invalidParams, RpcError } from './rpc-error.ts'
import { readAt, type Service } from './service.ts'

const block = blockParameter.optional()
const key = quantityParameter.optional()
const keysNotActive =
  'EIP-8130 RPC features are not active before the Everest hard fork; ' +
  'the `nonce_key` parameter is not supported at this block'
const call = z.looseObject({})
const overrides = z.looseObject({}).nullable().optional()
const simulation = z.looseObject({
  blockStateCalls: z.array(z.looseObject({ stateOverrides: z.looseObject({}).nullable().optional() })),
})
const slot = z.union([quantityParameter, hashParameter, z.string().regex(/^0x[0-9a-f]{1,64}$/i)])

/** Returns the methods that read the state after a block: balances, code, calls. */
export function stateMethods(service: Service): Methods {
  const ofAddress = (name: string): Method =>
    method(z.tuple([addressParameter, block]), ([address, at]) =>
      readAt(service, at, ({ tag }) => ({ method: name, params: [address, tag] })),
    )
  return {
    eth_getTransactionCount: method(z.tuple([addressParameter, block, key]), async ([address, at, nonceKey]) => {
      if (nonceKey !== undefined && !service.options.traits.isOpStack) throw invalidParams(keysNotActive)
      if (nonceKey !== undefined && BigInt(nonceKey) !== 0n) {
        const place = channelSlot(address, BigInt(nonceKey))
        const word = await readAt(service, at, ({ tag }) => ({ method: 'eth_getStorageAt', params: [...place, tag] }))
        return numberToHex(BigInt(z.string().parse(word)))
      }
      const count = await readAt(service, at, ({ tag }) => ({
        method: 'eth_getTransactionCount',
        params: [address, tag],
      }))
      const { commitments } = service
      if (commitments === undefined || (at !== 'latest' && at !== 'pending')) return count
      // FAST RPC counts what its private queue holds, also for `latest`.
      const included = BigInt(z.string().parse(count))
      return numberToHex(included + commitments.queued(address, included))
    }),
    eth_getBalance: ofAddress('eth_getBalance'),
    eth_getCode: ofAddress('eth_getCode'),
    eth_getStorageAt: method(z.tuple([addressParameter, slot, block]), ([address, position, at]) =>
      readAt(service, at, ({ tag }) => ({ method: 'eth_getStorageAt', params: [address, position, tag] })),
    ),
    eth_getProof: method(z.tuple([addressParameter, z.array(slot), block]), ([address, positions, at]) =>
      readAt(service, at, ({ tag }) => {
        // Anvil knows a slot by its whole word only.
        const words = positions.map(position => numberToHex(BigInt(position), { size: 32 }))
        return { method: 'eth_getProof', params: [address, words, tag] }
      }),
    ),
    eth_call: method(z.tuple([call, block, overrides, overrides]), ([request, at, state, context]) =>
      readAt(service, at, ({ tag, overrides: own }) => ({
        method: 'eth_call',
        params: [request, tag, { ...freeOfFees, ...state }, { ...own, ...context }],
      })),
    ),
    eth_estimateGas: method(z.tuple([call, block, overrides, overrides]), async ([request, at, state, context]) => {
      await refuseUnaffordable(service, request, at, state)
      return readAt(service, at, ({ tag, overrides: own }) => ({
        method: 'eth_estimateGas',
        params: [request, tag, { ...freeOfFees, ...state }, { ...own, ...context }],
      }))
    }),
    eth_createAccessList: method(z.tuple([call, block]), ([request, at]) =>
      readAt(service, at, ({ tag }) => ({ method: 'eth_createAccessList', params: [request, tag] })),
    ),
    eth_simulateV1: method(z.tuple([simulation, block]), ([payload, at]) =>
      readAt(service, at, ({ tag }) => ({ method: 'eth_simulateV1', params: [withoutFees(payload), tag] })),
    ),
  }
}

const spending = z.looseObject({ from: addressParameter.optional(), value: quantityParameter.nullish() })
const balances = z.record(z.string(), z.looseObject({ balance: quantityParameter.optional() }))

/**
 * Anvil estimates the gas of what an account cannot pay.
 * @throws {RpcError} -32003 for more value than the account has
 */
async function refuseUnaffordable(
  service: Service,
  request: z.output<typeof call>,
  at: z.output<typeof block>,
  state: z.output<typeof overrides>,
): Promise<void> {
  const { from = zeroAddress, value } = spending.parse(request)
  if (value == null || BigInt(value) === 0n) return
  const given = Object.entries(balances.parse(state ?? {})).find(([address]) =>
    isAddressEqual(getAddress(address), from),
  )
  const balance =
    given?.[1].balance ?? (await readAt(service, at, ({ tag }) => ({ method: 'eth_getBalance', params: [from, tag] })))
  const has = BigInt(z.string().parse(balance))
  if (has >= BigInt(value)) return
  throw new RpcError(-32003, `insufficient funds for gas * price + value: have ${has} want ${BigInt(value)}`)
}

/** Overrides of the first simulated block hold for the others too. */
function withoutFees(payload: z.output<typeof simulation>): Record<string, unknown> {
  const [first, ...rest] = payload.blockStateCalls
  if (first === undefined) return payload
  const stateOverrides = { ...freeOfFees, ...first.stateOverrides }
  return { ...payload, blockStateCalls: [{ ...first, stateOverrides }, ...rest] }
}
