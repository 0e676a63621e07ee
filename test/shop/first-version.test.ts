import { decodePaymentResponseHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dollars } from './dollar.ts'
import { type ShopFixture, startShopFixture } from './shop-fixture.ts'

let fixture: ShopFixture

beforeAll(async () => {
  fixture = await startShopFixture()
})
afterAll(() => fixture.stop())

it('an article of the first version is paid for once, whatever is sent again', async () => {
  const { account } = await fixture.customer(dollars('1'))
  const { url } = fixture.shop
  const address = `${url}/articles/v1`
  const required = await (await fetch(address)).json()
  const { maxAmountRequired: amount, asset, payTo, maxTimeoutSeconds, network, scheme, extra } = required.accepts[0]
  const { payload } = await new ExactEvmScheme(account).createPaymentPayload(1, {
    amount,
    asset,
    payTo,
    maxTimeoutSeconds,
    network,
    scheme,
    extra,
  })
  const payment = Buffer.from(JSON.stringify({ x402Version: 1, scheme, network, payload })).toString('base64')
  const pay = () => fetch(address, { headers: { 'x-payment': payment } })
  const paid = await pay()
  expect(paid.status).toBe(200)
  expect(decodePaymentResponseHeader(paid.headers.get('x-payment-response') ?? '')).toMatchObject({
    success: true,
    payer: account.address,
  })
  const again = await pay()
  expect(again.status).toBe(402)
  expect(await again.json()).toMatchObject({ error: 'invalid_exact_evm_nonce_already_used' })
  expect((await fetch(address, { headers: { 'x-payment': '!' } })).status).toBe(402)
  expect(await fixture.dollarsOf(account.address)).toBe(dollars('0.99'))
})
