import 'fake-indexeddb/auto'
import { forceCloseDatabase } from 'fake-indexeddb'
import { unwrap } from 'idb'
import { expect, it } from 'vitest'
import { lastingDatabase } from './lasting'
import { type Database, openDatabase } from './open'

const account = {
  address: `0x${'11'.repeat(20)}`,
  name: 'Account 1',
  order: 0,
  hidden: false,
  createdAt: 1,
  source: { kind: 'watch' },
} as const

/** The browser closes the connection, as it does where the disk fails. */
const closeByBrowser = (connection: Database) => forceCloseDatabase(unwrap(connection) as never)

it('goes on with a new connection where the browser closed the old one, and says so', async () => {
  const name = `lasting-${crypto.randomUUID()}`
  const first = await openDatabase(name)
  const told: unknown[] = []
  const opened = Promise.withResolvers<void>()
  const database = lastingDatabase(first, {
    async open() {
      const again = await openDatabase(name)
      queueMicrotask(opened.resolve)
      return again
    },
    onClosed: error => told.push(error),
  })
  await database.put('accounts', account)
  closeByBrowser(first)
  expect(told).toMatchObject([{ name: 'AbortError' }])
  // What is asked meanwhile fails, as the browser says, and is not lost in silence.
  await expect(async () => database.get('accounts', account.address)).rejects.toMatchObject({
    name: 'InvalidStateError',
  })
  await opened.promise
  await expect.poll(async () => database.get('accounts', account.address).catch(() => null)).toEqual(account)
  const transaction = database.transaction('accounts', 'readwrite')
  await transaction.store.put({ ...account, name: 'Savings' })
  await transaction.done
  expect(await database.getAll('accounts')).toMatchObject([{ name: 'Savings' }])
  database.close()
})

it('that cannot be opened again is tried again with the next request', async () => {
  const name = `lasting-${crypto.randomUUID()}`
  const first = await openDatabase(name)
  const told: unknown[] = []
  let isDiskBack = false
  const database = lastingDatabase(first, {
    open: async () => (isDiskBack ? openDatabase(name) : Promise.reject(new Error('no disk'))),
    onClosed: error => told.push(error),
  })
  closeByBrowser(first)
  await expect.poll(() => told).toMatchObject([{ name: 'AbortError' }, { message: 'no disk' }])
  const read = async () => database.getAll('accounts')
  await expect(read()).rejects.toMatchObject({ name: 'InvalidStateError' })
  await expect.poll(() => told).toHaveLength(3)
  isDiskBack = true
  await expect.poll(() => read().catch(() => null)).toEqual([])
  database.close()
})
