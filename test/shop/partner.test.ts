import { afterAll, beforeAll, expect, it } from 'vitest'
import { dollars } from './dollar.ts'
import { type ShopFixture, startShopFixture } from './shop-fixture.ts'

let fixture: ShopFixture

beforeAll(async () => {
  fixture = await startShopFixture()
})
afterAll(() => fixture.stop())

const origin = 'http://shop.example'
const asked = (path: string) => fetch(`${fixture.shop.partnerUrl}${path}`, { headers: { origin } })
const preflight = (path: string) =>
  fetch(`${fixture.shop.partnerUrl}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,payment-signature',
    },
  })

it('the partner lets pages of other origins see its price and pay it', async () => {
  const response = await asked('/open/beans')
  expect(response.status).toBe(402)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-expose-headers')).toBe('payment-required,payment-response')
  const allowed = await preflight('/open/roast')
  expect(allowed.status).toBe(204)
  expect(allowed.headers.get('access-control-allow-headers')).toContain('payment-signature')
})

it('half lets them see the answer and not its price', async () => {
  const response = await asked('/half/beans')
  expect(response.status).toBe(402)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-expose-headers')).toBeNull()
})

it('closed lets them see nothing', async () => {
  const response = await asked('/closed/beans')
  expect(response.status).toBe(402)
  expect(response.headers.get('payment-required')).not.toBeNull()
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect((await preflight('/closed/roast')).headers.get('access-control-allow-origin')).toBeNull()
})

it('is paid like the shop', async () => {
  const { account, pay } = await fixture.customer(dollars('1'))
  const response = await pay(`${fixture.shop.partnerUrl}/open/roast`, { method: 'POST', body: '{"bean":"Harbour"}' })
  expect(await response.json()).toEqual({ roasted: { bean: 'Harbour' } })
  expect(await fixture.dollarsOf(account.address)).toBe(dollars('0.98'))
})
