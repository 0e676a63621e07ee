import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createManualClock } from '@/lib/values/manual-clock'
import { type Contacts, createContacts } from './contacts'
import { type Database, openDatabase } from './open'

const clock = createManualClock()
let database: Database
let contacts: Contacts
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  contacts = createContacts({ database, clock })
})
afterEach(() => database.close())

const anna = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const bert = '0xbDA5747bFD65F08deb54cb465eB87D40e51B197E'

it('a name stays with its address however it is written, and can be changed', async () => {
  let told = 0
  contacts.onChange(() => {
    told += 1
  })
  await contacts.name([
    { address: bert, name: 'Bert' },
    { address: anna, name: 'Anna' },
  ])
  const [first] = await contacts.list()
  expect(first).toEqual({ address: anna.toLowerCase(), name: 'Anna', createdAt: clock.now() })
  const since = clock.now()
  clock.advance(1_000)
  await contacts.name([{ address: `0x${anna.slice(2).toUpperCase()}`, name: 'Zoe' }])
  expect(await contacts.list()).toMatchObject([{ name: 'Bert' }, { name: 'Zoe', createdAt: since }])
  await contacts.remove(bert)
  expect(await contacts.list()).toMatchObject([{ name: 'Zoe' }])
  expect(told).toBe(3)
})

it('a damaged row hides only itself', async () => {
  await contacts.name([{ address: bert, name: 'Bert' }])
  await database.put('contacts', { address: 'nonsense', name: 5 } as never)
  expect(await contacts.list()).toMatchObject([{ name: 'Bert' }])
})
