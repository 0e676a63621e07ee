import fc from 'fast-check'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  type LocalAccount,
  parseEventLogs,
  stringToHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payoutsAbi as abi } from './abi/checkout.ts'
import { testDollarAbi } from './abi/test-dollar.ts'
import { type NetworkFixture, startNetworkFixture } from './network-fixture.ts'

const refusals = [...abi, ...testDollarAbi]
const someone = (): Address => privateKeyToAddress(generatePrivateKey())
const reference = (text: string): Hex => keccak256(stringToHex(text))

let network: NetworkFixture
let sender: LocalAccount

beforeAll(async () => {
  network = await startNetworkFixture()
  sender = await network.person(1_000_000_000000n)
  const args = [network.contracts.payouts, 1_000_000_000000n] as const
  const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args })
  await network.send(sender, { to: network.contracts.testDollar, data })
})
afterAll(() => network.stop())

function pay(batch: Hex, recipients: Address[], amounts: bigint[]) {
  const args = [batch, recipients, amounts] as const
  return { to: network.contracts.payouts, data: encodeFunctionData({ abi, functionName: 'sendPayouts', args }) }
}

function split(batch: Hex, amount: bigint, recipients: Address[], shares: number[], remainderIndex: bigint) {
  const args = [batch, amount, recipients, shares, remainderIndex] as const
  return { to: network.contracts.payouts, data: encodeFunctionData({ abi, functionName: 'splitPayment', args }) }
}

describe('a batch of payouts', () => {
  it('pays each recipient, and says so leg by leg', async () => {
    const recipients = [someone(), someone(), someone()]
    const batch = reference('salaries')
    const receipt = await network.send(sender, pay(batch, recipients, [1n, 20n, 300n]))
    const legs = parseEventLogs({ abi, eventName: 'PayoutSent', logs: receipt.logs }).map(({ args }) => args)
    expect(legs).toEqual(
      recipients.map((recipient, index) => ({
        batchReference: batch,
        sender: sender.address,
        recipient,
        amount: [1n, 20n, 300n][index],
      })),
    )
    expect(await Promise.all(recipients.map(network.dollarsOf))).toEqual([1n, 20n, 300n])
  })

  it('uses its reference up, for everybody and for splits too', async () => {
    const batch = reference('once')
    await network.send(sender, pay(batch, [someone()], [1n]))
    const other = await network.person()
    expect(await network.refusal(other.address, pay(batch, [someone()], [1n]), refusals)).toBe(
      `BatchAlreadyProcessed(${batch})`,
    )
    expect(await network.refusal(sender.address, split(batch, 5n, [someone()], [10_000], 0n), refusals)).toBe(
      `BatchAlreadyProcessed(${batch})`,
    )
  })

  it('of lists that do not match, of none, or of more than a hundred, is refused', async () => {
    const many = Array.from({ length: 101 }, someone)
    const refusal = (call: ReturnType<typeof pay>) => network.refusal(sender.address, call, refusals)
    expect(await refusal(pay(reference('a'), [someone()], [1n, 2n]))).toBe('InvalidArrayLengths()')
    expect(await refusal(pay(reference('b'), [], []))).toBe('InvalidArrayLengths()')
    expect(
      await refusal(
        pay(
          reference('c'),
          many,
          many.map(() => 1n),
        ),
      ),
    ).toBe('TooManyRecipients()')
  })

  it('pays everybody or nobody', async () => {
    const first = someone()
    const call = pay(reference('too much'), [first, someone()], [1n, 2_000_000_000000n])
    expect(await network.refusal(sender.address, call, refusals)).toMatch(/^InsufficientAllowance\(/)
    expect(await network.dollarsOf(first)).toBe(0n)
  })
})

describe('a split in basis points', () => {
  it('rounds each leg down and gives the remainder to one', async () => {
    const recipients = [someone(), someone(), someone()]
    await network.send(sender, split(reference('thirds'), 100n, recipients, [3333, 3333, 3334], 1n))
    expect(await Promise.all(recipients.map(network.dollarsOf))).toEqual([33n, 34n, 33n])
  })

  it('must come to ten thousand, and name one of its own recipients for the remainder', async () => {
    const refusal = (shares: number[], index: bigint) =>
      network.refusal(sender.address, split(reference('x'), 100n, shares.map(someone), shares, index), refusals)
    expect(await refusal([5000, 4999], 0n)).toBe('InvalidBasisPoints()')
    expect(await refusal([5000, 5001], 0n)).toBe('InvalidBasisPoints()')
    expect(await refusal([5000, 5000], 2n)).toBe('InvalidArrayLengths()')
  })

  it('moves exactly the amount, whatever the shares', async () => {
    const shares = fc
      .uniqueArray(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 6 })
      .map(cuts => [0, ...cuts.toSorted((a, b) => a - b), 10_000])
      .map(cuts => cuts.slice(1).map((cut, index) => cut - (cuts[index] ?? 0)))
    const given = fc.record({ shares, amount: fc.bigInt({ min: 0n, max: 1_000_000n }), seed: fc.nat() })
    await fc.assert(
      fc.asyncProperty(given, async ({ shares, amount, seed }) => {
        const recipients = shares.map(someone)
        const last = BigInt(shares.length - 1)
        await network.send(sender, split(reference(`split ${seed} ${recipients[0]}`), amount, recipients, shares, last))
        const received = await Promise.all(recipients.map(network.dollarsOf))
        const floors = shares.map(share => (amount * BigInt(share)) / 10_000n)
        expect(received.slice(0, -1)).toEqual(floors.slice(0, -1))
        expect(received.reduce((sum, part) => sum + part, 0n)).toBe(amount)
      }),
      { numRuns: 15 },
    )
  })
})
