import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/lib/database/open'
import { createSettings } from '@/lib/database/settings'
import { createManualClock } from '@/lib/values/manual-clock'
import { packPhishingList } from './phishing-list'
import { createPhishingLists } from './phishing-lists'

const listOf = (date: string, hosts: string[], source = 'a list') =>
  packPhishingList({ source, date, licence: 'MIT', hosts, protected: [], allowed: [] })
const bundled = listOf('2026-01-01', ['old.example'], 'bundled')
const newer = listOf('2026-02-01', ['old.example', 'new.example'], 'mine')
const text = (file: object) => JSON.stringify(file)

let database: Database
beforeEach(async () => {
  database = await openDatabase(`lists-${crypto.randomUUID()}`)
})
afterEach(async () => {
  database.close()
  await deleteDB(database.name)
})
function lists(own = bundled) {
  const clock = createManualClock(Date.parse('2026-03-01'))
  return createPhishingLists({ database, clock, readBundled: async () => text(own) })
}

it('is the one that came with the wallet, until the person gives a newer one', async () => {
  const mine = lists()
  expect(await mine.view()).toEqual({ source: 'bundled', date: '2026-01-01', licence: 'MIT', count: 1, own: false })
  expect((await mine.current()).has('new.example')).toBe(false)
  expect(await mine.replace(text(newer))).toMatchObject({ source: 'mine', count: 2, own: true })
  expect((await mine.current()).has('new.example')).toBe(true)
})

it('outlives the worker, leaves the settings alone, and can be taken back', async () => {
  await lists().replace(text(newer))
  expect(await createSettings(database).read()).toMatchObject({ key: 'settings', notifications: true })
  const later = lists()
  expect(await later.view()).toMatchObject({ source: 'mine' })
  expect(await later.remove()).toMatchObject({ source: 'bundled', own: false })
  expect(await lists().view()).toMatchObject({ source: 'bundled' })
})

it('gives way to a later one that comes with the wallet', async () => {
  await lists().replace(text(newer))
  expect(await lists(listOf('2026-02-20', ['x.example'], 'next version')).view()).toMatchObject({
    source: 'next version',
    own: false,
  })
})

it.each([
  ['of the same day', { ...newer, date: '2026-01-01' }],
  ['older', { ...newer, date: '2025-12-31' }],
  ['of a day that has not come', { ...newer, date: '2026-03-05' }],
])('a list %s is not taken', async (_, file) => {
  const mine = lists()
  await expect(mine.replace(text(file))).rejects.toMatchObject({
    code: 'phishing-list-not-newer',
    details: { date: '2026-01-01' },
  })
  expect(await mine.view()).toMatchObject({ own: false })
  expect(await database.get('settings', 'phishing-list')).toBeUndefined()
})

const bytes = (...numbers: number[]) => btoa(String.fromCharCode(...numbers))
it.each([
  ['no JSON', '{'],
  ['something else', '{"hosts":[]}'],
  ['no day', text({ ...newer, date: 'yesterday' })],
  ['no such day', text({ ...newer, date: '2026-13-01' })],
  ['an empty list', text({ ...newer, prefixes: '' })],
  ['no base64', text({ ...newer, prefixes: '§§§' })],
  ['a list cut off', text({ ...newer, prefixes: bytes(0, 0, 0, 1, 0, 0) })],
  ['a list out of order', text({ ...newer, prefixes: bytes(9, 0, 0, 1, 1, 0, 0, 0) })],
  ['hosts that are none', text({ ...newer, protected: ['x'.repeat(300)] })],
])('%s is no list', async (_, file) => {
  await expect(lists().replace(file)).rejects.toMatchObject({ code: 'phishing-list-unreadable' })
})

it('a damaged row counts for none', async () => {
  await database.put('settings', { key: 'phishing-list', text: 'damaged' })
  expect(await lists().view()).toMatchObject({ source: 'bundled' })
})
