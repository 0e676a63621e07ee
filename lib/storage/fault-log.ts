import type { Clock } from '@/lib/base/clock'
import { causesOf, describeFault } from '@/lib/base/describe-fault'
import type { FaultNature, FaultPlace, Faults } from '@/lib/base/faults'
import type { NetworkId } from '@/lib/base/network-id'
import { createQueue } from '@/lib/base/queue'
import type { Database } from './open'
import type { FaultRecord } from './records'

/** One line of the log. Times are ms since the epoch. */
export type Fault = Omit<FaultRecord, 'key'>

export interface FaultLog extends Faults {
  /** Notes what another context of the wallet found out about an error of its own. */
  note(where: FaultPlace, nature: FaultNature): void
  /** From now on the log is kept in this database; until then it is in memory only. */
  keepIn(database: Database): void
  /** Newest first; without the stored ones where the database cannot be read. */
  list(): Promise<Fault[]>
  clear(): Promise<void>
}

/** The newest kinds of fault are kept. */
export const mostFaults = 200
/** After a write the next one waits this long: a fault in a loop must not become a loop of writes. */
const restMs = 1_000

/**
 * The errors that were shown to nobody: equal ones counted, the newest 200 kinds kept, none of their texts
 * (`describe.ts` says what is kept). Does nothing until the first fault.
 * @param ownOrigin origin of the extension with its final slash
 */
export function createFaultLog({ clock, ownOrigin }: { clock: Clock; ownOrigin: string }): FaultLog {
  /** By key, not in the database yet. */
  const unwritten = new Map<string, FaultRecord>()
  const reported = new WeakSet<object>()
  const inTurn = createQueue()
  let database: Database | null = null
  let writtenAt = Number.NEGATIVE_INFINITY
  let isWriteDue = false

  function note(where: FaultPlace, nature: FaultNature, networkId: NetworkId | null = null): void {
    const at = Math.round(clock.now())
    const { kind, cause, message, code, position } = nature
    const key = [where, kind, cause, message, code, position, networkId].join(' ')
    keep({ key, where, kind, cause, message, code, position, networkId, firstAt: at, at, count: 1 })
    scheduleWrite()
  }

  function keep(fault: FaultRecord): void {
    unwritten.set(fault.key, sum(unwritten.get(fault.key), fault))
    if (unwritten.size > mostFaults) unwritten.delete(oldestOf(unwritten))
  }

  function scheduleWrite(): void {
    if (database === null || isWriteDue) return
    isWriteDue = true
    clock.after(Math.max(0, writtenAt + restMs - clock.now()), () => {
      isWriteDue = false
      void inTurn(write)
    })
  }

  async function write(): Promise<void> {
    const faults = [...unwritten.values()]
    if (database === null || faults.length === 0) return
    unwritten.clear()
    writtenAt = clock.now()
    try {
      await add(database, faults)
    } catch {
      // A log that cannot be written cannot report itself: the entries wait for the next fault.
      for (const fault of faults) keep(fault)
    }
  }

  return {
    report(where, error, networkId) {
      try {
        const links = causesOf(error).filter(link => typeof link === 'object' && link !== null)
        if (links.some(link => reported.has(link))) return
        const nature = describeFault(error, ownOrigin)
        for (const link of links) reported.add(link)
        note(where, nature, networkId)
      } catch {
        // A value whose properties throw when they are read is a fault too, of no known kind.
        note(where, unreadable, networkId)
      }
    },
    note: (where, nature) => note(where, nature),
    keepIn(opened) {
      database = opened
      if (unwritten.size > 0) scheduleWrite()
    },
    list: () =>
      inTurn(async () => {
        await write()
        const all = new Map((await readAll(database)).map(fault => [fault.key, fault]))
        for (const fault of unwritten.values()) all.set(fault.key, sum(all.get(fault.key), fault))
        return [...all.values()].toSorted((a, b) => b.at - a.at).map(withoutKey)
      }),
    clear: () =>
      inTurn(async () => {
        unwritten.clear()
        await database?.clear('faults')
      }),
  }
}

const unreadable: FaultNature = { kind: 'no-error', cause: null, message: null, code: null, position: null }

async function add(database: Database, faults: readonly FaultRecord[]): Promise<void> {
  const transaction = database.transaction('faults', 'readwrite')
  const { store } = transaction
  for (const fault of faults) await store.put(sum(await store.get(fault.key), fault))
  let excess = (await store.count()) - mostFaults
  for (let cursor = await store.index('at').openCursor(); cursor !== null && excess > 0; excess--) {
    await cursor.delete()
    cursor = await cursor.continue()
  }
  await transaction.done
}

async function readAll(database: Database | null): Promise<FaultRecord[]> {
  if (database === null) return []
  try {
    return await database.getAll('faults')
  } catch {
    // A database that has just been closed or broken: what is in memory can still be shown.
    return []
  }
}

function sum(known: FaultRecord | undefined, fault: FaultRecord): FaultRecord {
  if (known === undefined) return fault
  return {
    ...fault,
    firstAt: Math.min(known.firstAt, fault.firstAt),
    at: Math.max(known.at, fault.at),
    count: known.count + fault.count,
  }
}

function oldestOf(faults: ReadonlyMap<string, FaultRecord>): string {
  let oldest: FaultRecord | null = null
  for (const fault of faults.values()) if (oldest === null || fault.at < oldest.at) oldest = fault
  return oldest?.key ?? ''
}

function withoutKey({ key: _key, ...fault }: FaultRecord): Fault {
  return fault
}
