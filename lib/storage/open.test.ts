import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { failureIn } from '@/lib/base/failure'
import { watchDisk } from '@/test/full-disk'
import { migrations } from './migrations'
import { type Migration, rewriteRows } from './migrations/migration'
import { steps } from './migrations/steps'
import { databaseVersion, eraseDatabase, openDatabase, rebuildDatabase } from './open'
import { defaultSettings } from './settings'
import { storeNames, stores } from './stores'

const failure = (code: string, details?: object) =>
  expect.objectContaining({ code, ...(details === undefined ? {} : { details }) })

const opened: { close(): void }[] = []
const keep = <Closable extends { close(): void }>(database: Closable): Closable => {
  opened.push(database)
  return database
}
let name = ''
const newName = () => {
  name = `database-${crypto.randomUUID()}`
  return name
}
afterEach(async () => {
  for (const database of opened.splice(0)) database.close()
  await deleteDB(name)
})

const account = {
  address: `0x${'11'.repeat(20)}`,
  name: 'Account 1',
  order: 0,
  hidden: false,
  createdAt: 1,
  source: { kind: 'watch' },
} as const

test('migrations are numbered without gaps', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
  expect(steps.map(({ version }) => version)).toEqual(migrations.map(({ version }) => version))
  expect(databaseVersion).toBe(migrations.length)
})

test('a new database has every store, and none besides', async () => {
  const database = keep(await openDatabase(newName()))
  expect([...database.objectStoreNames].sort()).toEqual([...storeNames].sort())
})

test('a new database has the keys and indexes that the table of the stores says', async () => {
  const database = keep(await openDatabase(newName()))
  const transaction = database.transaction(storeNames)
  const made = storeNames.map(name => {
    const store = transaction.objectStore(name) as unknown as IDBObjectStore
    const indexes = [...store.indexNames].map(index => [index, store.index(index).keyPath])
    return [name, { key: store.keyPath, indexes: Object.fromEntries(indexes) }]
  })
  const said = storeNames.map(name => [name, { key: stores[name].key, indexes: stores[name].indexes }])
  expect(Object.fromEntries(made)).toEqual(Object.fromEntries(said))
})

test('rows outlive the connection', async () => {
  const first = await openDatabase(newName())
  await first.put('accounts', account)
  first.close()
  expect(await keep(await openDatabase(name)).getAll('accounts')).toEqual([account])
})

test('one that a newer Prelude wrote is refused and left as it is', async () => {
  const newer = await openDB(newName(), databaseVersion + 1, {
    upgrade: database => void database.createObjectStore('tomorrow', { keyPath: 'id' }),
  })
  await newer.put('tomorrow', { id: 1 })
  newer.close()
  await expect(openDatabase(name)).rejects.toEqual(failure('vault-newer'))
  const again = keep(await openDB(name))
  expect(again.version).toBe(databaseVersion + 1)
  expect(await again.getAll('tomorrow')).toEqual([{ id: 1 }])
})

test('one that lost a store is said to be damaged, and can be made anew once the person agrees', async () => {
  const truncated = await openDB(newName(), databaseVersion, {
    upgrade: database => void database.createObjectStore('accounts', { keyPath: 'address' }),
  })
  truncated.close()
  await expect(openDatabase(name)).rejects.toEqual(failure('database-damaged', { reason: 'a store is missing' }))
  const rebuilt = keep(await rebuildDatabase(name))
  expect([...rebuilt.objectStoreNames].sort()).toEqual([...storeNames].sort())
})

test('one that the browser cannot open is said to be damaged', async () => {
  const open = indexedDB.open.bind(indexedDB)
  indexedDB.open = () => {
    throw new DOMException('Internal error opening backing store.', 'UnknownError')
  }
  try {
    await expect(openDatabase(newName())).rejects.toEqual(failure('database-damaged', { reason: 'UnknownError' }))
  } finally {
    indexedDB.open = open
  }
})

test('erasing empties every store', async () => {
  const database = keep(await openDatabase(newName()))
  await database.put('accounts', account)
  await database.put('settings', defaultSettings)
  await eraseDatabase(database)
  for (const store of storeNames) expect(await database.count(store)).toBe(0)
})

test('an open connection gives way to a newer version', async () => {
  keep(await openDatabase(newName()))
  const newer = keep(await openDB(name, databaseVersion + 1))
  expect(newer.version).toBe(databaseVersion + 1)
})

// ---- A migration to come, to prove the way it will go
// -----------------------------------------------------------------------

const oldAccount = z.object({ address: z.string(), name: z.string() })
const nextVersion = migrations.length + 1
const addInitials: Migration = {
  version: nextVersion,
  async upgrade(upgrade) {
    upgrade.database.createObjectStore('tomorrow', { keyPath: 'id' })
    await rewriteRows(upgrade, 'accounts', oldAccount, row => ({ ...row, initial: row.name.slice(0, 1) }))
  },
}

async function withTwoAccounts(): Promise<void> {
  const database = await openDatabase(newName())
  await database.put('accounts', account)
  await database.put('accounts', { address: `0x${'22'.repeat(20)}`, name: 5 } as never)
  database.close()
}

test('a migration rewrites the rows that are whole and sets the others aside', async () => {
  await withTwoAccounts()
  const database = keep(await openDatabase(name, [...migrations, addInitials]))
  expect(database.version).toBe(nextVersion)
  expect(await database.getAll('accounts')).toEqual([{ address: account.address, name: 'Account 1', initial: 'A' }])
  expect(await database.getAll('damaged')).toMatchObject([{ store: 'accounts', row: { name: 5 } }])
})

test('a migration runs once', async () => {
  await withTwoAccounts()
  let runs = 0
  const counted: Migration = { version: nextVersion, upgrade: () => void runs++ }
  for (let opening = 0; opening < 3; opening++) (await openDatabase(name, [...migrations, counted])).close()
  expect(runs).toBe(1)
})

test('a migration that fails halfway changes nothing', async () => {
  await withTwoAccounts()
  const broken: Migration = {
    version: nextVersion + 1,
    async upgrade({ transaction }) {
      await transaction.objectStore('accounts').clear()
      throw new TypeError('a mistake of ours')
    },
  }
  const opening = openDatabase(name, [...migrations, addInitials, broken])
  // Our mistake and no damage: a corrected version opens this database.
  await expect(opening).rejects.toEqual(new TypeError('a mistake of ours'))
  const database = keep(await openDatabase(name))
  expect(database.version).toBe(databaseVersion)
  expect(await database.count('accounts')).toBe(2)
  expect(database.objectStoreNames.contains('tomorrow' as never)).toBe(false)
})

test('a migration whose write is refused changes nothing', async () => {
  await withTwoAccounts()
  const refused: Migration = {
    version: nextVersion,
    async upgrade({ transaction }) {
      const store = transaction.objectStore('accounts')
      await store.clear()
      await store.add(account)
      await store.add(account)
    },
  }
  await expect(openDatabase(name, [...migrations, refused])).rejects.toMatchObject({ name: 'ConstraintError' })
  expect(await keep(await openDatabase(name)).count('accounts')).toBe(2)
})

test('a migration that cannot read a row, because the disk does not give it, finds the database damaged', async () => {
  await withTwoAccounts()
  const unreadable: Migration = {
    version: nextVersion,
    upgrade() {
      throw new DOMException('Internal error.', 'UnknownError')
    },
  }
  await expect(openDatabase(name, [...migrations, unreadable])).rejects.toEqual(
    failure('database-damaged', { reason: 'UnknownError' }),
  )
})

test.each([['AbortError'], ['InvalidStateError'], ['DataError']])(
  'a browser that does not open it with %s says nothing of damage',
  async error => {
    const open = indexedDB.open.bind(indexedDB)
    indexedDB.open = () => {
      throw new DOMException('no', error)
    }
    try {
      await expect(openDatabase(newName())).rejects.toMatchObject({ name: error })
    } finally {
      indexedDB.open = open
    }
  },
)

test('a disk that is full at any write of a migration is said to be full, and nothing is changed', async () => {
  await withTwoAccounts()
  const disk = watchDisk(name)
  ;(await openDatabase(name, [...migrations, addInitials])).close()
  const writes = disk.writes()
  expect(writes).toBeGreaterThan(1)
  for (let at = 1; at <= writes; at += 1) {
    await deleteDB(name)
    await withTwoAccounts()
    const full = watchDisk(name, write => write === at)
    const told = await openDatabase(name, [...migrations, addInitials]).catch(failureIn)
    expect(told, `write ${at}`).toEqual(failure('disk-full'))
    full.free()
    const database = await openDatabase(name)
    expect(database.version).toBe(databaseVersion)
    expect(await database.count('accounts')).toBe(2)
    database.close()
  }
})
