import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wallClock } from '@/lib/base/clock'
import { setDamagedRowsAside, shapeCheck } from './inspection'
import { type Database, openDatabase } from './open'
import { paymentRowSchemas } from './payment-shapes'
import { readSetAside } from './set-aside-rows'
import { defaultSettings } from './settings'
import { storeNames, stores } from './stores'

const isWhole = shapeCheck(() => paymentRowSchemas)
let database: Database
beforeEach(async () => {
  database = await openDatabase(`inspection-${crypto.randomUUID()}`)
})
afterEach(async () => {
  database.close()
  await deleteDB(database.name)
})

const site = {
  origin: 'https://shop.example',
  networkId: 1,
  accounts: [],
  firstSeenAt: 1,
  lastUsedAt: 2,
  refusals: 0,
  mutedUntil: null,
}
const put = (store: (typeof storeNames)[number], row: unknown) => database.put(store, row as never)

test('whole rows stay where they are', async () => {
  await put('sites', site)
  await put('settings', defaultSettings)
  expect(await setDamagedRowsAside(database, wallClock, isWhole)).toEqual({})
  expect(await database.getAll('sites')).toEqual([site])
  expect(await database.getAll('settings')).toEqual([defaultSettings])
})

test('a damaged row is kept aside with the place it came from, and the others stay', async () => {
  const damaged = { ...site, origin: 'https://other.example', refusals: 'many' }
  await put('sites', site)
  await put('sites', damaged)
  await put('nonces', { key: '1:0:0x', next: null })
  expect(await setDamagedRowsAside(database, { ...wallClock, now: () => 42 }, isWhole)).toEqual({ sites: 1, nonces: 1 })
  expect(await database.getAll('sites')).toEqual([site])
  expect(await database.getAll('damaged')).toEqual(
    expect.arrayContaining([
      { store: 'sites', key: 'https://other.example', row: damaged, at: 42 },
      { store: 'nonces', key: '1:0:0x', row: { key: '1:0:0x', next: null }, at: 42 },
    ]),
  )
  expect(await database.count('damaged')).toBe(2)
})

test('what was set aside can be named and taken along, whatever it holds', async () => {
  expect(await readSetAside(database, null)).toEqual({ rows: [], text: '[]' })
  const circular: Record<string, unknown> = { origin: 'https://circle.example', refusals: 2n }
  circular.self = circular
  await put('sites', circular)
  await put('nonces', { key: '1:0:0x', next: 7n })
  await setDamagedRowsAside(database, { ...wallClock, now: () => 42 }, isWhole)
  const { rows, text } = await readSetAside(database, null)
  expect(rows).toEqual(expect.arrayContaining(['sites', 'nonces'].map(store => ({ store, at: 42 }))))
  expect(JSON.parse(text)).toEqual(
    expect.arrayContaining([
      { store: 'nonces', key: '1:0:0x', row: { key: '1:0:0x', next: '7' }, at: 42 },
      { store: 'sites', key: 'https://circle.example', row: '[object Object]', at: 42 },
    ]),
  )
})

test('in every store of rows a row without any field is damaged', async () => {
  const isFound = storeNames.filter(name => stores[name].shape !== null && !isWhole(name, {}))
  const uninspected = ['keyring', 'settings', 'damaged', 'listEntries']
  expect([...isFound, ...uninspected].sort()).toEqual([...storeNames].sort())
})

test('no row, however strange, makes the inspection fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async strange => {
      await put('tokens', { ...strange, key: 'strange' })
      await put('accounts', { ...strange, address: 'strange' })
      await setDamagedRowsAside(database, wallClock, isWhole)
      expect(await database.count('tokens')).toBe(0)
      expect(await database.count('accounts')).toBe(0)
    }),
    { numRuns: 30 },
  )
})
