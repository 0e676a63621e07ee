import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, eraseDatabase, openDatabase } from '@/lib/database/open'
import type { PaymentRecord } from '@/lib/database/payment-records'
import { systemClock } from '@/lib/values/clock'
import { firstNetworkOf } from '@/lib/values/network-id'
import { createSites, type Sites } from './sites'

const shop = 'https://shop.example'
const cafe = 'https://cafe.example'
const network = firstNetworkOf(84_538_453)
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
  const paid = (changes: Partial<PaymentRecord> = {}): PaymentRecord => ({
    ...{
      id: 'a',
      origin: shop,
      pageOrigin: null,
      tabId: 1,
      carrier: 'navigation',
      method: 'GET',
      url: `${shop}/article`,
    },
    ...{ bodyDigest: null, termsFrom: 'seller', version: 2, terms: '{}', accepted: 0, way: 'eip3009', plan: '{}' },
    ...{ networkId: network, chainId: 84_538_453, account: null, token: null, payee: null, amount: 1n, charged: null },
    ...{ payload: 'e30=', validBefore: 1n, state: 'sent', attempts: 1, automatic: false, settlement: null },
    ...{ transaction: null, reason: null, createdAt: 1, signedAt: 2, endedAt: null },
    ...changes,
  })

  it('is here for the first time until it is connected', async () => {
    expect(await sites.isFirstTime(requester)).toBe(true)
    expect(await sites.isConnected(requester)).toBe(false)
    await sites.connect(shop, [`0x${'a1'.repeat(20)}`], network)
    expect(await sites.isFirstTime(requester)).toBe(false)
    expect(await sites.isConnected(requester)).toBe(true)
  })

  it('is not here for the first time once a payment for it was signed, though it sees no account', async () => {
    await database.put('payments', paid({ state: 'refused', signedAt: null }))
    await database.put('payments', paid({ id: 'b', origin: cafe }))
    expect(await sites.isFirstTime(requester)).toBe(true)
    await database.put('payments', paid({ id: 'c' }))
    expect(await sites.isFirstTime(requester)).toBe(false)
    expect(await sites.isConnected(requester)).toBe(false)
  })

  it('is the page that asked for the payment, not the seller whom another page paid', async () => {
    await database.put('payments', paid({ carrier: 'request', pageOrigin: cafe }))
    expect(await sites.isFirstTime(requester)).toBe(true)
    expect(await sites.isFirstTime({ ...requester, origin: cafe })).toBe(false)
  })
})

it('after everything was erased there are none', async () => {
  await sites.connect(shop, [], network)
  expect(await origins()).toEqual([shop])
  await eraseDatabase(database)
  sites.forget()
  expect(await origins()).toEqual([])
})
