import type { Address, Hash } from 'viem'
import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import { lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import { RpcError, toRpcError } from '@/lib/base/rpc/errors'
import { datedReply, logsReply } from '@/lib/base/rpc/schemas'
import type { BatchItem, Connection } from '@/lib/base/rpc/types'
import * as events from '@/lib/base/signatures/events'
import { type LoggedTransfer, readTransferLog, transferTopics } from '@/lib/base/transfer-log'
import { type ChainLog, createLogSpans, readLogs, readLogsBack } from '@/lib/payments/logs/chain-logs'
import { createFollowers, followLogs, inTurns } from '@/lib/payments/logs/follow-logs'
import type { ChainTime } from '@/lib/payments/register/types'
import type { Database } from '@/lib/storage/open'
import type { TransferCursorRecord, TransferRecord } from '@/lib/storage/payment-records'
import { type Mark, planReading, readBlocks, type TokenRange, thinnedMarks, timeOf } from './ranges'

/** Parts of older blocks that are read in one step. */
const partsBack = 10
/** Two for each block that has transfers. */
const callsAtOnce = 100

/** Transfers of money to and from the accounts of the wallet, as the chain has them. */
export interface Transfers {
  /** Newest first. */
  rows(networkId: NetworkId, account: Address, most: number): Promise<TransferRecord[]>
  /** All of them, in the order of the chain. */
  all(networkId: NetworkId, account: Address): Promise<TransferRecord[]>
  /**
   * Reads what came since, and again what may have left the chain, in steps: what a step read stays, also where the
   * next one fails. @throws RpcError; what was known stays as it was
   */
  backfill(networkId: NetworkId, account: Address): Promise<void>
  /** The same, then one bounded step further back. @throws RpcError */
  further(networkId: NetworkId, account: Address): Promise<void>
  /** How far transfers are read. */
  reading(networkId: NetworkId, account: Address): Promise<TransferReading>
  /** While somebody looks. Returns the end of it. */
  follow(networkId: NetworkId, account: Address): () => void
  /** The newest block when transfers were last read. */
  time(networkId: NetworkId): ChainTime | null
  onChange(listener: (networkId: NetworkId) => void): () => void
}

/** Every transfer of the blocks `from` to `to` is known. */
export interface TransferReading {
  /** `null` before the first reading. */
  from: number | null
  /** When that block was made, ms; `null` where it is not known. */
  fromAt: number | null
  /** `null` before each token was read. */
  to: number | null
  /** Why the last reading failed, or failed to go on from `to`. */
  failure: RpcError | null
}

/**
 * Only tokens that are money are asked for: anyone can deploy a contract that emits any number of `Transfer` logs. Each
 * token has its own cursor, so that one that is vouched for later is read from the beginning.
 * @see EIP-20, `Transfer`
 */
export function createTransfers(dependencies: {
  database: Database
  connectionOf(networkId: NetworkId): Connection
  epochOf(networkId: NetworkId): number
  /** The tokens of a chain that the wallet or the person vouches for. */
  moneyOf(networkId: NetworkId): Promise<readonly Address[]>
  /** The block of the first thing that is known of an account; `null` where nothing is. */
  startOf(networkId: NetworkId, account: Address): Promise<number | null>
  clock: Clock
  faults: Faults
}): Transfers {
  const { database, connectionOf, epochOf, moneyOf, startOf, clock, faults } = dependencies
  const changes = createListeners<[networkId: NetworkId]>()
  const times = new Map<NetworkId, ChainTime>()
  const spanOf = createLogSpans()
  // Blocks that an endpoint does not have any more say nothing of how many it grants of newer ones.
  const spanBackOf = createLogSpans()
  const failures = new Map<string, RpcError>()
  /** Readings that go one step further back, because the person asked. */
  const furtherWanted = new Set<string>()
  /** Whose older blocks the endpoint refused: they are tried again when the person asks. */
  const refusedBack = new Set<string>()
  /** By account the tokens that were wanted last. */
  const lastWanted = new Map<string, string>()

  /**
   * Money, and what requests ask for: each token with the block from which its transfers are wanted, if a request says.
   */
  async function wantedTokens(networkId: NetworkId, account: Address): Promise<Map<Address, number | null>> {
    const owner = lowerCaseAddress(account)
    const epoch = epochOf(networkId)
    const wanted = new Map<Address, number | null>()
    for (const token of await moneyOf(networkId)) wanted.set(lowerCaseAddress(token), null)
    for (const row of await database.getAll('paymentRequests')) {
      if (row.token === null || row.networkId !== networkId || row.epoch !== epoch || row.account !== owner) continue
      wanted.set(row.token, Math.min(wanted.get(row.token) ?? row.fromBlock, row.fromBlock))
    }
    return wanted
  }

  interface Place {
    connection: Connection
    networkId: NetworkId
    account: Address
    owner: Address
    epoch: number
    /** `<networkId>:<epoch>:<account>` */
    key: string
  }

  function placeOf(networkId: NetworkId, account: Address): Place {
    const owner = lowerCaseAddress(account)
    const epoch = epochOf(networkId)
    return {
      ...{ connection: connectionOf(networkId), networkId, account, owner, epoch },
      key: `${networkId}:${epoch}:${owner}`,
    }
  }

  const filtersOf = ({ account }: Place, tokens: readonly Address[]) =>
    transferTopics(account).map(topics => ({ address: tokens, topics }))

  async function readOnce(networkId: NetworkId, account: Address): Promise<void> {
    const place = placeOf(networkId, account)
    const { connection, key } = place
    const wanted = await wantedTokens(networkId, account)
    try {
      await readForward(place, wanted)
      failures.delete(key)
    } catch (error) {
      if (error instanceof RpcError) {
        failures.set(key, error)
        changes.tell(networkId)
      }
      throw error
    }
    const time = times.get(networkId)
    if (time !== undefined && time.blockMs === null)
      times.set(networkId, { ...time, blockMs: await blockTime(connection, { ...time, timestamp: time.chainSeconds }) })
    changes.tell(networkId)
    if (furtherWanted.delete(key)) {
      refusedBack.delete(key)
      await readBackFor(place, [...wanted.keys()], 0)
    } else await readBackToStart(place, [...wanted.keys()])
  }

  /** Each step with its cursor: a worker that starts again goes on where the last one ended. */
  async function readForward(place: Place, wanted: ReadonlyMap<Address, number | null>): Promise<void> {
    const { connection, networkId, key } = place
    const { head, first, firstAt, ranges } = await planReading(connection, database, key, wanted)
    const blockMs = times.get(networkId)?.blockMs ?? null
    times.set(networkId, { number: head.number, chainSeconds: head.timestamp, readAt: clock.now(), blockMs })
    const cursor = { key, from: first, to: head.number, hash: head.hash }
    await database.put('transferCursors', firstAt === undefined ? cursor : { ...cursor, fromAt: firstAt })
    for (const range of ranges) await readRange(place, range, head)
    await dropUnwanted(place, wanted)
  }

  async function readRange(place: Place, { from, first, tokens, marks }: TokenRange, head: Mark): Promise<void> {
    const { connection, networkId, key } = place
    const passed: Mark[] = []
    for (let next = from, isWhole = false; !isWhole; ) {
      const part = await readLogs(connection, spanOf(networkId), filtersOf(place, tokens), next, head)
      isWhole = part.answers !== null
      const { number: to, hash } = part.end
      const replaced = { from: next, to: isWhole ? null : to, tokens }
      const rows = await rowsOf(place, part.logs, replaced)
      await replace(place, replaced, rows, token => {
        const earlier = thinnedMarks([...passed, ...(marks.get(token) ?? [])], to)
        return { key: `${key}:${token}`, from: first, to, hash, marks: earlier }
      })
      passed.unshift({ number: to, hash })
      next = to + 1
      if (!isWhole) changes.tell(networkId)
    }
  }

  /** A few searches further back. @param goal no further back than this block @returns whether there is more */
  async function readBack(place: Place, tokens: readonly Address[], goal: number): Promise<boolean> {
    const { connection, networkId, key } = place
    const account = await database.get('transferCursors', key)
    if (account === undefined || account.from <= goal || tokens.length === 0) return false
    const span = spanBackOf(networkId)
    const { logs, from } = await readLogsBack(connection, span, filtersOf(place, tokens), goal, account.from - 1)
    const fromAt = await timeOf(connection, from)
    const replaced = { from, to: account.from - 1, tokens }
    const rows = await rowsOf(place, logs, replaced)
    const own = await Promise.all(tokens.map(token => database.get('transferCursors', `${key}:${token}`)))
    const cursors = new Map(own.flatMap(cursor => (cursor === undefined ? [] : [[cursor.key, cursor]])))
    const { fromAt: _later, ...whole } = account
    await replace(place, replaced, rows, token => {
      const cursor = cursors.get(`${key}:${token}`)
      return cursor === undefined ? null : { ...cursor, from: Math.min(cursor.from, from) }
    })
    await database.put('transferCursors', { ...whole, from, ...(fromAt === undefined ? {} : { fromAt }) })
    changes.tell(networkId)
    return from > goal
  }

  async function readBackFor(place: Place, tokens: readonly Address[], goal: number): Promise<void> {
    let isMore = true
    for (let part = 0; isMore && part < partsBack; part += 1) isMore = await readBack(place, tokens, goal)
  }

  /** One step towards the first thing that is known of the account. */
  async function readBackToStart(place: Place, tokens: readonly Address[]): Promise<void> {
    const { networkId, account, key } = place
    if (refusedBack.has(key)) return
    const start = await startOf(networkId, account)
    if (start === null) return
    try {
      await readBackFor(place, tokens, start)
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      // What is newer is read all the same. From which block on, the books say.
      refusedBack.add(key)
      faults.report('payments', error, networkId)
    }
  }

  async function rowsOf(place: Place, logs: readonly ChainLog[], range: ReplacedRange): Promise<TransferRecord[]> {
    const { connection, networkId, epoch, owner, key } = place
    const found = logs.flatMap(log => transferOf(log) ?? [])
    // Rows of sealed blocks: as long as their block is the same one, nothing in them can change.
    const rows = await database.getAllFromIndex('transfers', 'block', boundsOf(place, range))
    const known = new Map(rows.filter(({ blockHash }) => blockHash !== null).map(row => [row.key, row]))
    const fresh = found.filter(log => !known.has(keyOf(key, log)))
    const { memos, times: blockTimes } = await readBeside(connection, fresh)
    return found.map((log): TransferRecord => {
      const { token, from: sender, to, amount, hash, blockHash, blockNumber, logIndex } = log
      const rowKey = keyOf(key, log)
      const before = known.get(rowKey)
      if (before !== undefined) return before
      const memo = memos.get(`${hash}:${logIndex + 1}:${token}`) ?? null
      const at = blockHash === null ? clock.now() : (blockTimes.get(blockNumber) ?? clock.now())
      const facts = { token, from: sender, to, amount, memo, hash, blockHash, blockNumber, logIndex, at }
      return { key: rowKey, networkId, epoch, account: owner, ...facts }
    })
  }

  /**
   * A range whole or not at all, in one transaction with its cursors. Rows that a reorganisation left go.
   * @param cursorOf the new cursor of a token
   */
  async function replace(
    place: Place,
    range: ReplacedRange,
    rows: readonly TransferRecord[],
    cursorOf: (token: Address) => TransferCursorRecord | null,
  ): Promise<void> {
    const transaction = database.transaction(['transfers', 'transferCursors'], 'readwrite')
    const store = transaction.objectStore('transfers')
    for (const row of await store.index('block').getAll(boundsOf(place, range)))
      if (range.tokens.includes(row.token)) await store.delete(row.key)
    for (const row of rows) await store.put(row)
    const cursors = transaction.objectStore('transferCursors')
    for (const token of range.tokens) {
      const cursor = cursorOf(token)
      if (cursor !== null) await cursors.put(cursor)
    }
    await transaction.done
  }

  /** Rows of tokens that are no money any more go, and with them how far they were read. */
  async function dropUnwanted({ networkId, epoch, owner, key }: Place, wanted: ReadonlyMap<Address, unknown>) {
    const text = [...wanted.keys()].sort().join()
    if (lastWanted.get(key) === text) return
    const transaction = database.transaction(['transfers', 'transferCursors'], 'readwrite')
    const store = transaction.objectStore('transfers')
    for (const row of await store.index('block').getAll(rangeOf(networkId, epoch, owner, 0)))
      if (!wanted.has(row.token)) {
        await store.delete(row.key)
        await transaction.objectStore('transferCursors').delete(`${key}:${row.token}`)
      }
    await transaction.done
    lastWanted.set(key, text)
  }

  const backfill = inTurns(readOnce)
  const followers = createFollowers((networkId, account) =>
    followLogs({
      connection: connectionOf(networkId),
      clock,
      async wanted() {
        const address = [...(await wantedTokens(networkId, account)).keys()]
        return address.length === 0 ? [] : transferTopics(account).map(topics => ({ address, topics }))
      },
      read: () => backfill(networkId, account),
      onFault: error => faults.report('payments', error, networkId),
    }),
  )

  return {
    async rows(networkId, account, most) {
      const rows: TransferRecord[] = []
      const wanted = await wantedTokens(networkId, account)
      const range = rangeOf(networkId, epochOf(networkId), lowerCaseAddress(account), 0)
      let cursor = await database.transaction('transfers').store.index('block').openCursor(range, 'prev')
      while (cursor !== null && rows.length < most) {
        if (wanted.has(cursor.value.token)) rows.push(cursor.value)
        cursor = await cursor.continue()
      }
      return rows.sort((a, b) => b.blockNumber - a.blockNumber || b.logIndex - a.logIndex)
    },
    async all(networkId, account) {
      const wanted = await wantedTokens(networkId, account)
      const range = rangeOf(networkId, epochOf(networkId), lowerCaseAddress(account), 0)
      const rows = await database.getAllFromIndex('transfers', 'block', range)
      return rows
        .filter(({ token }) => wanted.has(token))
        .sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
    },
    backfill,
    async further(networkId, account) {
      const { key } = placeOf(networkId, account)
      furtherWanted.add(key)
      await backfill(networkId, account)
    },
    async reading(networkId, account) {
      const { key } = placeOf(networkId, account)
      const tokens = [...(await wantedTokens(networkId, account)).keys()]
      const [own, ...cursors] = await Promise.all(
        [key, ...tokens.map(token => `${key}:${token}`)].map(name => database.get('transferCursors', name)),
      )
      const ends = (tokens.length === 0 ? [own] : cursors).map(cursor => cursor?.to ?? null)
      return {
        ...{ from: own?.from ?? null, fromAt: own?.fromAt ?? null, failure: failures.get(key) ?? null },
        to: ends.reduce((least, end) => (least === null || end === null ? null : Math.min(least, end)), Infinity),
      }
    },
    follow: followers.follow,
    time: networkId => times.get(networkId) ?? null,
    onChange: changes.add,
  }
}

/** Blocks whose rows of these tokens are replaced. `to` null: all that follow, the open one as well. */
interface ReplacedRange {
  from: number
  to: number | null
  tokens: readonly Address[]
}

type Found = LoggedTransfer & Pick<ChainLog, 'hash' | 'blockHash' | 'blockNumber' | 'logIndex'>

function transferOf(log: ChainLog): Found | null {
  const { hash, blockHash, blockNumber, logIndex } = log
  const read = readTransferLog(log)
  return read && { ...read, hash, blockHash, blockNumber, logIndex }
}

/** The memos right after these transfers, by `<hash>:<log index>:<token>`, and when their blocks were made (ms). */
async function readBeside(connection: Connection, transfers: readonly Found[]) {
  const places = new Map<string, Set<Address>>()
  for (const { blockHash, blockNumber, token } of transfers) {
    const place = blockHash === null ? 'pending' : toQuantity(BigInt(blockNumber))
    places.set(place, (places.get(place) ?? new Set()).add(token))
  }
  const calls = [...places].flatMap(([place, tokens]) => [
    {
      method: 'eth_getLogs',
      params: [{ fromBlock: place, toBlock: place, address: [...tokens], topics: [events.memo] }],
    },
    { method: 'eth_getBlockByNumber', params: [place, false] },
  ])
  const items: BatchItem[] = []
  for (let next = 0; next < calls.length; next += callsAtOnce)
    items.push(...(await connection.batch(calls.slice(next, next + callsAtOnce))))
  const memos = new Map<string, Hash>()
  const times = new Map<number, number>()
  for (const [index, item] of items.entries()) {
    if (!item.ok) throw toRpcError(item.error)
    if (index % 2 === 1) {
      const block = datedReply.parse(item.result)
      if (block?.number != null) times.set(Number(block.number), Number(block.timestamp) * 1_000)
      continue
    }
    for (const { address, topics, transactionHash, logIndex } of logsReply.parse(item.result))
      if (topics[2] !== undefined && transactionHash !== null && logIndex !== null)
        memos.set(`${transactionHash.toLowerCase()}:${logIndex}:${address.toLowerCase()}`, topics[2])
  }
  return { memos, times }
}

async function blockTime(connection: Connection, head: { number: number; timestamp: number }): Promise<number | null> {
  const before = Math.max(0, head.number - 100)
  const [block] = await readBlocks(connection, [toQuantity(BigInt(before))])
  if (block == null || before === head.number) return null
  return ((head.timestamp - block.timestamp) * 1_000) / (head.number - before)
}

function keyOf(account: string, { blockHash, hash, logIndex }: Found): string {
  return `${account}:${blockHash ?? 'open'}:${hash}:${logIndex}`
}

function boundsOf(
  { networkId, epoch, owner }: { networkId: NetworkId; epoch: number; owner: Address },
  { from, to }: ReplacedRange,
): IDBKeyRange {
  const place = [networkId, epoch, owner]
  return IDBKeyRange.bound([...place, from], [...place, to ?? Number.MAX_SAFE_INTEGER])
}

function rangeOf(networkId: NetworkId, epoch: number, account: Address, from: number): IDBKeyRange {
  return IDBKeyRange.bound([networkId, epoch, account, from], [networkId, epoch, account, Number.MAX_SAFE_INTEGER])
}
