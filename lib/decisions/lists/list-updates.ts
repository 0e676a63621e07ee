import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { RpcError } from '@/lib/base/rpc/errors'
import type { KeepAlive } from '@/lib/base/rpc/types'
import { covers, createDoor, type Door } from '@/lib/chain/rpc/door'
import { unreadable } from '@/lib/reading/list-formats/read-names'
import type { ListRecord } from '@/lib/storage/records'
import type { ListStore } from './list-store'
import { kinds } from './read-list'

const hourMs = 3_600_000
/** How long after an attempt the next one is due. */
const pauseMs = { afterSuccess: 24 * hourMs, afterFailure: 6 * hourMs }

export interface ListUpdates {
  /** Fetches a list. A failure is kept in its record. */
  update(id: string): Promise<void>
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
  // Not a matter of time: other work that is ready comes first.
  const pause = () => new Promise<void>(resolve => setTimeout(resolve, 0))

  async function fetch(record: ListRecord & { url: string }): Promise<void> {
    const release = keepAlive.hold()
    open.add(record.url)
    try {
      const fetched = await fetchList(door, record)
      const checked = { checkedAt: clock.now(), failure: null }
      if (fetched === null) await store.change(record.id, checked)
      else await keep({ ...record, ...checked }, fetched)
    } finally {
      open.delete(record.url)
      release()
    }
  }

  /** @throws Failure `list-unreadable`, `list-older` {date}, `list-shrunk` {before, now} */
  async function keep(record: ListRecord, { bytes, etag, lastModified }: FetchedList): Promise<void> {
    const { entries, count, date } = await kinds[record.kind].read(bytes, pause)
    if (isOlder(record, { date, lastModified })) throw new Failure('list-older', { date: date ?? lastModified })
    if (count * 2 < record.count) throw new Failure('list-shrunk', { before: record.count, now: count })
    const modified = lastModified === null ? Number.NaN : Date.parse(lastModified)
    const at = new Date(Number.isNaN(modified) ? clock.now() : modified).toISOString()
    await store.replace({ ...record, etag, lastModified, date: date ?? at, count, bytes: bytes.length }, entries)
  }

  async function attempt(id: string): Promise<void> {
    const record = await store.get(id)
    if (record === null || record.url === null) return
    try {
      await fetch({ ...record, url: record.url })
    } catch (error) {
      if (!(error instanceof Failure)) faults.report('lists', error)
      const { code, details } = error instanceof Failure ? error : unreadable('unknown')
      await store.change(id, { checkedAt: clock.now(), failure: { code, details } })
    }
  }

  function update(id: string): Promise<void> {
    const begun =
      running.get(id) ??
      attempt(id).finally(() => {
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
      for (const list of await store.all()) if (dueAt(list) <= clock.now()) await update(list.id)
    },
    fetch,
    take: (record, bytes) => keep({ ...record, count: 0, date: null }, { bytes, etag: null, lastModified: null }),
    isFetching: id => running.has(id),
  }
}

/** When a list is to be fetched next, ms since the epoch; `Infinity` for one that is switched off or from a file. */
export function dueAt({ url, on, checkedAt, failure }: ListRecord): number {
  if (url === null || !on) return Number.POSITIVE_INFINITY
  if (checkedAt === null) return 0
  return checkedAt + (failure === null ? pauseMs.afterSuccess : pauseMs.afterFailure)
}

function isOlder(before: ListRecord, now: { date: string | null; lastModified: string | null }): boolean {
  if (now.date !== null && before.date !== null && Date.parse(now.date) < Date.parse(before.date)) return true
  const { lastModified } = now
  return (
    lastModified !== null && before.lastModified !== null && Date.parse(lastModified) < Date.parse(before.lastModified)
  )
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
): Promise<FetchedList | null> {
  const { megabytes } = kinds[list.kind]
  const download = await door
    .download(list.url, {
      method: 'GET',
      headers: {
        ...(list.etag === null ? {} : { 'if-none-match': list.etag }),
        ...(list.lastModified === null ? {} : { 'if-modified-since': list.lastModified }),
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
