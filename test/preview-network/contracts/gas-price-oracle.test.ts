import fc from 'fast-check'
import { bytesToHex, type Hex, type LocalAccount, serializeTransaction, size } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { gasPriceOracleAbi as abi } from './abi/chain.ts'
import { type NetworkFixture, startNetworkFixture } from './network-fixture.ts'
import { merchant } from './roles.ts'

let network: NetworkFixture
let sender: LocalAccount

beforeAll(async () => {
  network = await startNetworkFixture()
  sender = await network.person()
})
afterAll(() => network.stop())

const receiptSchema = z.object({ l1Fee: z.custom<Hex>().transform(value => BigInt(value)) })

/** Sends these bytes along, and compares what the oracle said before with what was charged. */
async function chargedAndEstimated(data: Hex) {
  const oracle = { address: network.contracts.gasPriceOracle, abi, blockTag: 'pending' } as const
  const nonce = await network.nonceOf(sender.address)
  const fees = { maxFeePerGas: 10n ** 8n, maxPriorityFeePerGas: 10n ** 6n, gas: 500_000n }
  const transaction = { type: 'eip1559', chainId: network.chainId, to: merchant.address, nonce, data, ...fees } as const
  const unsigned = serializeTransaction(transaction)
  const [estimate, upperBound, before] = await Promise.all([
    network.client.readContract({ ...oracle, functionName: 'getL1Fee', args: [unsigned] }),
    network.client.readContract({ ...oracle, functionName: 'getL1FeeUpperBound', args: [BigInt(size(unsigned))] }),
    network.client.getBalance({ address: sender.address, blockTag: 'pending' }),
  ])
  const receipt = await network.submit(await sender.signTransaction(transaction))
  const raw = await network.client.request({ method: 'eth_getTransactionReceipt', params: [receipt.transactionHash] })
  const operator = await network.client.readContract({
    ...oracle,
    functionName: 'getOperatorFee',
    args: [receipt.gasUsed],
  })
  const after = await network.client.getBalance({ address: sender.address, blockTag: 'pending' })
  const execution = receipt.gasUsed * receipt.effectiveGasPrice
  return { estimate, upperBound, operator, execution, l1Fee: receiptSchema.parse(raw).l1Fee, paid: before - after }
}

it('names the fee that is charged: execution, publication and operator together are what leaves the account', async () => {
  const { paid, execution, l1Fee, operator } = await chargedAndEstimated('0x')
  expect(l1Fee).toBeGreaterThan(0n)
  expect(operator).toBeGreaterThan(0n)
  expect(paid).toBe(execution + l1Fee + operator)
})

it('estimates publication never below what is charged, and close to it, for bytes of every kind', async () => {
  const repeated = fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 30 }))
    .map(([bytes, times]) => Uint8Array.from(Array.from({ length: times }, () => [...bytes]).flat()))
  const data = fc.oneof(fc.uint8Array({ maxLength: 1500 }), repeated).map(bytes => bytesToHex(bytes))
  await fc.assert(
    fc.asyncProperty(data, async bytes => {
      const { estimate, upperBound, l1Fee } = await chargedAndEstimated(bytes)
      expect(estimate).toBeGreaterThanOrEqual(l1Fee)
      expect(upperBound).toBeGreaterThanOrEqual(l1Fee)
      // Only the signature, of which 68 bytes are assumed, is not known beforehand.
      expect(estimate - l1Fee).toBeLessThanOrEqual(l1Fee / 10n)
    }),
    { numRuns: 20 },
  )
})
