import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentPayload } from '@x402/core/types'
import { appendPaymentIdentifierToExtensions, wrapFetchWithSIWx } from '@x402/extensions'
import { type Hash, isHash, parseEventLogs } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { testDollarAbi } from '../preview-network/contracts/abi/test-dollar.ts'
import { x402BatchSettlementAbi } from '../preview-network/contracts/abi/x402.ts'
import { takeEverything } from './channel-desk.ts'
import { type Customer, settlementOf } from './customer.ts'
import { dollars } from './dollar.ts'
import { type ShopFixture, startShopFixture } from './shop-fixture.ts'

let fixture: ShopFixture
let shop: ShopFixture['shop']
let customer: Customer
let ownedBefore: bigint
let earnedBefore: bigint

beforeAll(async () => {
  fixture = await startShopFixture()
  shop = fixture.shop
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  customer = await fixture.customer(dollars('10'))
  ownedBefore = await fixture.dollarsOf(customer.account.address)
  earnedBefore = await fixture.dollarsOf(shop.merchant)
})

const channelSchema = z.object({
  id: z.string(),
  payer: z.string(),
  balance: z.string(),
  charged: z.string(),
  claimed: z.string(),
})

const spent = async () => ownedBefore - (await fixture.dollarsOf(customer.account.address))
const earned = async () => (await fixture.dollarsOf(shop.merchant)) - earnedBefore
const article = (id: string) => `${shop.url}/articles/${id}`

/** The events of the test dollar and of payment channels in the transaction an answer names. */
async function eventsOf(response: Response) {
  const transaction = settlementOf(response)?.transaction
  if (transaction === undefined || !isHash(transaction)) throw new Error('the answer names no transaction')
  return eventsIn(transaction)
}
async function eventsIn(hash: Hash) {
  const { logs } = await fixture.network.client.getTransactionReceipt({ hash })
  return parseEventLogs({ abi: [...testDollarAbi, ...x402BatchSettlementAbi], logs }).map(({ eventName }) => eventName)
}

describe('an article asks for its price', () => {
  it('in the header, and shows a browser a page', async () => {
    const headers = { accept: 'text/html,*/*', 'user-agent': 'Mozilla/5.0' }
    const response = await fetch(article('exact'), { headers })
    expect(response.status).toBe(402)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain('It costs 0.01 test dollars.')
    expect(decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '')).toMatchObject({
      x402Version: 2,
      resource: { url: article('exact'), description: 'The first pour' },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:84538453',
          amount: '10000',
          asset: fixture.network.contracts.testDollar,
          payTo: shop.merchant,
          extra: { name: 'Test Dollar', version: '1' },
        },
      ],
    })
  })

  it('in the body, for those who know the first version', async () => {
    const response = await fetch(article('v1'))
    expect(response.status).toBe(402)
    expect(response.headers.get('payment-required')).toBeNull()
    expect(await response.json()).toMatchObject({
      x402Version: 1,
      accepts: [{ scheme: 'exact', network: 'eip155:84538453', maxAmountRequired: '10000', payTo: shop.merchant }],
    })
  })

  it('and after payment is a page for a browser', async () => {
    const headers = { accept: 'text/html,*/*', 'user-agent': 'Mozilla/5.0' }
    const response = await customer.pay(article('exact'), { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('cache-control')).toContain('private')
    expect(await response.text()).toContain('Thirty seconds that decide')
  })
})

describe('an article is paid for', () => {
  it('exactly, with an authorization of the token', async () => {
    const response = await customer.pay(article('exact'))
    expect(await response.json()).toMatchObject({ title: 'The first pour' })
    expect(await eventsOf(response)).toEqual(['AuthorizationUsed', 'Transfer'])
    expect([await spent(), await earned()]).toEqual([10_000n, 10_000n])
  })

  it('before the answer is made, where the shop wants that', async () => {
    const response = await customer.pay(article('upfront'))
    expect(response.status).toBe(200)
    expect([await spent(), await earned()]).toEqual([10_000n, 10_000n])
  })

  it('exactly, through Permit2, by somebody who never approved it', async () => {
    const response = await customer.pay(article('permit2-sponsored'))
    expect(response.status).toBe(200)
    expect(await eventsOf(response)).toEqual(['Approval', 'Transfer'])
    expect([await spent(), await earned()]).toEqual([20_000n, 20_000n])
  })

  it('through Permit2 only after an approval where no permit may ride along', async () => {
    const refused = await customer.pay(article('permit2'))
    expect(refused.status).toBe(412)
    expect(await spent()).toBe(0n)
    await fixture.approvePermit2(customer)
    expect((await customer.pay(article('permit2'))).status).toBe(200)
    expect([await spent(), await earned()]).toEqual([20_000n, 20_000n])
  })

  it('below a maximum, by what was read', async () => {
    const response = await customer.pay(article('upto'))
    expect(response.status).toBe(200)
    expect(settlementOf(response)).toMatchObject({ success: true, amount: '123456' })
    expect([await spent(), await earned()]).toEqual([123_456n, 123_456n])
  })

  it('in the way the payer chooses', async () => {
    expect((await customer.pay(article('choice'))).status).toBe(200)
    expect(await spent()).toBeGreaterThan(0n)
  })
})

describe('an article that its buyers keep', () => {
  it('is read again by who paid for it and signs in, and by nobody else', async () => {
    const signIn = (who: Customer) => wrapFetchWithSIWx(fetch, who.account)(article('kept'))
    expect((await signIn(customer)).status).toBe(402)
    expect((await customer.pay(article('kept'))).status).toBe(200)
    expect((await signIn(customer)).status).toBe(200)
    expect((await signIn(await fixture.customer(0n))).status).toBe(402)
    expect(await spent()).toBe(10_000n)
  })
})

describe('a payment under an id of its payer’s', () => {
  const sendUnder = async (id: string, payment: PaymentPayload) => {
    const extensions = appendPaymentIdentifierToExtensions({ ...payment.extensions }, id)
    const header = encodePaymentSignatureHeader({ ...payment, extensions })
    return fetch(article('exact'), { headers: { 'payment-signature': header } })
  }

  it('is answered again when it comes again, and charged once', async () => {
    const payment = await customer.promise(article('exact'))
    const [first, second] = [
      await sendUnder('an-answer-that-was-lost', payment),
      await sendUnder('an-answer-that-was-lost', payment),
    ]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await second.json()).toEqual(await first.json())
    expect(second.headers.get('payment-response')).toBe(first.headers.get('payment-response'))
    expect([await spent(), await earned()]).toEqual([10_000n, 10_000n])
  })

  it('stands for no other payment', async () => {
    const other = await customer.promise(article('exact'))
    await sendUnder('an-id-that-is-taken', await customer.promise(article('exact')))
    expect((await sendUnder('an-id-that-is-taken', other)).status).toBe(409)
    expect(await spent()).toBe(10_000n)
  })
})

describe('a payment channel', () => {
  it('takes a deposit once, then vouchers without a transaction, and pays the shop what they promise', async () => {
    // What the tests before left in channels of their own.
    await takeEverything(shop.channels)
    earnedBefore = await fixture.dollarsOf(shop.merchant)
    const first = await customer.pay(article('channel'))
    expect(await eventsOf(first)).toEqual(['AuthorizationUsed', 'Transfer', 'Transfer', 'ChannelCreated', 'Deposited'])
    expect(await spent()).toBe(10_000n)
    const second = await customer.pay(article('channel'))
    expect(settlementOf(second)).toMatchObject({
      transaction: '',
      extra: { chargedAmount: '1000', channelState: { chargedCumulativeAmount: '2000' } },
    })
    expect((await customer.pay(article('channel'))).status).toBe(200)
    expect([await spent(), await earned()]).toEqual([10_000n, 0n])
    await takeEverything(shop.channels)
    expect([await spent(), await earned()]).toEqual([10_000n, 3_000n])
  })

  it('refunds the rest when the payer asks', async () => {
    await customer.pay(article('channel'))
    expect(await customer.refund(article('channel'))).toMatchObject({ success: true })
    expect([await spent(), await earned()]).toEqual([1_000n, 0n])
    expect((await takeEverything(shop.channels)).claims).toEqual([])
    expect(await earned()).toBe(1_000n)
    expect(await takeEverything(shop.channels)).toEqual({ claims: [], settle: null })
  })

  it('is filled up when it runs dry', async () => {
    for (let page = 0; page < 11; page++) expect((await customer.pay(article('channel'))).status).toBe(200)
    expect(await spent()).toBe(20_000n)
  })
})

describe('a call of the API', () => {
  it('is paid for with its body', async () => {
    const body = JSON.stringify({ bean: 'Harbour', minutes: 11 })
    const response = await customer.pay(`${shop.url}/api/roast`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(await response.json()).toEqual({ roasted: { bean: 'Harbour', minutes: 11 } })
    expect([await spent(), await earned()]).toEqual([20_000n, 20_000n])
  })

  it.each([
    ['/api/beans', 10_000n],
    ['/api/tasting', 123_456n],
    ['/api/thought', 10_000n],
  ])('is paid for: %s', async (path, price) => {
    expect((await customer.pay(`${shop.url}${path}`)).status).toBe(200)
    expect(await spent()).toBe(price)
  })
})

describe('the shop’s side of a channel', () => {
  const send = async (path: string, init: RequestInit = {}) => (await fetch(`${shop.url}${path}`, init)).json()
  const channelOf = async () => {
    const channels = z.array(channelSchema).parse(await send('/api/channels'))
    const own = channels.find(({ payer }) => payer.toLowerCase() === customer.account.address.toLowerCase())
    if (own === undefined) throw new Error('the shop knows of no channel')
    return own
  }

  it('shows what was promised and claims it', async () => {
    await customer.pay(article('channel'))
    await customer.pay(article('channel'))
    expect(await channelOf()).toMatchObject({ balance: '10000', charged: '2000', claimed: '0' })
    await send('/api/channels/claim', { method: 'POST' })
    expect(await channelOf()).toMatchObject({ charged: '2000', claimed: '2000' })
  })

  it('gives back the rest of its own accord', async () => {
    await customer.pay(article('channel'))
    await send(`/api/channels/${(await channelOf()).id}/refund`, { method: 'POST' })
    expect(await spent()).toBe(1_000n)
  })
})
