import { listBudget } from '@/lib/base/budgets'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { RpcError } from '@/lib/base/rpc/errors'
import type { KeepAlive } from '@/lib/base/rpc/types'
import { giveWay } from '@/lib/base/slices'
import { covers, createDoor, type Door } from '@/lib/chain/rpc/door'
import { unreadable } from '@/lib/reading/list-formats/read-names'
import type { ListRecord } from '@/lib/storage/records'
import type { ListStore } from './list-store'
import { readers } from './read-list'

const hourMs = 3_600_000
/** How long after an attempt the next one is due. */
const pauseMs = { afterSuccess: 24 * hourMs, afterFailure: 6 * hourMs }
/** So many entries more are no reason to doubt a short list. */
const usualGrowth = 1_000

export interface ListUpdates {
  /**
   * Fetches a list. A failure is kept in its record.
   * @param isForced takes what is older, or far smaller or larger, than what there is
   */
  update(id: string, isForced?: boolean): Promise<void>
  /** Fetches all that are due, one after another. */
  updateDue(): Promise<void>
  /**
   * Fetches a list and keeps it.
   * @throws Failure one of `list-…`; the content from before stays
   */
  fetch(record: ListRecord & { url: string }): Promise<void>
  /**
   * Keeps content that was not fetched.
   * @throws Failure `list-unreadable`
   */
  take(record: ListRecord, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  isFetching(id: string): boolean
}

export function createListUpdates(parts: {
  store: ListStore
  clock: Clock
  faults: Faults
  keepAlive: KeepAlive
  changed(): void
}): ListUpdates {
  const { store, clock, faults, keepAlive, changed } = parts
  const running = new Map<string, Promise<void>>()
  /** Addresses of the lists that are being fetched: the only ones that this door opens to (invariant 9). */
  const open = new Set<string>()
  const door = createDoor({ isAllowed: url => covers(open, url), clock })
  async function fetch(record: ListRecord & { url: string }, isForced = false): Promise<void> {
    const release = keepAlive.hold()
    open.add(record.url)
    const checked = { checkedAt: clock.now(), failure: null }
    try {
      // Written before: a worker that dies of it does not begin with it again at once.
      await store.change(record.id, { checkedAt: checked.checkedAt })
      const fetched = await fetchList(door, record, clock.now())
      if (fetched === null) return await store.change(record.id, checked)
      await store.change(record.id, { begun: (record.begun ?? 0) + 1 })
      await keep({ ...record, ...checked, begun: 0 }, fetched, isForced)
    } finally {
      open.delete(record.url)
      release()
    }
  }

  /**
   * @throws Failure `list-unreadable`, `list-older` {date}, `list-shrunk` {before, now}, `list-grown` {before, now}
   */
  async function keep(record: ListRecord, fetched: FetchedList, isForced: boolean): Promise<void> {
    const { entries, count, ...read } = await readers[record.kind](fetched.bytes, giveWay)
    const now = clock.now()
    const date = believable(read.date, now)
    const lastModified = believable(fetched.lastModified, now)
    if (!isForced) {
      if (isOlder(record, { date, lastModified }, now)) throw new Failure('list-older', { date: date ?? lastModified })
      if (count * 2 < record.count) throw new Failure('list-shrunk', { before: record.count, now: count })
      if (record.count > 0 && count > record.count * 2 + usualGrowth)
        throw new Failure('list-grown', { before: record.count, now: count })
    }
    const at = new Date(lastModified ?? now).toISOString()
    await store.replace(
      { ...record, etag: fetched.etag, lastModified, date: date ?? at, count, bytes: fetched.bytes.length },
      entries,
    )
  }

  async function attempt(id: string, isForced: boolean): Promise<void> {
    const record = await store.get(id)
    if (record === null || record.url === null) return
    if ((record.begun ?? 0) >= listBudget.deaths)
      return store.change(id, { on: false, begun: 0, failure: { code: 'list-stopped', details: {} } })
    try {
      await fetch({ ...record, url: record.url }, isForced)
    } catch (error) {
      if (!(error instanceof Failure)) faults.report('lists', error)
      const { code, details } = error instanceof Failure ? error : unreadable('unknown')
      await store.change(id, { checkedAt: clock.now(), begun: 0, failure: { code, details } })
    }
  }

  function update(id: string, isForced = false): Promise<void> {
    const begun =
      running.get(id) ??
      attempt(id, isForced).finally(() => {
        running.delete(id)
        changed()
      })
    running.set(id, begun)
    changed()
    return begun
  }

  return {
    update,
    async updateDue() {
      for (const list of await store.all()) if (isDue(list, clock.now())) await update(list.id)
    },
    fetch,
    take: (record, bytes) => keep({ ...record, count: 0, date: null }, { bytes, etag: null, lastModified: null }, true),
    isFetching: id => running.has(id),
  }
}

/** True for a list that is to be fetched; never for one that is switched off or from a file. */
function isDue({ url, on, checkedAt, failure, begun = 0 }: ListRecord, now: number): boolean {
  if (url === null || !on) return false
  // The clock of this device may have been ahead.
  if (checkedAt === null || checkedAt > now) return true
  return checkedAt + (failure === null && begun === 0 ? pauseMs.afterSuccess : pauseMs.afterFailure) <= now
}

/** A time that a server or list says; `null` for what is none, and for one beyond tomorrow: no list is from there. */
function believable(date: string | null, now: number): string | null {
  return date !== null && Date.parse(date) <= now + 24 * hourMs ? date : null
}

function isOlder(
  before: ListRecord,
  now: { date: string | null; lastModified: string | null },
  deviceNow: number,
): boolean {
  const isBefore = (said: string | null, kept: string | null) => {
    const known = believable(kept, deviceNow)
    return said !== null && known !== null && Date.parse(said) < Date.parse(known)
  }
  return isBefore(now.date, before.date) || isBefore(now.lastModified, before.lastModified)
}

/** The whole download, from the first byte to the last. */
const timeoutMs = 90_000

interface FetchedList {
  bytes: Uint8Array<ArrayBuffer>
  etag: string | null
  lastModified: string | null
}

/**
 * Fetches a list, if it has changed.
 * @returns `null` if the server says that it is still the same
 * @throws Failure `list-unreachable`, `list-too-slow`, `list-too-large` {megabytes}, `list-moved`, `list-refused`
 * {status}
 */
async function fetchList(
  door: Pick<Door, 'download'>,
  list: Pick<ListRecord, 'kind' | 'etag' | 'lastModified'> & { url: string },
  now: number,
): Promise<FetchedList | null> {
  const megabytes = listBudget.megabytes[list.kind]
  const since = believable(list.lastModified, now)
  const download = await door
    .download(list.url, {
      method: 'GET',
      headers: {
        ...(list.etag === null ? {} : { 'if-none-match': list.etag }),
        ...(since === null ? {} : { 'if-modified-since': since }),
      },
      timeoutMs,
      maxBytes: megabytes * 1_000_000,
    })
    .catch((cause: unknown) => {
      const isLate = cause instanceof RpcError && cause.kind === 'timeout'
      throw new Failure(isLate ? 'list-too-slow' : 'list-unreachable', {}, { cause })
    })
  if (download.kind === 'moved') throw new Failure('list-moved')
  if (download.kind === 'too-large') throw new Failure('list-too-large', { megabytes })
  const { status, headers, bytes } = download
  if (status === 304) return null
  if (status !== 200) throw new Failure('list-refused', { status })
  return { bytes, etag: headers.get('etag'), lastModified: headers.get('last-modified') }
}
