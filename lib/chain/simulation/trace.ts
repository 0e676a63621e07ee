import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { addressSchema, hashSchema, hexSchema, quantitySchema } from '@/lib/base/hex-schemas'
import { RpcError } from '@/lib/base/rpc/errors'
import type { BatchItem, RpcCall } from '@/lib/base/rpc/types'
import * as events from '@/lib/base/signatures/events'
import { nativeTransferAddress, readChanges, type SimulatedLog } from '@/lib/reading/simulation/changes'
import type { Simulation } from '@/lib/reading/simulation/simulation'
import { callObject, overridesOf, readFailure, type SimulatedTransaction } from './simulate'

/** More calls than these inside one call are not read: the trace then counts as none. */
const mostCalls = 20_000

/** `debug_traceCall` with every inner call and its logs, for endpoints that do not simulate. */
export function traceCall(transaction: SimulatedTransaction, tag: 'pending' | 'latest'): RpcCall {
  const [stateOverrides] = overridesOf(transaction)
  const options = {
    ...{ tracer: 'callTracer', tracerConfig: { withLog: true } },
    ...(stateOverrides === undefined ? {} : { stateOverrides }),
  }
  return { method: 'debug_traceCall', params: [callObject(transaction), tag, options] }
}

interface Frame {
  type: string
  from: Address
  to?: Address | undefined
  value?: Hex | undefined
  output?: Hex | undefined
  error?: string | undefined
  /** `position`: after how many of the inner calls it was written. */
  logs?: { address: Address; topics: Hex[]; data: Hex; position?: Hex | undefined }[] | null | undefined
  calls?: Frame[] | null | undefined
}

const frameSchema: z.ZodMiniType<Frame> = z.lazy(() =>
  z.object({
    type: z.string(),
    from: addressSchema,
    to: z.optional(addressSchema),
    value: z.optional(quantitySchema),
    output: z.optional(hexSchema),
    error: z.optional(z.string()),
    logs: z.optional(
      z.nullable(
        z.array(
          z.object({
            address: addressSchema,
            topics: z.array(hashSchema),
            data: hexSchema,
            position: z.optional(quantitySchema),
          }),
        ),
      ),
    ),
    calls: z.optional(z.nullable(z.array(frameSchema))),
  }),
)

/**
 * Reads the answer to `traceCall`. `null`: the endpoint cannot trace this, or traced something else: some ignore the
 * state that was to stand in, without a word, where `plainCall` heeds it.
 * @param isPending it was traced on the state that the call will find
 * @param called the answer to `plainCall` of the same transaction
 */
export function readTraced(
  item: BatchItem,
  transaction: SimulatedTransaction,
  isPending: boolean,
  called: BatchItem | undefined,
): Simulation | null {
  if (!item.ok) return null
  const parsed = parseFrame(item.result)
  if (parsed === null || isContradicted(parsed, transaction, called)) return null
  if (parsed.error !== undefined)
    return {
      status: 'reverts',
      ...readFailure({ returnData: parsed.output ?? '0x', error: { message: parsed.error } }),
    }
  const logs: SimulatedLog[] = []
  const counted = { calls: 0 }
  collect(parsed, logs, counted)
  return counted.calls > mostCalls
    ? null
    : { status: 'succeeds', effects: readChanges(logs, transaction.from), complete: isPending }
}

/** @returns whether the plain call came to another end than the trace, or ran where nothing ran in the trace */
function isContradicted(trace: Frame, transaction: SimulatedTransaction, called: BatchItem | undefined): boolean {
  const { output = '0x', calls, logs, error } = trace
  const isOverridden = transaction.delegate !== undefined
  const isBare = error === undefined && output === '0x' && !calls?.length && !logs?.length
  // The code that stands in makes the calls of a batch: a trace without any is of an account without code.
  if (isOverridden && isBare) return true
  if (called === undefined) return false
  if (called.ok) return ((isBare || isOverridden) && called.result !== output) || (isOverridden && error !== undefined)
  return called.error instanceof RpcError && called.error.kind === 'reverted' && error === undefined
}

/** A trace nested deeper than the call stack allows is rejected. */
function parseFrame(result: unknown): Frame | null {
  try {
    const parsed = frameSchema.safeParse(result)
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Logs of all calls that did not fail in their order, and the currency that moved with them as a log. */
function collect(frame: Frame, logs: SimulatedLog[], counted: { calls: number }): void {
  counted.calls += 1
  if (frame.error !== undefined || counted.calls > mostCalls) return
  const { from, to, value = '0x0', type } = frame
  if (to !== undefined && BigInt(value) > 0n && type !== 'DELEGATECALL' && type !== 'CALLCODE') {
    const topics: Hex[] = [events.transfer, wordOf(from), wordOf(to)]
    logs.push({ address: nativeTransferAddress, topics, data: wordOf(value) })
  }
  const calls = frame.calls ?? []
  const written = (frame.logs ?? []).map(log => ({ log, after: Number(log.position ?? calls.length) }))
  for (const [index, call] of calls.entries()) {
    logs.push(...written.filter(({ after }) => after === index).map(({ log }) => log))
    collect(call, logs, counted)
  }
  logs.push(...written.filter(({ after }) => after >= calls.length).map(({ log }) => log))
}

function wordOf(hex: Hex): Hex {
  return `0x${hex.slice(2).padStart(64, '0')}`
}
