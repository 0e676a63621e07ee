import { ExactEvmScheme } from '@x402/evm/exact/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dollars } from './dollar.ts'
import { type ShopFixture, startShopFixture } from './shop-fixture.ts'

let fixture: ShopFixture

beforeAll(async () => {
  fixture = await startShopFixture()
})
afterAll(() => fixture.stop())

async function ask(path: string, body?: unknown) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${fixture.shop.facilitator.url}${path}`, init)
  return { status: response.status, body: await response.json() }
}

/** A payment of a cent to somebody, and the terms it answers. */
async function payment(more: { amount?: string; scheme?: string } = {}) {
  const { account } = await fixture.customer(dollars('1'))
  const { network, shop } = fixture
  const paymentRequirements = {
    scheme: 'exact',
    network: `eip155:${network.chainId}` as const,
    amount: '10000',
    asset: network.contracts.testDollar,
    payTo: shop.merchant,
    maxTimeoutSeconds: 300,
    extra: { name: 'Test Dollar', version: '1' },
  }
  const { payload } = await new ExactEvmScheme(account).createPaymentPayload(2, paymentRequirements)
  const accepted = { ...paymentRequirements, ...more }
  return { x402Version: 2, paymentPayload: { x402Version: 2, accepted, payload }, paymentRequirements: accepted }
}

it('the facilitator says what it can do, and in whose name', async () => {
  const { body } = await ask('/supported')
  expect(body.kinds.map(({ scheme }: { scheme: string }) => scheme)).toEqual(['exact', 'upto', 'batch-settlement'])
  expect(body.extensions).toEqual(['eip2612GasSponsoring'])
  expect(body.signers).toEqual({ 'eip155:*': [fixture.shop.facilitator.address] })
})

it('it verifies without taking, and settles once', async () => {
  const request = await payment()
  expect((await ask('/verify', request)).body).toMatchObject({ isValid: true })
  const before = await fixture.dollarsOf(fixture.shop.merchant)
  expect((await ask('/settle', request)).body).toMatchObject({ success: true })
  expect((await ask('/settle', request)).body).toMatchObject({ success: false })
  expect((await fixture.dollarsOf(fixture.shop.merchant)) - before).toBe(10_000n)
})

it('it takes nothing on other terms than were signed, and nothing it cannot read', async () => {
  expect((await ask('/verify', await payment({ amount: '20000' }))).body).toMatchObject({
    isValid: false,
    invalidReason: 'invalid_exact_evm_payload_authorization_value_mismatch',
  })
  expect((await ask('/settle', await payment({ scheme: 'barter' }))).status).toBe(500)
  expect(await ask('/settle', { x402Version: 2 })).toEqual({
    status: 400,
    body: { success: false, errorReason: 'invalid_payload' },
  })
})
