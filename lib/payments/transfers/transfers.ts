import type { Address, Hash } from 'viem'
import type { Database } from '@/lib/database/open'
import type { TransferRecord } from '@/lib/database/payment-records'
import type { Faults } from '@/lib/faults/types'
import { type ChainLog, readLogs } from '@/lib/payments/chain-logs'
import { createFollowers, followLogs, inTurns } from '@/lib/payments/follow-logs'
import type { ChainTime } from '@/lib/payments/ledger/types'
import { toRpcError } from '@/lib/rpc/errors'
import { blockReply, logsReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { transferTopics } from '@/lib/tokens/transfers'
import { readSingleWord, wordToAddress } from '@/lib/values/abi'
import type { Clock } from '@/lib/values/clock'
import { lowerCaseAddress, toQuantity } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import type { NetworkId } from '@/lib/values/network-id'
import * as events from '@/lib/values/signatures/events'
import { planReading, readBlocks, type TokenRange } from './ranges'

/** Transfers of money to and from the accounts of the wallet, as the chain has them. */
export interface Transfers {
  /** Newest first. */
  rows(networkId: NetworkId, account: Address, most: number): Promise<TransferRecord[]>
  /** All of them, in the order of the chain. */
  all(networkId: NetworkId, account: Address): Promise<TransferRecord[]>
  /** Reads what came since, and again what may have left the chain. @throws RpcError; what was known stays as it was */
  backfill(networkId: NetworkId, account: Address): Promise<void>
  /** While somebody looks. Returns the end of it. */
  follow(networkId: NetworkId, account: Address): () => void
  /** The newest block when transfers were last read. */
  time(networkId: NetworkId): ChainTime | null
  onChange(listener: (networkId: NetworkId) => void): () => void
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
  clock: Clock
  faults: Faults
}): Transfers {
  const { database, connectionOf, epochOf, moneyOf, clock, faults } = dependencies
  const changes = createListeners<[networkId: NetworkId]>()
  const times = new Map<NetworkId, ChainTime>()

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

  async function readOnce(networkId: NetworkId, account: Address): Promise<void> {
    const connection = connectionOf(networkId)
    const owner = lowerCaseAddress(account)
    const epoch = epochOf(networkId)
    const key = `${networkId}:${epoch}:${owner}`
    const wanted = await wantedTokens(networkId, account)
    const { head, first, ranges } = await planReading(connection, database, key, wanted)
    const found: Found[] = []
    for (const { from, tokens } of ranges) {
      const filters = transferTopics(account).map(topics => ({ address: tokens, topics }))
      const { logs } = await readLogs(connection, filters, from, head.number)
      found.push(...logs.flatMap(log => transferOf(log) ?? []))
    }
    const known = await readKnown(networkId, epoch, owner, ranges)
    const fresh = found.filter(log => !known.has(keyOf(key, log)))
    const { memos, times: blockTimes } = await readBeside(connection, fresh)
    const rows = found.map((log): TransferRecord => {
      const { token, from: sender, to, amount, hash, blockHash, blockNumber, logIndex } = log
      const rowKey = keyOf(key, log)
      const before = known.get(rowKey)
      if (before !== undefined) return before
      const memo = memos.get(`${hash}:${logIndex + 1}:${token}`) ?? null
      const at = blockHash === null ? clock.now() : (blockTimes.get(blockNumber) ?? clock.now())
      const facts = { token, from: sender, to, amount, memo, hash, blockHash, blockNumber, logIndex, at }
      return { key: rowKey, networkId, epoch, account: owner, ...facts }
    })
    const cursor = { from: first, to: head.number, hash: head.hash }
    await replace({ networkId, epoch, owner, key }, ranges, { rows, wanted, cursor })
    const blockMs = times.get(networkId)?.blockMs ?? (await blockTime(connection, head))
    times.set(networkId, { number: head.number, chainSeconds: head.timestamp, readAt: clock.now(), blockMs })
    changes.tell(networkId)
  }

  /**
   * Rows of sealed blocks in the ranges that are read again: as long as their block is the same one, nothing in them
   * can change.
   */
  async function readKnown(networkId: NetworkId, epoch: number, owner: Address, ranges: readonly TokenRange[]) {
    if (ranges.length === 0) return new Map<string, TransferRecord>()
    const from = Math.min(...ranges.map(range => range.from))
    const rows = await database.getAllFromIndex('transfers', 'block', rangeOf(networkId, epoch, owner, from))
    return new Map(rows.filter(({ blockHash }) => blockHash !== null).map(row => [row.key, row]))
  }

  /**
   * The ranges whole or not at all, in one transaction. Rows that a reorganisation or a token without value left go.
   */
  async function replace(
    { networkId, epoch, owner, key }: { networkId: NetworkId; epoch: number; owner: Address; key: string },
    ranges: readonly TokenRange[],
    fresh: {
      rows: readonly TransferRecord[]
      wanted: ReadonlyMap<Address, number | null>
      cursor: { from: number; to: number; hash: Hash }
    },
  ): Promise<void> {
    const starts = new Map(ranges.flatMap(({ from, tokens }) => tokens.map(token => [token, from] as const)))
    const from = Math.min(fresh.cursor.from, ...starts.values())
    const transaction = database.transaction(['transfers', 'transferCursors'], 'readwrite')
    const store = transaction.objectStore('transfers')
    for (const row of await store.index('block').getAll(rangeOf(networkId, epoch, owner, from)))
      if (!fresh.wanted.has(row.token) || row.blockNumber >= (starts.get(row.token) ?? row.blockNumber))
        await store.delete(row.key)
    for (const row of fresh.rows) await store.put(row)
    const cursors = transaction.objectStore('transferCursors')
    await cursors.put({ ...fresh.cursor, key })
    for (const { first, tokens } of ranges)
      for (const token of tokens) await cursors.put({ ...fresh.cursor, key: `${key}:${token}`, from: first })
    await transaction.done
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
    follow: followers.follow,
    time: networkId => times.get(networkId) ?? null,
    onChange: changes.add,
  }
}

type Found = Pick<TransferRecord, 'token' | 'from' | 'to' | 'amount'> &
  Pick<ChainLog, 'hash' | 'blockHash' | 'blockNumber' | 'logIndex'>

/** `null` for what only looks like one: an ERC-721's has its number in a topic. */
export function transferOf({ address, topics, data, hash, blockHash, blockNumber, logIndex }: ChainLog): Found | null {
  const [, from, to] = topics
  const sender = from === undefined ? null : wordToAddress(BigInt(from))
  const receiver = to === undefined ? null : wordToAddress(BigInt(to))
  const amount = readSingleWord(data)
  if (topics.length !== 3 || sender === null || receiver === null || amount === null) return null
  return { token: address, from: sender, to: receiver, amount, hash, blockHash, blockNumber, logIndex }
}

/** The memos right after these transfers, by `<hash>:<log index>:<token>`, and when their blocks were made (ms). */
async function readBeside(connection: Connection, transfers: readonly Found[]) {
  const places = new Map<string, Set<Address>>()
  for (const { blockHash, blockNumber, token } of transfers) {
    const place = blockHash === null ? 'pending' : toQuantity(BigInt(blockNumber))
    places.set(place, (places.get(place) ?? new Set()).add(token))
  }
  const numbers = [...places]
  const items = await connection.batch(
    numbers.flatMap(([place, tokens]) => [
      {
        method: 'eth_getLogs',
        params: [{ fromBlock: place, toBlock: place, address: [...tokens], topics: [events.memo] }],
      },
      { method: 'eth_getBlockByNumber', params: [place, false] },
    ]),
  )
  const memos = new Map<string, Hash>()
  const times = new Map<number, number>()
  for (const [index, item] of items.entries()) {
    if (!item.ok) throw toRpcError(item.error)
    if (index % 2 === 1) {
      const block = blockReply.parse(item.result)
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

function rangeOf(networkId: NetworkId, epoch: number, account: Address, from: number): IDBKeyRange {
  return IDBKeyRange.bound([networkId, epoch, account, from], [networkId, epoch, account, Number.MAX_SAFE_INTEGER])
}
