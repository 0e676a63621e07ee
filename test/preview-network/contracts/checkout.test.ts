import { encodeFunctionData, type Hex, type LocalAccount, parseEventLogs, parseSignature, stringToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutAbi as abi } from './abi/checkout.ts'
import { testDollarAbi } from './abi/test-dollar.ts'
import { type NetworkFixture, startNetworkFixture } from './network-fixture.ts'
import { merchant } from './roles.ts'
import { tokenTypes } from './typed-data.ts'

const refusals = [...abi, ...testDollarAbi]
const maximum = 20_000000n

let network: NetworkFixture
let payer: LocalAccount
let deadline: bigint

beforeAll(async () => {
  network = await startNetworkFixture()
  payer = await network.person(100_000000n)
  deadline = (await network.now()) + 900n
})
afterAll(() => network.stop())

const read = () => ({ address: network.contracts.testDollar, abi: testDollarAbi, blockTag: 'pending' as const })

async function permit(value = maximum): Promise<Hex> {
  const { testDollar, checkout } = network.contracts
  const nonce = await network.client.readContract({ ...read(), functionName: 'nonces', args: [payer.address] })
  return payer.signTypedData({
    domain: { name: 'Test Dollar', version: '1', chainId: network.chainId, verifyingContract: testDollar },
    types: tokenTypes,
    primaryType: 'Permit',
    message: { owner: payer.address, spender: checkout, value, nonce, deadline },
  })
}

function capture(order: string, amount: bigint, signature: Hex) {
  const { r, s, yParity } = parseSignature(signature)
  const orderId = stringToHex(order, { size: 32 })
  const args = [orderId, payer.address, amount, maximum, deadline, 27 + yParity, r, s] as const
  return { to: network.contracts.checkout, data: encodeFunctionData({ abi, functionName: 'capture', args }) }
}

const leftOver = () =>
  network.client.readContract({
    ...read(),
    functionName: 'allowance',
    args: [payer.address, network.contracts.checkout],
  })

describe('a capture below the signed maximum', () => {
  it('takes the actual amount, and leaves the rest of the allowance standing', async () => {
    const before = await network.dollarsOf(merchant.address)
    const receipt = await network.send(merchant, capture('order-1', 12_340000n, await permit()))
    expect(parseEventLogs({ abi, logs: receipt.logs })).toMatchObject([
      {
        eventName: 'PaymentCaptured',
        args: {
          orderId: stringToHex('order-1', { size: 32 }),
          payer: payer.address,
          amount: 12_340000n,
          authorizedMaximum: maximum,
        },
      },
    ])
    expect((await network.dollarsOf(merchant.address)) - before).toBe(12_340000n)
    expect(await leftOver()).toBe(maximum - 12_340000n)
  })

  it('is refused above the maximum, to anybody else, and for an order a second time', async () => {
    const signature = await permit()
    const from = merchant.address
    expect(await network.refusal(from, capture('order-2', maximum + 1n, signature), refusals)).toBe(
      'AmountExceedsMaximum()',
    )
    expect(await network.refusal(payer.address, capture('order-2', 1n, signature), refusals)).toBe('NotMerchant()')
    expect(await network.refusal(from, capture('order-1', 1n, signature), refusals)).toBe(
      `OrderAlreadyCaptured(${stringToHex('order-1', { size: 32 })})`,
    )
  })

  it('works when somebody else has submitted the permit first', async () => {
    const signature = await permit()
    const { r, s, yParity } = parseSignature(signature)
    const args = [payer.address, network.contracts.checkout, maximum, deadline, 27 + yParity, r, s] as const
    const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'permit', args })
    await network.send(await network.person(), { to: network.contracts.testDollar, data })
    await network.send(merchant, capture('order-3', maximum, signature))
    expect(await leftOver()).toBe(0n)
  })

  it('says why a permit is refused when there is no allowance without it', async () => {
    const forged = await permit(maximum + 1n)
    expect(await network.refusal(merchant.address, capture('order-4', 1n, forged), refusals)).toBe(
      'EIP2612: invalid signature',
    )
    const late = capture('order-4', 1n, await permit())
    expect(await network.refusal(merchant.address, late, refusals, deadline + 1n)).toBe(
      'FiatTokenV2: permit is expired',
    )
  })

  it('is refused once the permit nonce is used up by another permit', async () => {
    const signature = await permit()
    const args = [payer.address, network.contracts.checkout, 0n, deadline, await permit(0n)] as const
    const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'permit', args })
    await network.send(payer, { to: network.contracts.testDollar, data })
    expect(await network.refusal(merchant.address, capture('order-5', 1n, signature), refusals)).toBe(
      'EIP2612: invalid signature',
    )
  })
})
