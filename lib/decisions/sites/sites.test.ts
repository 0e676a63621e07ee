import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { firstNetworkOf } from '@/lib/base/network-id'
import { type Database, eraseDatabase, openDatabase } from '@/lib/storage/open'
import { createSites, type Sites } from './sites'

const shop = 'https://shop.example'
const cafe = 'https://cafe.example'
const reader = 'https://reader.example'
const network = firstNetworkOf(84_538_453)
const address = `0x${'ab'.repeat(20)}` as const
let database: Database
let sites: Sites

const origins = async () => (await sites.all()).map(({ origin }) => origin).sort()

beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  sites = createSites({ database, clock: systemClock })
})
afterEach(() => database.close())

it('all sites are those that are stored, however changes and readings follow each other', async () => {
  await sites.connect(shop, [], network)
  // The first reading is under way when the next site connects.
  const [before] = await Promise.all([sites.all(), sites.connect(cafe, [], network)])
  expect(before.map(({ origin }) => origin)).toContain(shop)
  expect(await origins()).toEqual([cafe, shop])
  for (let refusal = 0; refusal < 3; refusal++) await sites.countRefusal(cafe, network)
  expect(await sites.all()).toEqual(expect.arrayContaining(await database.getAll('sites')))
  expect((await sites.all()).find(({ origin }) => origin === cafe)?.refusals).toBe(3)
})

describe('a site that asks', () => {
  const requester = { kind: 'site', origin: shop, topOrigin: null, tabId: 1, documentId: 'd' } as const

  it('is here for the first time until it is connected', async () => {
    expect(await sites.isFirstTime(requester)).toBe(true)
    expect(await sites.isConnected(requester)).toBe(false)
    await sites.connect(shop, [`0x${'a1'.repeat(20)}`], network)
    expect(await sites.isFirstTime(requester)).toBe(false)
    expect(await sites.isConnected(requester)).toBe(true)
  })
})

it('after everything was erased there are none', async () => {
  await sites.connect(shop, [], network)
  expect(await origins()).toEqual([shop])
  await eraseDatabase(database)
  sites.forget()
  expect(await origins()).toEqual([])
})

it('a site is there for the first time until the person is connected to it, or has paid it', async () => {
  const isFirstTime = (origin: string) =>
    sites.isFirstTime({ kind: 'site', origin, topOrigin: null, tabId: 1, documentId: 'a' })
  expect([await isFirstTime(shop), await isFirstTime(cafe)]).toEqual([true, true])
  await sites.connect(shop, [address], network)
  const bought = { networkId: network, token: address, payee: address }
  await database.put('paymentSites', { origin: cafe, switchedOn: false, payees: [bought], createdAt: 1 })
  expect([await isFirstTime(shop), await isFirstTime(cafe)]).toEqual([false, false])
  await database.put('paymentSites', { origin: reader, switchedOn: true, payees: [], createdAt: 1 })
  expect(await isFirstTime(reader)).toBe(false)
})
