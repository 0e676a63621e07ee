import { isSecureOrLoopback } from '@/lib/base/addresses'
import type { Clock } from '@/lib/base/clock'
import { Failure, failureCodes } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { createListeners } from '@/lib/base/listeners'
import type { KeepAlive } from '@/lib/base/rpc/types'
import { type BundledHosts, readBundledHosts } from '@/lib/reading/list-formats/bundled-hosts'
import { listPresets } from '@/lib/reading/list-formats/presets'
import type { Database } from '@/lib/storage/open'
import type { ListRecord } from '@/lib/storage/records'
import { createListStore } from './list-store'
import { createListUpdates } from './list-updates'
import { createLookUps } from './look-ups'
import type { Lists } from './types'

export interface ListParts {
  database: Database
  clock: Clock
  faults: Faults
  keepAlive: KeepAlive
  /** The file of the list that is part of this version. */
  readBundled(): Promise<Uint8Array>
}

/** At most so many lists. */
const mostLists = 50

const noContent = { etag: null, lastModified: null, date: null, count: 0, bytes: 0, checkedAt: null, failure: null }

export function createLists({ database, clock, faults, keepAlive, readBundled }: ListParts): Lists {
  const store = createListStore(database)
  const listeners = createListeners<[]>()
  const changed = () => listeners.tell()
  const updates = createListUpdates({ store, clock, faults, keepAlive, changed })
  let read: Promise<BundledHosts> | null = null

  function bundled(): Promise<BundledHosts> {
    read ??= readBundled()
      .then(readBundledHosts)
      .catch((error: unknown) => {
        read = null
        throw error
      })
    return read
  }

  async function checkRoom(): Promise<void> {
    if ((await store.all()).length >= mostLists) throw new Failure('invalid-input', { field: 'lists' })
  }

  return {
    ...createLookUps({ store, faults, bundled }),
    async view() {
      // Said on screen, and reported when a host is looked up.
      const own = await bundled().catch(() => null)
      return {
        bundled: own && { source: own.source, date: own.date, licence: own.licence, count: own.count },
        lists: (await store.all()).map(list => toView(list, updates.isFetching(list.id))),
      }
    },
    async subscribe(presets) {
      const known = await store.all()
      for (const { megabytes: _, isSuggested: _asked, ...preset } of listPresets.filter(({ id }) =>
        presets.includes(id),
      )) {
        const before = known.find(({ id }) => id === preset.id)
        await store.put({ ...noContent, ...before, ...preset, licence: preset.licence ?? '', on: true })
      }
      changed()
      // The person does not wait for it; each list shows how it went.
      void updates.updateDue().catch((error: unknown) => faults.report('lists', error))
    },
    async add({ kind, name, url }) {
      const address = URL.parse(url)
      if (
        address === null ||
        !isSecureOrLoopback(url) ||
        !/^https?:$/.test(address.protocol) ||
        address.username !== ''
      )
        throw new Failure('invalid-input', { field: 'url' })
      address.hash = ''
      await checkRoom()
      const id = `own-${crypto.randomUUID()}`
      await updates.fetch({ ...noContent, id, kind, name, url: address.href, on: true, keeper: '', licence: '' })
      changed()
    },
    async import({ kind, name, text }) {
      const known = (await store.all()).find(list => list.url === null && list.kind === kind && list.name === name)
      if (known === undefined) await checkRoom()
      const id = known?.id ?? `file-${crypto.randomUUID()}`
      await updates.take(
        { ...noContent, id, kind, name, url: null, on: true, keeper: '', licence: '' },
        new TextEncoder().encode(text),
      )
      changed()
    },
    async switch(id, on) {
      const { failure } = (await store.get(id)) ?? {}
      await store.change(id, { on, ...(failure?.code === 'list-stopped' ? { failure: null, checkedAt: null } : {}) })
      changed()
      if (on) void updates.updateDue().catch((error: unknown) => faults.report('lists', error))
    },
    async remove(id) {
      await store.remove(id)
      changed()
    },
    forget() {
      store.forget()
      changed()
    },
    update: updates.update,
    updateDue: updates.updateDue,
    onChange: listeners.add,
  }
}

function toView(list: ListRecord, isFetching: boolean): Awaited<ReturnType<Lists['view']>>['lists'][number] {
  const { etag: _etag, lastModified: _lastModified, begun: _begun, failure, date, ...shown } = list
  const code = failureCodes.find(known => known === failure?.code) ?? 'unknown'
  return {
    ...shown,
    date: date?.slice(0, 10) ?? null,
    isFetching,
    failure: failure && { code, details: textsOf(failure.details) },
  }
}

function textsOf(details: Record<string, unknown>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(details).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  )
}
