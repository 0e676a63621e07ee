import { describe, expect, it } from 'vitest'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { asPageTells } from './fixtures.fixture'
import { journalOf } from './journal.fixture'
import { newPayment } from './new-payment'
import { termsForPage } from './page-terms'
import { readTermsText } from './terms'

const shop = 'https://shop.example'
const url = 'https://api.example/beans'
const json = JSON.stringify({
  x402Version: 2,
  resource: { url },
  accepts: [
    {
      scheme: 'exact',
      network: 'eip155:8453',
      amount: '10000',
      asset: '0x00000000000000000000000000000000000000aa',
      payTo: '0x00000000000000000000000000000000000000bb',
      maxTimeoutSeconds: 300,
      extra: { name: 'Test Dollar', version: '1' },
    },
  ],
})
const read = readTermsText(json)
if (read === null) throw new Error('unreadable sample')
const terms = { kind: 'terms', json, read } as const
const own = { ...terms, from: 'seller' } as const

const unseen = { url, method: 'GET', terms: null, isHidden: true }

async function parts(...payments: PaymentRecord[]) {
  const asked: string[] = []
  return {
    asked,
    rows: await journalOf(...payments),
    now: () => 100_000_000,
    async readTermsOf(address: string) {
      asked.push(address)
      return terms
    },
  }
}

describe('what a page’s own request costs', () => {
  it('is what a page of the seller was answered: nothing is asked again', async () => {
    const told = await parts()
    const request = { url, method: 'GET', terms: asPageTells(json), isHidden: false }
    expect(await termsForPage(request, 'https://api.example', told)).toEqual(own)
    expect(told.asked).toEqual([])
  })

  it('is what the seller says, not what a page of another origin claims it said', async () => {
    const claimed = json.replace(
      '0x00000000000000000000000000000000000000bb',
      '0x00000000000000000000000000000000000000ee',
    )
    const told = await parts()
    expect(
      await termsForPage({ url, method: 'GET', terms: asPageTells(claimed), isHidden: false }, shop, told),
    ).toEqual(own)
    expect(told.asked).toEqual([url])
  })

  it.each([
    ['an order cannot be asked about again', 'POST', async () => terms],
    ['the seller wants a cookie first', 'GET', async () => ({ kind: 'nothing' }) as const],
    ['the seller does not answer', 'GET', async () => null],
  ])('is what the page says, and marked so, where %s', async (_why, method, readTermsOf) => {
    const request = { url, method, terms: asPageTells(json), isHidden: false }
    expect(await termsForPage(request, shop, { ...(await parts()), readTermsOf })).toEqual({ ...terms, from: 'page' })
  })

  it('is asked for where the page sees the answer and not the terms', async () => {
    expect(await termsForPage({ ...unseen, isHidden: false }, shop, await parts())).toEqual(own)
  })

  it('is nothing that can be paid where the page sees no answer', async () => {
    expect(await termsForPage(unseen, shop, await parts())).toEqual({ kind: 'hidden' })
  })

  it.each([
    ['an order', { ...unseen, method: 'POST' }, shop],
    ['the page’s own origin', unseen, 'https://api.example'],
    ['this machine, for a site of the network', { ...unseen, url: 'http://127.0.0.1:8600/beans' }, shop],
    ['this machine by name, for a site of the network', { ...unseen, url: 'http://localhost:8600/beans' }, shop],
    ['this machine in another spelling', { ...unseen, url: 'http://[::ffff:127.0.0.1]:8600/beans' }, shop],
    ['this machine by its full name', { ...unseen, url: 'https://localhost.:8600/beans' }, shop],
    ['a private network, for a site of the network', { ...unseen, url: 'https://192.168.1.1/beans' }, shop],
    ['this machine, for a page of a private network', { ...unseen, url: 'https://127.0.0.1/' }, 'https://10.0.0.7'],
  ])('is never asked for: %s', async (_what, request, pageOrigin) => {
    const told = await parts()
    expect(await termsForPage(request, pageOrigin, told)).toBeNull()
    expect(told.asked).toEqual([])
  })

  it('is said once a day of an address whose answers are hidden', async () => {
    const place = {
      origin: 'https://api.example',
      pageOrigin: shop,
      tabId: 1,
      carrier: 'request',
      method: 'GET',
      url,
      bodyDigest: null,
      termsFrom: 'page',
    } as const
    const row = newPayment(place, '0x00000000000000000000000000000000000000cc', { kind: 'hidden' })
    const saidAt = (createdAt: number) => parts({ ...row, createdAt })
    expect(await termsForPage(unseen, shop, await saidAt(99_000_000))).toBeNull()
    expect(await termsForPage(unseen, shop, await saidAt(100_000_000 - 86_400_001))).toEqual({ kind: 'hidden' })
  })
})
