import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import type { Effect } from '@/lib/base/effects'
import { RpcError } from '@/lib/base/rpc/errors'
import { quantity } from '@/lib/base/rpc/schemas'
import type { BatchItem, RpcCall } from '@/lib/base/rpc/types'
import { readChanges } from '@/lib/reading/simulation/changes'
import type { Simulation } from '@/lib/reading/simulation/simulation'
import { callObject, estimateCall, readFailure, simulatedCallReply } from './simulate'

/** A call of an account, to be simulated after the calls before it. Amounts are wei. */
export interface SimulatedCall {
  to: Address | null
  value: bigint
  data: Hex
}

/** What several calls in a row would do. */
export interface CallsReading {
  /** Gas each one needs, as far as it could be tried out; a guess where it could not. */
  gas: bigint[]
  simulation: Simulation
  /** The effects of each call, where all calls could be simulated. */
  effects: Effect[][]
}

/** What a call gets that could not be tried out after the ones before it. */
const gasWithoutEstimate = 500_000n

/**
 * `eth_simulateV1`, where each call sees what the ones before it did; beside it an estimate of each alone, for
 * endpoints that do not simulate.
 */
export function callsQuestions(from: Address, calls: readonly SimulatedCall[]): RpcCall[] {
  const payload = {
    blockStateCalls: [{ calls: calls.map(call => callObject({ from, ...call })) }],
    traceTransfers: true,
    validation: false,
  }
  return [
    { method: 'eth_simulateV1', params: [payload, 'pending'] },
    ...calls.map(call => estimateCall({ from, ...call })),
  ]
}

export function readCalls(items: readonly BatchItem[], from: Address): CallsReading {
  const [simulated, ...estimates] = items
  return (
    (simulated === undefined ? null : readSimulatedCalls(simulated, from, estimates.map(estimateOf))) ?? {
      gas: estimates.map(item => estimateOf(item) ?? gasWithoutEstimate),
      simulation: { status: 'unavailable', reason: reasonOf(simulated) },
      effects: [],
    }
  )
}

/** @param estimates of each call alone; `null` where it fails alone */
function readSimulatedCalls(
  item: BatchItem,
  from: Address,
  estimates: readonly (bigint | null)[],
): CallsReading | null {
  if (!item.ok) return null
  const parsed = z
    .array(
      z.object({
        calls: z.array(z.extend(simulatedCallReply(), { gasUsed: quantity })).check(z.length(estimates.length)),
      }),
    )
    .check(z.length(1))
    .safeParse(item.result)
  const calls = parsed.success ? parsed.data[0]?.calls : undefined
  if (calls === undefined) return null
  const failed = calls.flatMap((call, index) => (call.status === 1n ? [] : [{ index, ...readFailure(call) }]))
  const gas = gasOf(calls, estimates)
  if (failed[0] !== undefined) {
    const { index: _index, ...said } = failed[0]
    return { gas, simulation: { status: 'reverts', ...said, calls: failed }, effects: [] }
  }
  const logs = calls.map(call => call.logs ?? [])
  return {
    gas,
    simulation: { status: 'succeeds', effects: readChanges(logs.flat(), from), complete: true },
    effects: logs.map(each => readChanges(each, from)),
  }
}

/**
 * What each call used where it succeeded, and no less than its estimate: a chain may ask for more than running takes,
 * for instance for the bytes. A call that fails alone gets as much more as the others need.
 */
function gasOf(calls: readonly { status: bigint; gasUsed: bigint }[], estimates: readonly (bigint | null)[]): bigint[] {
  const more = calls.map(({ status, gasUsed }, index) => {
    const estimate = estimates[index] ?? null
    return status !== 1n || estimate === null ? null : highest(0n, estimate - gasUsed)
  })
  const mostMore = more.reduce<bigint>((most, each) => highest(most, each ?? 0n), 0n)
  return calls.map(({ status, gasUsed }, index) =>
    status === 1n ? gasUsed + (more[index] ?? mostMore) : gasWithoutEstimate,
  )
}

function estimateOf(item: BatchItem): bigint | null {
  const parsed = item.ok ? quantity.safeParse(item.result) : null
  return parsed?.success ? parsed.data : null
}

function highest(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}

function reasonOf(item: BatchItem | undefined): string {
  return item !== undefined && !item.ok && item.error instanceof RpcError ? item.error.kind : 'invalid-reply'
}
