import { decodePaymentRequiredHeader } from '@x402/core/http'
import { type Address, getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDollarAbi } from '../preview-network/contracts/abi/test-dollar.ts'
import { type Customer, settlementOf } from './customer.ts'
import { dollars } from './dollar.ts'
import type { HostileScenario } from './hostile-scenarios.ts'
import { type ShopFixture, startShopFixture } from './shop-fixture.ts'

let fixture: ShopFixture
let hostile: ShopFixture['shop']['hostile']
let customer: Customer
let before: bigint

beforeAll(async () => {
  fixture = await startShopFixture()
  hostile = fixture.shop.hostile
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  customer = await fixture.customer(dollars('20'))
  before = await fixture.dollarsOf(customer.account.address)
})

const spent = async () => before - (await fixture.dollarsOf(customer.account.address))
const ask = (scenario: HostileScenario) => fetch(hostile.address(scenario))
const pay = (scenario: HostileScenario, query = '') => customer.pay(`${hostile.address(scenario)}${query}`)
const wanted = async (response: Response) => decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '')
const termsOf = async (scenario: HostileScenario) => (await wanted(await ask(scenario))).accepts[0]
/** Sends the last payment a scenario got once more, unchanged. */
const again = (scenario: HostileScenario, headers: Record<string, string> = {}) =>
  fetch(hostile.address(scenario), {
    headers: { 'payment-signature': hostile.paymentsTo(scenario).at(-1) ?? '', ...headers },
  })

describe('the hostile merchant asks', () => {
  it('for what nobody should sign', async () => {
    expect(await termsOf('wrong-domain-name')).toMatchObject({ extra: { name: 'USD Coin', version: '1' } })
    expect(await termsOf('wrong-domain-version')).toMatchObject({ extra: { name: 'Test Dollar', version: '2' } })
    expect((await termsOf('payee-changed'))?.payTo).not.toBe((await termsOf('payee-changed'))?.payTo)
    expect(await termsOf('unknown-scheme')).toMatchObject({ scheme: 'barter' })
    expect(await termsOf('unknown-network')).toMatchObject({ network: 'eip155:84538453000' })
    expect(await termsOf('too-many-decimals')).toMatchObject({ amount: '0.0000001' })
    expect(await termsOf('deposit-of-a-thousand')).toMatchObject({ amount: '10000', extra: { minDeposit: '10000000' } })
    expect(await termsOf('withdraw-delay-30-days')).toMatchObject({ extra: { withdrawDelay: 2_592_000 } })
    expect(await termsOf('two-seconds')).toMatchObject({ maxTimeoutSeconds: 2 })
    expect(await termsOf('never-ends')).toMatchObject({ maxTimeoutSeconds: 3_153_600_000 })
    expect((await wanted(await ask('other-resource'))).resource).toMatchObject({ url: 'https://bank.example/transfer' })
    expect((await wanted(await ask('behind-a-proxy'))).resource?.url).toMatch(/^https:\/\/127.0.0.1\//)
    const sponsored = await wanted(await ask('sponsored-without-domain'))
    expect(sponsored.accepts[0]?.extra).toEqual({ assetTransferMethod: 'permit2' })
    expect(sponsored.extensions).toHaveProperty('eip2612GasSponsoring')
  })

  it('for a token with every word of the test dollar', async () => {
    const { client, contracts } = fixture.network
    const lookAlike = getAddress((await termsOf('look-alike-token'))?.asset ?? '')
    const words = ['name', 'symbol', 'decimals', 'DOMAIN_SEPARATOR'] as const
    const said = (address: Address) =>
      Promise.all(
        words.map(functionName =>
          client.readContract({ address, abi: testDollarAbi, functionName, blockTag: 'pending' }),
        ),
      )
    const [own, other] = await Promise.all([said(contracts.testDollar), said(lookAlike)])
    expect(other.slice(0, 3)).toEqual(own.slice(0, 3))
    expect(other[3]).not.toBe(own[3])
    expect(hostile.lookAlike).toBe(lookAlike)
  })

  it('in unreadable terms, or in another protocol', async () => {
    const malformed = await ask('malformed')
    expect(malformed.status).toBe(402)
    await expect(wanted(malformed)).rejects.toThrow()
    const other = await ask('other-protocol')
    expect(other.status).toBe(402)
    expect(other.headers.get('www-authenticate')).toMatch(/^Payment /)
  })

  it('with a clock that is wrong', async () => {
    const off = async (scenario: HostileScenario) =>
      Date.parse((await ask(scenario)).headers.get('date') ?? '') - Date.now()
    expect(await off('clock-ahead')).toBeGreaterThan(3_500_000)
    expect(await off('clock-behind')).toBeLessThan(-3_500_000)
  })
})

describe('the hostile merchant, paid,', () => {
  it.each([
    'wrong-domain-name',
    'wrong-domain-version',
    'payee-changed',
    'look-alike-token',
    'price-rises',
    'clock-ahead',
    'two-seconds',
  ] as const)('asks again and has got nothing: %s', async scenario => {
    expect((await pay(scenario)).status).toBe(402)
    expect(await spent()).toBe(0n)
  })

  it('asks again though it was paid, however often', async () => {
    expect((await pay('loop')).status).toBe(402)
    expect((await again('loop')).status).toBe(402)
    expect(await spent()).toBe(10_000n)
  })

  it('delivers for the payee and the amount that its address names', async () => {
    const payee = privateKeyToAddress(generatePrivateKey())
    expect((await pay('payee-as-asked', `?payee=${payee}&amount=30000`)).status).toBe(200)
    expect(await fixture.dollarsOf(payee)).toBe(30_000n)
    expect(await spent()).toBe(30_000n)
  })

  it('delivers and says nothing of the payment', async () => {
    const response = await pay('no-proof')
    expect(response.status).toBe(200)
    expect(settlementOf(response)).toBeNull()
    expect(await spent()).toBe(10_000n)
  })

  it('delivers and leaves the authorization open', async () => {
    expect((await pay('unsettled')).status).toBe(200)
    expect(await spent()).toBe(0n)
  })

  it('delivers and names a transaction that never was', async () => {
    const settlement = settlementOf(await pay('false-proof'))
    expect(settlement?.success).toBe(true)
    expect(await spent()).toBe(0n)
  })

  it('answers 402 and takes the payment all the same; the same payment again is good', async () => {
    expect((await pay('settle-timeout')).status).toBe(402)
    await hostile.idle()
    expect(await spent()).toBe(10_000n)
    expect((await again('settle-timeout')).status).toBe(200)
    expect(await spent()).toBe(10_000n)
  })

  it('breaks after it was paid', async () => {
    expect((await pay('error-after-settlement')).status).toBe(500)
    expect((await again('error-after-settlement')).status).toBe(500)
    expect(await spent()).toBe(10_000n)
  })

  it('breaks once, and delivers when the same payment comes again', async () => {
    expect((await pay('error-then-delivered')).status).toBe(503)
    expect((await again('error-then-delivered')).status).toBe(200)
    expect(await spent()).toBe(10_000n)
  })

  it('takes a deposit of a thousand prices if signed', async () => {
    expect((await pay('deposit-of-a-thousand')).status).toBe(200)
    expect(await spent()).toBe(dollars('10'))
  })

  it('opens a channel that gives nothing back for thirty days', async () => {
    expect((await pay('withdraw-delay-30-days')).status).toBe(200)
    expect(await spent()).toBe(100_000n)
  })

  it('counts more than the price', async () => {
    await expect(pay('charge-above-price')).rejects.toThrow('chargedAmount exceeds')
    expect(settlementOf(await again('charge-above-price'))?.extra).toMatchObject({
      chargedAmount: '50000',
      channelState: { chargedCumulativeAmount: '50000' },
    })
  })

  it('says it took more than the maximum', async () => {
    await fixture.approvePermit2(customer)
    expect(settlementOf(await pay('charge-above-maximum'))?.amount).toBe('50000')
    expect(await spent()).toBe(10_000n)
  })

  it('refuses its voucher to a page three times, and takes it then', async () => {
    expect((await pay('voucher-taken-late')).status).toBe(200)
    expect((await pay('voucher-taken-late')).status).toBe(200)
    const asPage = () => again('voucher-taken-late', { accept: 'text/html' })
    expect([(await asPage()).status, (await asPage()).status, (await asPage()).status]).toEqual([402, 402, 402])
    const taken = await asPage()
    expect([taken.status, settlementOf(taken)?.extra]).toMatchObject([200, { chargedAmount: '10000' }])
    expect(await spent()).toBe(100_000n)
  })

  it('shows a voucher the payer never signed', async () => {
    const response = await pay('forged-voucher-state')
    expect(response.status).toBe(402)
    expect(await wanted(response)).toMatchObject({
      error: 'invalid_batch_settlement_evm_cumulative_amount_mismatch',
      accepts: [{ extra: { channelState: { chargedCumulativeAmount: '90000' } } }],
    })
    expect(await spent()).toBe(0n)
  })

  it('holds an authorization for a hundred years', async () => {
    expect((await pay('never-ends')).status).toBe(200)
    const [payment = ''] = hostile.paymentsTo('never-ends')
    const { authorization } = JSON.parse(Buffer.from(payment, 'base64').toString()).payload
    expect(Number(authorization.validBefore)).toBeGreaterThan(Date.now() / 1000 + 3_000_000_000)
  })

  it('sends the payment on to another origin, where it is caught', async () => {
    const response = await pay('redirect')
    expect(new URL(response.url).hostname).toBe('localhost')
    expect(hostile.caught()).toHaveLength(1)
  })

  it('answers late', async () => {
    const answer = pay('slow', '?ms=600000')
    await expect.poll(spent, { timeout: 20_000 }).toBe(10_000n)
    hostile.hurry()
    expect((await answer).status).toBe(200)
  })
})
