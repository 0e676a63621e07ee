import type { Address, Hash } from 'viem'
import type { Database } from '@/lib/database/open'
import type { AuthorizationRecord } from '@/lib/database/payment-records'
import type { Connection } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'
import { lowerCaseAddress } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import { authorizationRows } from './authorization-rows'
import type { Carrier } from './families'
import { filterOf, readRows } from './reading'
import type { ChainTime, Ledger } from './types'

/** Pushes wake the reading; without them, and beside them in case one was missed, it is done so often. */
const unpushedEveryMs = 3_000
const pushedEveryMs = 15_000
/** Inputs of transactions may be long; those of some hundred are enough to read each but once. */
const mostCarriers = 500

interface Followed {
  followers: number
  end(): void
  /** New rows may want other logs. */
  listen(): Promise<void>
}

export function createLedger(dependencies: {
  database: Database
  connectionOf(chainId: number): Connection
  epochOf(chainId: number): number
  clock: Clock
}): Ledger {
  const { database, connectionOf, epochOf, clock } = dependencies
  const changes = createListeners<[chainId: number]>()
  const times = new Map<number, ChainTime>()
  const carriers = new Map<Hash, Carrier>()
  const followed = new Map<string, Followed>()
  /** One reading of an account at a time, and one more for whatever came while it ran. */
  const readings = new Map<string, { running: Promise<void>; next: Promise<void> | null }>()

  async function rows(chainId: number, account: Address): Promise<AuthorizationRecord[]> {
    const all = await database.getAllFromIndex('authorizations', 'account', [chainId, lowerCaseAddress(account)])
    return all.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
  }

  /** A signature outlives the restart of a chain; what became of it before does not. */
  async function openRows(chainId: number, account: Address): Promise<AuthorizationRecord[]> {
    const epoch = epochOf(chainId)
    return (await rows(chainId, account))
      .map(row =>
        row.epoch === epoch
          ? row
          : { ...row, epoch, evidence: [], fromBlock: 0, readTo: null, isClosed: false, isOnChain: false },
      )
      .filter(({ isClosed }) => !isClosed)
  }

  async function readOnce(chainId: number, account: Address): Promise<void> {
    const open = await openRows(chainId, account)
    if (open.length === 0) return
    if (carriers.size > mostCarriers) carriers.clear()
    const connection = connectionOf(chainId)
    const deviceNow = clock.now()
    const { rows: read, head } = await readRows(connection, lowerCaseAddress(account), open, { deviceNow, carriers })
    const transaction = database.transaction('authorizations', 'readwrite')
    for (const row of read) if ((await transaction.store.getKey(row.id)) !== undefined) await transaction.store.put(row)
    await transaction.done
    times.set(chainId, { chainSeconds: head.timestamp, readAt: deviceNow })
    changes.tell(chainId)
  }

  function reconcile(chainId: number, account: Address): Promise<void> {
    const key = keyOf(chainId, account)
    const reading = readings.get(key)
    if (reading !== undefined) {
      reading.next ??= reading.running.catch(() => undefined).then(() => reconcile(chainId, account))
      return reading.next
    }
    const running = readOnce(chainId, account).finally(() => readings.delete(key))
    readings.set(key, { running, next: null })
    return running
  }

  function begin(chainId: number, account: Address): Followed {
    const connection = connectionOf(chainId)
    let isOver = false
    let heard = ''
    let ends: (() => void)[] = []
    let stopTimer = (): void => undefined

    // What fails now is read with the next push or tick.
    const read = (): void => void reconcile(chainId, account).catch(() => undefined)

    async function listen(): Promise<void> {
      const open = await openRows(chainId, account)
      const { topics } = filterOf(account, open)
      if (isOver || JSON.stringify(topics) === heard) return
      heard = JSON.stringify(topics)
      for (const end of ends.splice(0)) end()
      if (open.length === 0) return
      const own: (() => void)[] = []
      ends = own
      for (const kind of ['logs', 'pendingLogs'])
        connection
          .subscribe([kind, { topics }], read, read)
          .then(end => (isOver || ends !== own ? end() : own.push(end)))
          // No socket here, or no such subscription: the timer does without.
          .catch(() => undefined)
    }

    function tick(): void {
      stopTimer = clock.after(connection.socket() === 'open' ? pushedEveryMs : unpushedEveryMs, () => {
        read()
        tick()
      })
    }

    void listen()
    read()
    tick()
    return {
      followers: 0,
      listen,
      end() {
        isOver = true
        stopTimer()
        for (const end of ends.splice(0)) end()
      },
    }
  }

  return {
    async record(given) {
      const made = authorizationRows(given, { epoch: epochOf(given.chainId), now: clock.now() })
      if (made.length === 0) return []
      const transaction = database.transaction('authorizations', 'readwrite', { durability: 'strict' })
      const kept: AuthorizationRecord[] = []
      for (const row of made) {
        const known = await transaction.store.get(row.id)
        if (known === undefined) await transaction.store.put(row)
        kept.push(known ?? row)
      }
      await transaction.done
      changes.tell(given.chainId)
      void followed.get(keyOf(given.chainId, given.account))?.listen()
      return kept
    },
    get: id => database.get('authorizations', id),
    rows,
    reconcile,
    async check(id) {
      const row = await database.get('authorizations', id)
      if (row === undefined) return undefined
      await reconcile(row.chainId, row.account)
      return database.get('authorizations', id)
    },
    follow(chainId, account) {
      const key = keyOf(chainId, account)
      const entry = followed.get(key) ?? begin(chainId, account)
      followed.set(key, entry)
      entry.followers += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        entry.followers -= 1
        if (entry.followers > 0) return
        followed.delete(key)
        entry.end()
      }
    },
    time: chainId => times.get(chainId) ?? null,
    onChange: changes.add,
  }
}

function keyOf(chainId: number, account: Address): string {
  return `${chainId}:${lowerCaseAddress(account)}`
}
