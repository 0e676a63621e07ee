import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import type { Simulation } from '@/lib/approvals/types'
import { RpcError } from '@/lib/rpc/errors'
import { quantity } from '@/lib/rpc/schemas'
import type { BatchItem, RpcCall } from '@/lib/rpc/types'
import type { Effect } from '@/lib/values/effects'
import { readChanges } from './changes'
import { callObject, estimateCall, readFailure, simulatedCallReply } from './simulate'

/** One of several calls of an account, to be tried out one after the other. Wei. */
export interface SimulatedCall {
  to: Address | null
  value: bigint
  data: Hex
}

/** What several calls in a row would do. */
export interface CallsReading {
  /** Gas each one used, or a guess where it could not be tried out. */
  gas: bigint[]
  simulation: Simulation
  /** Of each one, where all of them could be tried out. */
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
    (simulated === undefined ? null : readSimulatedCalls(simulated, from, estimates.length)) ?? {
      gas: estimates.map(gasOf),
      simulation: { status: 'unavailable', reason: reasonOf(simulated) },
      effects: [],
    }
  )
}

function readSimulatedCalls(item: BatchItem, from: Address, count: number): CallsReading | null {
  if (!item.ok) return null
  const parsed = z
    .array(z.object({ calls: z.array(z.extend(simulatedCallReply(), { gasUsed: quantity })).check(z.length(count)) }))
    .check(z.length(1))
    .safeParse(item.result)
  const calls = parsed.success ? parsed.data[0]?.calls : undefined
  if (calls === undefined) return null
  const failed = calls.flatMap((call, index) => (call.status === 1n ? [] : [{ index, ...readFailure(call) }]))
  const gas = calls.map(({ status, gasUsed }) => (status === 1n ? gasUsed : gasWithoutEstimate))
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

function gasOf(item: BatchItem): bigint {
  const parsed = item.ok ? quantity.safeParse(item.result) : null
  return parsed?.success ? parsed.data : gasWithoutEstimate
}

function reasonOf(item: BatchItem | undefined): string {
  return item !== undefined && !item.ok && item.error instanceof RpcError ? item.error.kind : 'invalid-reply'
}
