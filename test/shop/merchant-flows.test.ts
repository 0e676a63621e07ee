import {
  type Address,
  encodeFunctionData,
  type Hash,
  isAddress,
  isHash,
  type PrivateKeyAccount,
  parseEventLogs,
  type TypedDataDefinition,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { checkoutAbi } from '../preview-network/contracts/abi/checkout.ts'
import { escrowAbi } from '../preview-network/contracts/abi/escrow.ts'
import { spendPermissionManagerAbi } from '../preview-network/contracts/abi/spend-permissions.ts'
import { testDollarAbi } from '../preview-network/contracts/abi/test-dollar.ts'
import { tokenTypes } from '../preview-network/contracts/typed-data.ts'
import { createCustomer } from './customer.ts'
import { dollars } from './dollar.ts'
import { type ShopFixture, startShopFixture } from './shop-fixture.ts'

let fixture: ShopFixture
let account: PrivateKeyAccount

beforeAll(async () => {
  fixture = await startShopFixture()
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  account = await fixture.network.person(dollars('100'))
})

const hashSchema = z.custom<Hash>(value => typeof value === 'string' && isHash(value))
const whole = z.coerce.bigint()
const addressSchema = z.custom<Address>(value => typeof value === 'string' && isAddress(value))
/** The permission in the form that the manager takes back: the numbers of the typed data are decimal text. */
const permissionSchema = z.object({
  account: addressSchema,
  spender: addressSchema,
  token: addressSchema,
  allowance: whole,
  period: z.number(),
  start: z.number(),
  end: z.number(),
  salt: whole,
  extraData: z.literal('0x'),
})
const offerSchema = z.looseObject({ id: z.string(), typedData: z.custom<TypedDataDefinition>() })
const paymentSchema = z.looseObject({ id: z.string(), source: z.string(), payer: z.string(), hash: hashSchema })

async function send(path: string, body?: unknown) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${fixture.shop.url}${path}`, init)
  return { status: response.status, body: await response.json() }
}
/** Asks for terms and signs them, as a wallet does for a page. */
async function offer(path: string, terms: Record<string, unknown>, signer = account) {
  const { id, typedData, ...offered } = offerSchema.parse((await send(path, terms)).body)
  return { ...offered, typedData, path: `${path}/${id}`, signature: await signer.signTypedData(typedData) }
}
const left = () => fixture.dollarsOf(account.address)
async function eventsIn(hash: unknown) {
  const { logs } = await fixture.network.client.getTransactionReceipt({ hash: hashSchema.parse(hash) })
  const abi = [...checkoutAbi, ...escrowAbi, ...spendPermissionManagerAbi, ...testDollarAbi]
  return parseEventLogs({ abi, logs }).map(({ eventName }) => eventName)
}
async function lastPayment() {
  const [last] = z.array(paymentSchema).parse((await send('/api/payments')).body)
  if (last === undefined) throw new Error('nothing has come in')
  return last
}

describe('the checkout', () => {
  const signed = async (maximum = '12.00') => {
    const cart = await offer('/api/checkout', { payer: account.address, maximum })
    await send(`${cart.path}/permit`, { signature: cart.signature })
    return cart
  }

  it('captures what it costs, below the maximum that was signed, once', async () => {
    const { path } = await signed()
    const { body } = await send(`${path}/capture`, { amount: '9.50' })
    expect(body).toMatchObject({ state: 'captured', captured: { amount: '9500000' } })
    expect(await eventsIn(body.captured.hash)).toEqual(['Approval', 'Transfer', 'PaymentCaptured'])
    expect(await left()).toBe(dollars('90.50'))
    expect(await send(`${path}/capture`, { amount: '1' })).toEqual({
      status: 409,
      body: { error: 'This cart is captured already.' },
    })
  })

  it('takes a permit that was signed from its link, and nothing else that was', async () => {
    const { body: asked } = await send('/api/checkout/link', { maximum: '12.00' })
    const { checkout, testDollar } = fixture.network.contracts
    const [, query = ''] = asked.link.split('/permit?')
    const [spender, value, deadline] = query.split('&').map((part: string) => part.split('=')[1])
    expect([spender, value]).toEqual([checkout, '12000000'])
    const nonce = await fixture.network.client.readContract({
      address: testDollar,
      abi: testDollarAbi,
      functionName: 'nonces',
      args: [account.address],
      blockTag: 'pending',
    })
    const handed = async (most: bigint) => {
      const signature = await account.signTypedData({
        domain: { name: 'Test Dollar', version: '1', chainId: fixture.network.chainId, verifyingContract: testDollar },
        types: { Permit: tokenTypes.Permit },
        primaryType: 'Permit',
        message: { owner: account.address, spender, value: most, nonce, deadline: BigInt(deadline) },
      })
      const terms = `address=${account.address}&address=${spender}&uint256=${most}&uint256=${deadline}`
      return { link: `ethereum:${testDollar}@${fixture.network.chainId}/permit?${terms}&bytes=${signature}` }
    }
    const path = `/api/checkout/link/${asked.id}`
    expect((await send(path, await handed(11_000_000n))).body.error).toContain('not a signature of what was asked for')
    expect((await send(path, { link: 'ethereum:0x' })).status).toBe(400)
    expect((await send(path, await handed(12_000_000n))).body).toMatchObject({ state: 'permitted' })
    const { body } = await send(`/api/checkout/${asked.id}/capture`, { amount: '9.50' })
    expect(body).toMatchObject({ state: 'captured', captured: { amount: '9500000' } })
    expect(await left()).toBe(dollars('90.50'))
  })

  it('leaves the rest of the allowance behind', async () => {
    const { path } = await signed()
    await send(`${path}/capture`, { amount: '9.50' })
    const { checkout, testDollar } = fixture.network.contracts
    const args = [account.address, checkout] as const
    const read = {
      address: testDollar,
      abi: testDollarAbi,
      functionName: 'allowance',
      args,
      blockTag: 'pending',
    } as const
    expect(await fixture.network.client.readContract(read)).toBe(dollars('2.50'))
  })

  it('takes nothing above the maximum, and nothing without a signature of the payer', async () => {
    const { path } = await signed()
    expect((await send(`${path}/capture`, { amount: '12.01' })).body.error).toBe(
      'The customer agreed to 12.00 at most.',
    )
    const stranger = await fixture.network.person()
    const cart = await offer('/api/checkout', { payer: account.address, maximum: '12' }, stranger)
    expect((await send(`${cart.path}/permit`, { signature: cart.signature })).status).toBe(400)
    expect((await send(`${cart.path}/capture`, { amount: '1' })).status).toBe(409)
    expect(await left()).toBe(dollars('100'))
  })
})

describe('a preorder', () => {
  it.each(['receive', 'transfer'])('is signed now and captured later, once: %s', async kind => {
    const order = await offer('/api/preorders', { payer: account.address, amount: '5', kind })
    expect((await send(`${order.path}/signature`, { signature: order.signature })).body.state).toBe('authorized')
    expect(await left()).toBe(dollars('100'))
    const { body } = await send(`${order.path}/capture`, {})
    expect(body.state).toBe('captured')
    expect(await eventsIn(body.hash)).toEqual(['AuthorizationUsed', 'Transfer'])
    expect(await left()).toBe(dollars('95'))
    expect((await send(`${order.path}/capture`, {})).status).toBe(409)
  })

  it('that the customer cancelled cannot be captured, and the shop knows', async () => {
    const { network } = fixture
    const order = await offer('/api/preorders', { payer: account.address, amount: '5' })
    await send(`${order.path}/signature`, { signature: order.signature })
    const { nonce } = z.object({ nonce: hashSchema }).parse(order.typedData.message)
    const { domain } = order.typedData
    const message = { authorizer: account.address, nonce }
    const signature = await account.signTypedData({
      ...(domain === undefined ? {} : { domain }),
      types: { CancelAuthorization: tokenTypes.CancelAuthorization },
      primaryType: 'CancelAuthorization',
      message,
    })
    const args = [account.address, nonce, signature] as const
    const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'cancelAuthorization', args })
    await network.send(account, { to: network.contracts.testDollar, data })
    expect((await send(order.path)).body.state).toBe('cancelled')
    expect((await send(`${order.path}/capture`, {})).body.error).toContain('used or canceled')
    expect(await left()).toBe(dollars('100'))
  })

  it('that is not captured in time expires', async () => {
    const order = await offer('/api/preorders', { payer: account.address, amount: '5', validForSeconds: 1 })
    await send(`${order.path}/signature`, { signature: order.signature })
    await expect.poll(async () => (await send(order.path)).body.state, { timeout: 20_000 }).toBe('expired')
    expect((await send(`${order.path}/capture`, {})).body.error).toContain('expired')
  })
})

describe('an order in escrow', () => {
  const authorized = async (terms: Record<string, unknown> = {}) => {
    const order = await offer('/api/escrow', { payer: account.address, amount: '40', ...terms })
    const { body } = await send(`${order.path}/signature`, { signature: order.signature })
    expect(body).toMatchObject({ state: 'authorized', capturable: '40000000', refundable: '0' })
    expect(await left()).toBe(dollars('60'))
    return order.path
  }

  it('is captured in parts, and the rest is voided', async () => {
    const path = await authorized()
    const captured = await send(`${path}/capture`, { amount: '15' })
    expect(captured.body).toMatchObject({ capturable: '25000000', refundable: '15000000' })
    expect((await send(`${path}/void`, {})).body).toMatchObject({ capturable: '0', refundable: '15000000' })
    expect(await left()).toBe(dollars('85'))
  })

  it('is never captured above what is held', async () => {
    const path = await authorized()
    const refused = await send(`${path}/capture`, { amount: '40.01' })
    expect(refused.status).toBe(409)
    expect(refused.body.error).toContain('InsufficientAuthorization')
  })

  it('is refunded through the escrow, never above what was captured', async () => {
    const path = await authorized()
    await send(`${path}/capture`, { amount: '40' })
    const { id } = await lastPayment()
    expect((await send(`/api/payments/${id}/refunds`, { amount: '40.01' })).status).toBe(409)
    expect((await send(`/api/payments/${id}/refunds`, { amount: '25' })).body).toMatchObject({ refunded: '25000000' })
    expect((await send(path)).body).toMatchObject({ refundable: '15000000' })
    expect(await left()).toBe(dollars('85'))
  })

  it('goes back to the customer who reclaims it when its time is over', async () => {
    const path = await authorized({ captureForSeconds: 8 })
    const { reclaim } = (await send(path)).body
    const { now, send: submit } = fixture.network
    await expect.poll(async () => Number(await now()), { timeout: 20_000 }).toBeGreaterThan(reclaim.notBefore)
    const receipt = await submit(account, { to: reclaim.to, data: reclaim.data })
    expect(await eventsIn(receipt.transactionHash)).toContain('PaymentReclaimed')
    expect(await left()).toBe(dollars('100'))
    expect((await send(`${path}/capture`, { amount: '1' })).status).toBe(409)
  })
})

describe('a subscription', () => {
  const subscribed = async (terms: Record<string, unknown> = {}) => {
    await fixture.network.delegate(account)
    const subscription = await offer('/api/subscriptions', { account: account.address, allowance: '5', ...terms })
    const answer = await send(`${subscription.path}/signature`, { signature: subscription.signature })
    return { ...subscription, answer }
  }

  it('is charged once in a period, and no more', async () => {
    const { path, answer } = await subscribed()
    expect(answer.body).toMatchObject({ state: 'active', charges: [{ amount: '5000000' }] })
    expect(await eventsIn(answer.body.charges[0].hash)).toContain('SpendPermissionUsed')
    expect(await left()).toBe(dollars('95'))
    const refused = await send(`${path}/charge`, { amount: '0.01' })
    expect(refused.body.error).toContain('ExceededSpendPermission')
  })

  it('is charged by the shop itself when the next period begins, until it is over', { timeout: 60_000 }, async () => {
    // A period begins a minute before it is signed.
    const { path } = await subscribed({ periodSeconds: 68, periods: 2 })
    await expect.poll(async () => (await send(path)).body.charges.length, { timeout: 45_000, interval: 200 }).toBe(2)
    expect(await left()).toBe(dollars('90'))
  })

  it('ends when the customer revokes it, and when the shop does', async () => {
    const mine = await subscribed()
    const { network } = fixture
    const own = permissionSchema.parse(mine.typedData.message)
    const data = encodeFunctionData({ abi: spendPermissionManagerAbi, functionName: 'revoke', args: [own] })
    await network.send(account, { to: network.contracts.spendPermissionManager, data })
    expect((await send(`${mine.path}/charge`, { amount: '1' })).body.error).toContain('UnauthorizedSpendPermission')
    account = await network.person(dollars('100'))
    const theirs = await subscribed()
    expect((await send(`${theirs.path}/cancel`, {})).body.state).toBe('ended')
    expect((await send(`${theirs.path}/charge`, { amount: '1' })).status).toBe(409)
  })

  it('wants a smart account', async () => {
    const subscription = await offer('/api/subscriptions', { account: account.address, allowance: '5' })
    const { body } = await send(`${subscription.path}/signature`, { signature: subscription.signature })
    expect(body.error).toContain('smart account')
  })
})

describe('the refund desk', () => {
  it('gives back what an article cost, to who paid it, and never more', async () => {
    const customer = createCustomer(fixture.network, account)
    expect((await customer.pay(`${fixture.shop.url}/articles/exact`)).status).toBe(200)
    const { id, source, payer } = await lastPayment()
    expect({ source, payer }).toEqual({ source: 'article', payer: account.address })
    const refunds = await Promise.all(['0.006', '0.006'].map(amount => send(`/api/payments/${id}/refunds`, { amount })))
    expect(refunds.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await send(`/api/payments/${id}/refunds`, { amount: '0.004' })).body).toMatchObject({ refunded: '10000' })
    expect((await send(`/api/payments/${id}/refunds`, { amount: '0.000001' })).status).toBe(409)
    expect(await left()).toBe(dollars('100'))
  })

  it('says with a memo what the money is for', async () => {
    const order = await offer('/api/preorders', { payer: account.address, amount: '5' })
    await send(`${order.path}/signature`, { signature: order.signature })
    await send(`${order.path}/capture`, {})
    const { id } = await lastPayment()
    const { body } = await send(`/api/payments/${id}/refunds`, { amount: '2' })
    expect(await eventsIn(body.refunds[0].hash)).toEqual(['Transfer', 'Memo'])
  })
})
