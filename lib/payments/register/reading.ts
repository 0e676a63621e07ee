import { type Address, concatHex, type Hash } from 'viem'
import { readWords } from '@/lib/base/abi'
import type { BlockSpan } from '@/lib/base/block-span'
import { lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import { toRpcError } from '@/lib/base/rpc/errors'
import { dataReply, datedReply, timeReply } from '@/lib/base/rpc/schemas'
import { readSent } from '@/lib/base/rpc/sent'
import type { BatchItem, Connection } from '@/lib/base/rpc/types'
import { topicOf } from '@/lib/base/transfer-log'
import { type ChainLog, type LogFilter, readLogs } from '@/lib/payments/logs/chain-logs'
import type { AuthorizationRecord, Evidence } from '@/lib/storage/payment-records'
import { familyOf, type SettlingTransaction } from './families'

/** Blocks that are read again each time: a node behind the one asked before may not have had all of their logs. */
const overlap = 12
/** Seconds before the signature at which the first look begins. */
const beforehand = 60

export interface Block {
  number: number
  hash: Hash
  timestamp: number
}

/**
 * Which logs may say something of these rows: the account or the row's own number is the first indexed value of all of
 * them.
 */
export function filterOf(account: Address, rows: readonly AuthorizationRecord[]): LogFilter {
  return {
    topics: [null, [topicOf(account), ...rows.flatMap(({ nonce }) => (nonce?.length === 66 ? [nonce as Hash] : []))]],
  }
}

/**
 * Rows as the chain has them now. What was read before is kept as far as the block it was read up to is still the same
 * one; otherwise everything is read anew. Where more blocks are left than a few searches reach, the rows have what was
 * found so far, and their state as it was before.
 * @param at `reached`: where the part ended that was read just before
 * @throws RpcError
 */
export async function readRows(
  connection: Connection,
  account: Address,
  rows: readonly AuthorizationRecord[],
  at: { deviceNow: number; transactions: Map<Hash, SettlingTransaction>; span: BlockSpan; reached: number | null },
): Promise<{ rows: AuthorizationRecord[]; head: Block; reached: number | null }> {
  const marks = [...new Set(rows.flatMap(({ readTo }) => (readTo === null ? [] : [readTo.number])))]
  const tags = ['latest', 'finalized', ...marks.map(mark => toQuantity(BigInt(mark)))]
  const blocks = (
    await connection.batch(tags.map(tag => ({ method: 'eth_getBlockByNumber', params: [tag, false] })))
  ).map(blockOf)
  const [head, finalized] = blocks
  if (head == null) throw toRpcError(new Error('the chain has no latest block'))
  const hashAt = new Map(marks.map((mark, index) => [mark, blocks[index + 2]?.hash]))
  const begun: AuthorizationRecord[] = []
  for (const row of rows)
    begun.push(
      row.fromBlock === null ? { ...row, fromBlock: await blockBefore(connection, head, row, at.deviceNow) } : row,
    )
  /** The last block that was read for a row and is still on the chain. */
  const readUpTo = ({ readTo }: AuthorizationRecord) =>
    readTo !== null && hashAt.get(readTo.number) === readTo.hash ? readTo.number : null
  const from = Math.min(
    ...begun.map(row => {
      const last = readUpTo(row)
      if (last === null) return row.fromBlock ?? 0
      return last === at.reached ? last + 1 : Math.max(row.fromBlock ?? 0, last - overlap + 1)
    }),
  )

  const calls = begun.flatMap(row => familyOf(row.kind).calls(row))
  const { answers, logs, end } = await readLogs(
    connection,
    at.span,
    [{ ...filterOf(account, begun), address: addressesOf(begun) }],
    from,
    head,
    (['latest', 'pending'] as const).flatMap(tag => calls.map(call => ({ method: 'eth_call', params: [call, tag] }))),
  )
  const transactions = await transactionsOf(connection, begun, logs, at.transactions)
  const evidenceOf = (row: AuthorizationRecord): Evidence[] => {
    const evidence = row.evidence.filter(({ blockNumber, blockHash }) => blockHash !== null && blockNumber < from)
    for (const log of logs) {
      const said = familyOf(row.kind).read(row, log, evidence, { logs, transactions })
      const { hash, blockHash, blockNumber, logIndex } = log
      if (said !== null) evidence.push({ periodStart: null, ...said, hash, blockHash, blockNumber, logIndex })
    }
    return evidence
  }
  if (answers === null) {
    const grown = begun.map(row =>
      (readUpTo(row) ?? -1) > end.number ? row : { ...row, evidence: evidenceOf(row), readTo: end },
    )
    return { rows: grown, head, reached: end.number }
  }
  const sealedAnswers = answers.slice(0, calls.length).map(wordsOf)
  const openAnswers = answers
    .slice(calls.length)
    .map((item, index) => (item.ok ? wordsOf(item) : (sealedAnswers[index] ?? null)))

  // The clock that lets a signature live longer counts.
  const now = BigInt(Math.min(head.timestamp, Math.floor(at.deviceNow / 1_000)))
  let index = 0
  const read = begun.map((row): AuthorizationRecord => {
    const family = familyOf(row.kind)
    const count = family.calls(row).length
    const own = <Item>(items: readonly Item[]) => items.slice(index, index + count)
    const evidence = evidenceOf(row)
    const sealed = family.stand(
      row,
      evidence.filter(({ blockHash }) => blockHash !== null),
      own(sealedAnswers),
      now,
    )
    const standing = family.stand(row, evidence, own(openAnswers), now)
    index += count
    const isProvisional =
      standing.state !== sealed.state || standing.used !== sealed.used || standing.remaining !== sealed.remaining
    const changed = { ...row, ...standing, evidence, isProvisional, checkedAt: at.deviceNow }
    return {
      ...changed,
      readTo: { number: head.number, hash: head.hash },
      isClosed: finalized != null && isFinal(changed, finalized),
    }
  })
  return { rows: read, head, reached: null }
}

/** Nothing that can still happen changes what became of it. */
function isFinal(row: AuthorizationRecord, finalized: Block): boolean {
  const { state, remaining, isProvisional, evidence, deadline } = row
  if (isProvisional || remaining !== 0n || state === 'live' || state === 'partly-used') return false
  if (familyOf(row.kind).isReversible === true) return false
  if (evidence.some(({ blockNumber }) => blockNumber > finalized.number)) return false
  const isOver = deadline !== null && BigInt(finalized.timestamp) >= deadline
  return isOver || (state !== 'unknown' && evidence.length > 0)
}

function addressesOf(rows: readonly AuthorizationRecord[]): Address[] {
  return [...new Set(rows.flatMap(({ contract, token }) => [contract, token]))].filter(address => address !== null)
}

/** A block from before the signature: found in strides, and so perhaps long before it. */
async function blockBefore(
  connection: Connection,
  head: Block,
  { createdAt }: AuthorizationRecord,
  deviceNow: number,
): Promise<number> {
  const target = head.timestamp - (deviceNow - createdAt) / 1_000 - beforehand
  for (let stride = 16; stride < head.number; stride *= 8) {
    const number = head.number - stride
    const block = await connection.request('eth_getBlockByNumber', [toQuantity(BigInt(number)), false], timeReply)
    if (block !== null && Number(block.timestamp) <= target) return number
  }
  return 0
}

/** The transactions behind what happened to tokens, each asked for once. */
async function transactionsOf(
  connection: Connection,
  rows: readonly AuthorizationRecord[],
  logs: readonly ChainLog[],
  known: Map<Hash, SettlingTransaction>,
): Promise<ReadonlyMap<Hash, SettlingTransaction | undefined>> {
  const tokens = new Set(rows.filter(({ kind }) => familyOf(kind).needsTransactions).map(({ token }) => token))
  const wanted = new Set(
    logs.filter(({ address, hash }) => tokens.has(address) && !known.has(hash)).map(({ hash }) => hash),
  )
  const hashes = [...wanted]
  const items = await connection.batch(hashes.map(hash => ({ method: 'eth_getTransactionByHash', params: [hash] })))
  for (const [index, item] of items.entries()) {
    const found = item.ok ? readSent(item.result) : null
    const hash = hashes[index]
    const calls = found?.calls.filter(({ input }) => input !== null) ?? []
    if (hash === undefined || found === null || calls.length === 0) continue
    known.set(hash, {
      from: lowerCaseAddress(found.from),
      to: calls.flatMap(({ to }) => (to === null ? [] : [lowerCaseAddress(to)])),
      input: lowerCaseAddress(concatHex(calls.map(({ input }) => input ?? '0x'))),
    })
  }
  return known
}

function blockOf(item: BatchItem): Block | null {
  if (!item.ok) return null
  const block = datedReply.safeParse(item.result)
  if (!block.success || block.data?.number == null || block.data.hash === null) return null
  const { number, hash, timestamp } = block.data
  return { number: Number(number), hash, timestamp: Number(timestamp) }
}

/** What a contract answered; `null` where there is none, or it refused. @throws RpcError when it could not be asked */
function wordsOf(item: BatchItem): readonly bigint[] | null {
  if (!item.ok) {
    const error = toRpcError(item.error)
    if (error.kind === 'reverted' || error.kind === 'node-error') return null
    throw error
  }
  const words = readWords(dataReply.parse(item.result))
  return words === null || words.length === 0 ? null : words
}
