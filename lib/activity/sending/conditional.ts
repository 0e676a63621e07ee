import { areOver, type Conditions } from '@/lib/base/conditions'
import { Failure } from '@/lib/base/failure'
import { toQuantity } from '@/lib/base/hex'
import { toRpcError } from '@/lib/base/rpc/errors'
import { fieldOf, readQuantity } from '@/lib/base/rpc/schemas'
import type { BatchItem, Connection, RpcCall } from '@/lib/base/rpc/types'
import { seenElsewhere } from '@/lib/chain/watching/witnesses'
import type { ConditionSupport } from '@/lib/language/requests'
import type { TransactionRecord } from '@/lib/storage/records'
import { conditionalMethod } from './sending-method'

/** Sends no transaction: a node that knows the method answers that these are no bytes. */
const probe: RpcCall = { method: conditionalMethod, params: ['0x', { validity: [] }] }
/** So many blocks are measured: seconds of a header are exact enough over them. */
const measuredBlocks = 100n
const headCall: RpcCall = { method: 'eth_blockNumber', params: [] }

/** Whether the network takes conditions, its newest sealed block, and what one block takes, in ms, as measured now. */
export async function readConditionSupport(connection: Connection): Promise<ConditionSupport> {
  const [taken, latest] = await connection.batch([probe, blockCall('latest')])
  const last = blockOf(latest)
  if (last === null) return { isTaken: isTakenBy(taken), block: null, blockMs: null }
  const span = last.number > measuredBlocks ? measuredBlocks : last.number
  const [earlier] = await connection.batch([blockCall(toQuantity(last.number - span))])
  const first = blockOf(earlier)
  const blockMs = first === null ? 0 : (last.at - first.at) / Number(span)
  return { isTaken: isTakenBy(taken), block: toQuantity(last.number), blockMs: blockMs > 0 ? blockMs : null }
}

/** What the answer to the probe says of the endpoint: recognised by trying. */
function isTakenBy(item: BatchItem | undefined): boolean {
  if (item?.ok !== false) return item?.ok === true
  const { kind, consequence } = toRpcError(item.error)
  return kind !== 'method-unavailable' && consequence !== 'use-next-endpoint'
}

/**
 * To be called before the bytes are signed: without the conditions they are valid for ever.
 * @throws Failure `conditions-not-taken`, `conditions-over`
 */
export async function assertConditions(connection: Connection, conditions: Conditions): Promise<void> {
  const [taken, head] = await connection.batch([probe, headCall])
  if (!isTakenBy(taken)) throw new Failure('conditions-not-taken')
  if (areOver(conditions, headOf(head))) throw new Failure('conditions-over')
}

/**
 * Whether the network takes a row no more by its conditions, and no endpoint has it. Where nobody says so, it may still
 * be taken.
 */
export async function isOver(connection: Connection, row: TransactionRecord): Promise<boolean> {
  if (row.conditions === undefined) return false
  const [head, receipt] = await connection.batch([
    headCall,
    { method: 'eth_getTransactionReceipt', params: [row.hash] },
  ])
  const isIncluded = receipt?.ok !== true || receipt.result !== null
  if (!areOver(row.conditions, headOf(head)) || isIncluded) return false
  return (await seenElsewhere(connection, row.hash, null)) === null
}

/** The row, watched and with its nonce: the bytes are valid without the conditions, and somebody may have kept them. */
export function endedAt(at: number): (live: TransactionRecord) => TransactionRecord {
  return ({ history, ...live }) => ({
    ...live,
    ...{ level: 'submitted', ended: 'dropped', isOver: true, refusal: null },
    history: [...history, { at, level: 'submitted', event: 'dropped' }],
  })
}

function blockCall(tag: string): RpcCall {
  return { method: 'eth_getBlockByNumber', params: [tag, false] }
}

/** The number of a block, and when it was made, ms. */
function blockOf(item: BatchItem | undefined): { number: bigint; at: number } | null {
  const read = (name: string) => (item?.ok === true ? readQuantity(fieldOf(item.result, name)) : null)
  const [number, seconds] = [read('number'), read('timestamp')]
  return number === null || seconds === null ? null : { number, at: Number(seconds) * 1_000 }
}

function headOf(item: BatchItem | undefined): bigint {
  return (item?.ok === true ? readQuantity(item.result) : null) ?? 0n
}
