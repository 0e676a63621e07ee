import { recordFaults } from '@/lib/faults/faults.fixture'
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
function lists(own = bundled, faults = recordFaults()) {
  const clock = createManualClock(Date.parse('2026-03-01'))
  return createPhishingLists({ database, clock, faults, readBundled: async () => text(own) })
}

it('uses the bundled list until the person provides a newer one', async () => {
  const mine = lists()
  expect(await mine.view()).toEqual({ source: 'bundled', date: '2026-01-01', licence: 'MIT', count: 1, own: false })
  expect((await mine.current()).has('new.example')).toBe(false)
  expect(await mine.replace(text(newer))).toMatchObject({ source: 'mine', count: 2, own: true })
  expect((await mine.current()).has('new.example')).toBe(true)
})

it('keeps the person’s list across worker restarts, does not touch the settings, and can remove it', async () => {
  await lists().replace(text(newer))
  expect(await createSettings(database).read()).toMatchObject({ key: 'settings', notifications: true })
  const later = lists()
  expect(await later.view()).toMatchObject({ source: 'mine' })
  expect(await later.remove()).toMatchObject({ source: 'bundled', own: false })
  expect(await lists().view()).toMatchObject({ source: 'bundled' })
})

it('uses the bundled list, and reports it, where the person’s list has become unreadable', async () => {
  await lists().replace(text(newer))
  await database.put('settings', { key: 'phishing-list', text: '{' })
  const faults = recordFaults()
  expect(await lists(bundled, faults).view()).toMatchObject({ source: 'bundled' })
  expect(faults.seen).toMatchObject([{ where: 'fraud-list', error: { name: 'SyntaxError' } }])
})

it('uses the bundled list again once it is the newer one', async () => {
  await lists().replace(text(newer))
  expect(await lists(listOf('2026-02-20', ['x.example'], 'next version')).view()).toMatchObject({
    source: 'next version',
    own: false,
  })
})

it.each([
  ['with the same date', { ...newer, date: '2026-01-01' }],
  ['older', { ...newer, date: '2025-12-31' }],
  ['with a date in the future', { ...newer, date: '2026-03-05' }],
])('refuses a list %s', async (_, file) => {
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
  ['text that is not JSON', '{'],
  ['JSON of another shape', '{"hosts":[]}'],
  ['a list without a date', text({ ...newer, date: 'yesterday' })],
  ['a list with an impossible date', text({ ...newer, date: '2026-13-01' })],
  ['an empty list', text({ ...newer, prefixes: '' })],
  ['a list with invalid base64', text({ ...newer, prefixes: '§§§' })],
  ['a truncated list', text({ ...newer, prefixes: bytes(0, 0, 0, 1, 0, 0) })],
  ['an unsorted list', text({ ...newer, prefixes: bytes(9, 0, 0, 1, 1, 0, 0, 0) })],
  ['a list with an invalid host', text({ ...newer, protected: ['x'.repeat(300)] })],
])('refuses %s', async (_, file) => {
  await expect(lists().replace(file)).rejects.toMatchObject({ code: 'phishing-list-unreadable' })
})

it('ignores a damaged row', async () => {
  await database.put('settings', { key: 'phishing-list', text: 'damaged' })
  expect(await lists().view()).toMatchObject({ source: 'bundled' })
})
