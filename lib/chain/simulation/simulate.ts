import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import type { AccessList } from '@/lib/base/access-list'
import { designator } from '@/lib/base/batch-delegate'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { toQuantity } from '@/lib/base/hex'
import { addressSchema, hashSchema, hexSchema } from '@/lib/base/hex-schemas'
import { RpcError } from '@/lib/base/rpc/errors'
import { quantity } from '@/lib/base/rpc/schemas'
import type { BatchItem, RpcCall } from '@/lib/base/rpc/types'
import { readChanges } from '@/lib/reading/simulation/changes'
import { type Revert, readRevert, readWording } from '@/lib/reading/simulation/revert'
import type { RevertSaid, Simulation } from '@/lib/reading/simulation/simulation'

/** What is to be tried out on the pending state. Wei. */
export interface SimulatedTransaction {
  from: Address
  to: Address | null
  value: bigint
  data: Hex
  accessList?: AccessList
  /** The contract whose code the sender runs meanwhile (EIP-7702). */
  delegate?: Address
}

export function callObject({ from, to, value, data, accessList }: SimulatedTransaction): Record<string, unknown> {
  return {
    from,
    ...(to === null ? {} : { to }),
    value: toQuantity(value),
    ...(data === '0x' ? {} : { data }),
    ...(accessList === undefined ? {} : { accessList }),
  }
}

/** The state that stands in for a delegation; nothing for a transaction without one. */
export function overridesOf({ from, delegate }: SimulatedTransaction): Record<Address, { code: Hex }>[] {
  return delegate === undefined ? [] : [{ [from]: { code: `${designator}${delegate.slice(2)}` } }]
}

/**
 * `eth_simulateV1` with native transfers as logs; without validation, so that neither nonce nor fee stands in the way.
 */
export function simulateCall(transaction: SimulatedTransaction): RpcCall {
  const [stateOverrides] = overridesOf(transaction)
  const block = { ...(stateOverrides === undefined ? {} : { stateOverrides }), calls: [callObject(transaction)] }
  const payload = { blockStateCalls: [block], traceTransfers: true, validation: false }
  return { method: 'eth_simulateV1', params: [payload, 'pending'] }
}

/** `eth_call`, where simulating is not offered: says whether it reverts, and no more. */
export function plainCall(transaction: SimulatedTransaction): RpcCall {
  return { method: 'eth_call', params: [callObject(transaction), 'pending', ...overridesOf(transaction)] }
}

export function estimateCall(transaction: SimulatedTransaction): RpcCall {
  return { method: 'eth_estimateGas', params: [callObject(transaction), 'pending', ...overridesOf(transaction)] }
}

/** Gas. Nothing that runs code needs as little as the first one; each of the others is a fifth above the one before. */
const triedGas = [21_500n, ...Array.from({ length: 26 }, (_, step) => BigInt(Math.round(40_000 * 1.2 ** step)))]

/**
 * Plain calls with rising limits, for endpoints that refuse an estimate with a state that stands in. Asked only where
 * the call succeeds without a limit.
 */
export function callsWithLimits(transaction: SimulatedTransaction): RpcCall[] {
  return triedGas.map(gas => {
    const call = { ...callObject(transaction), gas: toQuantity(gas) }
    return { method: 'eth_call', params: [call, 'pending', ...overridesOf(transaction)] }
  })
}

/** @returns the least limit from which on all succeed; `null` where none is, or where the limits are not heeded */
export function readLimits(items: readonly BatchItem[]): bigint | null {
  const failed = items.findLastIndex(item => !item.ok)
  return (failed < 0 ? undefined : triedGas[failed + 1]) ?? null
}

export const simulatedCallReply = () =>
  z.object({
    status: quantity,
    returnData: hexSchema,
    logs: z.optional(
      z
        .array(
          z.object({
            address: addressSchema,
            topics: z.array(hashSchema).check(z.maxLength(4)),
            data: hexSchema,
          }),
        )
        .check(z.maxLength(10_000)),
    ),
    error: z.optional(
      z.nullable(z.object({ message: z.optional(z.string()), data: z.optional(z.nullable(z.string())) })),
    ),
  })
const simulatedBlocksReply = z.lazy(() =>
  z.array(z.object({ calls: z.array(simulatedCallReply()).check(z.length(1)) })).check(z.length(1)),
)

/** Reads the answer to `simulateCall`. `null`: the endpoint cannot simulate this, `plainCall` must do. */
export function readSimulated(item: BatchItem, account: Address): Simulation | null {
  if (!item.ok) return refusedForFunds(item.error)
  const parsed = simulatedBlocksReply.safeParse(item.result)
  const call = parsed.success ? parsed.data[0]?.calls[0] : undefined
  if (call === undefined) return null
  if (call.status !== 1n) return { status: 'reverts', ...readFailure(call) }
  return { status: 'succeeds', effects: readChanges(call.logs ?? [], account), complete: true }
}

/** Why a simulated call failed, in words. */
export function readFailure(call: {
  returnData: Hex
  error?: { message?: string | undefined; data?: unknown } | null | undefined
}): RevertSaid {
  const read = readRevert(revertData(call.error?.data) ?? call.returnData)
  return said(read.reason === '' ? wordsOfNode(call.error?.message ?? '') : read)
}

/**
 * Reads the answer to `plainCall`: whether it reverts, and no more.
 * @param isComplete the call can change nothing but what it says itself: it runs no code
 */
export function readPlainCall(item: BatchItem, isComplete: boolean): Simulation {
  if (item.ok) return { status: 'succeeds', effects: [], complete: isComplete }
  if (!(item.error instanceof RpcError))
    return { status: 'unavailable', reason: cleanForeignText(item.error.message, 120) }
  const short = refusedForFunds(item.error)
  if (short !== null) return short
  if (item.error.kind !== 'reverted')
    return { status: 'unavailable', reason: cleanForeignText(item.error.message, 120) }
  const data = revertData(item.error.data)
  const read = data === null ? { reason: '', code: null } : readRevert(data)
  return { status: 'reverts', ...said(read.reason === '' ? wordsOfNode(item.error.message) : read) }
}

function refusedForFunds(error: Error): Simulation | null {
  if (!(error instanceof RpcError) || error.kind !== 'insufficient-funds') return null
  return { status: 'reverts', reason: cleanForeignText(error.message, 120), code: 'funds-low' }
}

function said({ reason, code }: Revert): RevertSaid {
  return code === null ? { reason } : { reason, code }
}

/** `execution reverted: reason`, as nodes say it. */
function wordsOfNode(message: string): Revert {
  return readWording(message.replace(/^.*?execution reverted:?\s*/i, '').replace(/^"|"$/g, ''))
}

function revertData(data: unknown): Hex | null {
  // Some nodes put the bytes into an object.
  const bytes = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  const parsed = hexSchema.safeParse(bytes)
  return parsed.success ? parsed.data : null
}
