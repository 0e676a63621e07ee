import type { Address, Hash } from 'viem'
import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import { lowerCaseAddress } from '@/lib/base/hex'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import { RpcError } from '@/lib/base/rpc/errors'
import { receiptOf, receiptReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import { createLogSpans } from '@/lib/payments/logs/chain-logs'
import { createFollowers, followLogs, inTurns } from '@/lib/payments/logs/follow-logs'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import type { AuthorizationRecord } from '@/lib/storage/payment-records'
import { authorizationRows } from './authorization-rows'
import { escrowRow } from './escrow'
import type { SettlingTransaction } from './families'
import { filterOf, readRows } from './reading'
import type { ChainTime, Ledger } from './types'

/** Inputs of transactions may be long; those of some hundred are enough to read each but once. */
const mostTransactions = 500
/** Rows that were written since the worker started, and may have been taken meanwhile. */
const mostRecorded = 50

export function createLedger(dependencies: {
  database: Database
  connectionOf(networkId: NetworkId): Connection
  epochOf(networkId: NetworkId): number
  clock: Clock
  faults: Faults
}): Ledger {
  const { database, connectionOf, epochOf, clock, faults } = dependencies
  const changes = createListeners<[networkId: NetworkId]>()
  const times = new Map<NetworkId, ChainTime>()
  const transactions = new Map<Hash, SettlingTransaction>()
  const lookedBehind = new Set<string>()
  const spanOf = createLogSpans()
  const failures = new Map<string, RpcError>()
  const recorded: string[] = []
  async function rows(networkId: NetworkId, account: Address): Promise<AuthorizationRecord[]> {
    const all = await database.getAllFromIndex('authorizations', 'account', [networkId, lowerCaseAddress(account)])
    return all.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
  }

  /** A signature outlives the restart of a chain; what became of it before does not. */
  async function openRows(networkId: NetworkId, account: Address): Promise<AuthorizationRecord[]> {
    const epoch = epochOf(networkId)
    return (await rows(networkId, account))
      .map(row =>
        row.epoch === epoch
          ? row
          : { ...row, epoch, evidence: [], fromBlock: 0, readTo: null, isClosed: false, isOnChain: false },
      )
      .filter(({ isClosed }) => !isClosed)
  }

  async function readOnce(networkId: NetworkId, account: Address): Promise<void> {
    const key = `${networkId}:${lowerCaseAddress(account)}`
    try {
      // Each part is stored: a worker that starts again goes on where the last one ended.
      let reached: number | null = null
      do reached = await readPart(networkId, account, reached)
      while (reached !== null)
      if (failures.delete(key)) changes.tell(networkId)
    } catch (error) {
      if (error instanceof RpcError) {
        failures.set(key, error)
        changes.tell(networkId)
      }
      throw error
    }
  }

  /** @returns where this part ended; `null` at the newest block */
  async function readPart(networkId: NetworkId, account: Address, before: number | null): Promise<number | null> {
    const open = await openRows(networkId, account)
    if (open.length === 0) return null
    if (transactions.size > mostTransactions) transactions.clear()
    const connection = connectionOf(networkId)
    const deviceNow = clock.now()
    const at = { deviceNow, transactions, span: spanOf(networkId), reached: before }
    const { rows: read, head, reached } = await readRows(connection, lowerCaseAddress(account), open, at)
    const escrowed = await readEscrow(connection, read)
    const transaction = database.transaction('authorizations', 'readwrite')
    for (const row of read) if ((await transaction.store.getKey(row.id)) !== undefined) await transaction.store.put(row)
    for (const row of escrowed)
      if ((await transaction.store.getKey(row.id)) === undefined) await transaction.store.put(row)
    await transaction.done
    if (escrowed.length > 0) followers.renew(networkId, account)
    times.set(networkId, { number: head.number, chainSeconds: head.timestamp, readAt: deviceNow, blockMs: null })
    changes.tell(networkId)
    return reached
  }

  /** What authorizations put into escrow, looked for once behind each. */
  async function readEscrow(
    connection: Connection,
    read: readonly AuthorizationRecord[],
  ): Promise<AuthorizationRecord[]> {
    const found: AuthorizationRecord[] = []
    for (const row of read) {
      const taken = row.evidence.find(({ event, blockHash }) => event === 'taken' && blockHash !== null)
      const isSingle = row.kind === 'receive-authorization' || row.kind === 'permit2-transfer'
      if (!isSingle || taken === undefined || lookedBehind.has(row.id)) continue
      const receipt = await connection.request('eth_getTransactionReceipt', [taken.hash], receiptReply)
      lookedBehind.add(row.id)
      const made = escrowRow(row, receiptOf(taken.hash, receipt))
      if (made !== null) found.push(made)
    }
    return found
  }

  const reconcile = inTurns(readOnce)

  const followers = createFollowers((networkId, account) =>
    followLogs({
      connection: connectionOf(networkId),
      clock,
      async wanted() {
        const open = await openRows(networkId, account)
        return open.length === 0 ? [] : [{ topics: filterOf(account, open).topics }]
      },
      read: () => reconcile(networkId, account),
      onFault: error => faults.report('payments', error, networkId),
    }),
  )

  return {
    async record(given) {
      const made = authorizationRows(given, { epoch: epochOf(given.networkId), now: clock.now() })
      if (made.length === 0) return []
      const transaction = database.transaction('authorizations', 'readwrite', { durability: 'strict' })
      const known = await Promise.all(made.map(({ id }) => transaction.store.get(id)))
      const kept = made.map((row, index) => known[index] ?? row)
      await committed(
        transaction,
        made.map((row, index) => (known[index] === undefined ? transaction.store.put(row) : undefined)),
      )
      if (given.paymentId === null) recorded.push(...made.map(({ id }) => id))
      recorded.splice(0, recorded.length - mostRecorded)
      changes.tell(given.networkId)
      followers.renew(given.networkId, given.account)
      return kept
    },
    async standing(account) {
      const [live, lately] = await Promise.all([
        database.getAllFromIndex('authorizations', 'state', 'live'),
        Promise.all(recorded.map(id => database.get('authorizations', id))),
      ])
      const found = new Map([...live, ...lately.filter(row => row !== undefined)].map(row => [row.id, row]))
      return [...found.values()].filter(row => row.paymentId === null && row.account === lowerCaseAddress(account))
    },
    get: id => database.get('authorizations', id),
    rows,
    reconcile,
    async check(id) {
      const row = await database.get('authorizations', id)
      if (row === undefined) return undefined
      await reconcile(row.networkId, row.account)
      return database.get('authorizations', id)
    },
    follow: followers.follow,
    async reading(networkId, account) {
      const ends = (await openRows(networkId, account)).map(({ readTo }) => readTo?.number ?? null)
      return {
        to: ends.reduce((least, end) => (least === null || end === null ? null : Math.min(least, end)), Infinity),
        failure: failures.get(`${networkId}:${lowerCaseAddress(account)}`) ?? null,
      }
    },
    time: networkId => times.get(networkId) ?? null,
    onChange: changes.add,
  }
}
