import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Failure } from '@/lib/base/failure'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { type Database, openDatabase } from '@/lib/storage/open'
import { type Contacts, createContacts } from './contacts'

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

it('the list is what is stored after any changes, and however many readings are under way meanwhile', async () => {
  const change = fc.record({
    kind: fc.constantFrom('name', 'remove', 'read', 'forget'),
    address: fc.constantFrom(anna, bert),
    name: fc.constantFrom('Anna', 'Bert', 'Zoe'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async changes => {
      const begun = changes.map(({ kind, address, name }) => {
        if (kind === 'name') return contacts.name([{ address, name }])
        if (kind === 'remove') return contacts.remove(address)
        return kind === 'read' ? contacts.list() : contacts.forget()
      })
      await Promise.all(begun)
      expect(await contacts.list()).toEqual(await createContacts({ database, clock }).list())
    }),
    { numRuns: 50 },
  )
})

it('rows are read once, and nothing of them is kept after the lock', async () => {
  let isLocked = false
  let readings = 0
  const counted = new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'getAll') return typeof value === 'function' ? value.bind(target) : value
      return async (...given: Parameters<Database['getAll']>) => {
        readings += 1
        if (isLocked) throw new Failure('locked')
        return target.getAll(...given)
      }
    },
  })
  const kept = createContacts({ database: counted, clock })
  await kept.name([{ address: anna, name: 'Anna' }])
  expect(await kept.list()).toBe(await kept.list())
  expect(readings).toBe(1)
  isLocked = true
  kept.forget()
  await expect(kept.list()).rejects.toMatchObject({ code: 'locked' })
  isLocked = false
  expect(await kept.list()).toMatchObject([{ name: 'Anna' }])
})
