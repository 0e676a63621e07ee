import { type Hex, hexToBigInt, slice } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { l1BlockAbi as abi, gasPriceOracleAbi } from './abi/chain.ts'
import { type NetworkFixture, startNetworkFixture } from './network-fixture.ts'
import { merchant } from './roles.ts'

const depositSchema = z.looseObject({ input: z.custom<Hex>(), to: z.string(), from: z.custom<Hex>() })
const blockSchema = z.looseObject({
  number: z.custom<Hex>(),
  timestamp: z.custom<Hex>(),
  transactions: z.tuple([depositSchema], z.unknown()),
})

describe.each(['preconfirmed', 'fast-blocks'] as const)('The L1Block predeploy, in mode %s', mode => {
  let network: NetworkFixture
  beforeAll(async () => {
    network = await startNetworkFixture({ mode, blockMs: 3_600_000 })
    await network.seal()
  })
  afterAll(() => network.stop())

  async function blockAt(tag: 'pending' | 'latest' | Hex) {
    const block = await network.client.request({ method: 'eth_getBlockByNumber', params: [tag, true] })
    return blockSchema.parse(block)
  }

  /** What the deposit that opens the block says, by where the OP stack has it in the bytes. */
  function saidBy(input: Hex) {
    const number = (start: number, end: number) => hexToBigInt(slice(input, start, end))
    return {
      baseFeeScalar: Number(number(4, 8)),
      blobBaseFeeScalar: Number(number(8, 12)),
      sequenceNumber: number(12, 20),
      timestamp: number(20, 28),
      number: number(28, 36),
      basefee: number(36, 68),
      blobBaseFee: number(68, 100),
      hash: slice(input, 100, 132),
      batcherHash: slice(input, 132, 164),
      operatorFeeScalar: Number(number(164, 168)),
      operatorFeeConstant: number(168, 176),
    }
  }

  async function answered(at: { blockTag: 'pending' | 'latest' } | { blockNumber: bigint }) {
    const contract = { address: network.contracts.l1Block, abi, ...at } as const
    const read = <Name extends keyof ReturnType<typeof saidBy>>(functionName: Name) =>
      network.client.readContract({ ...contract, functionName })
    return {
      baseFeeScalar: await read('baseFeeScalar'),
      blobBaseFeeScalar: await read('blobBaseFeeScalar'),
      sequenceNumber: await read('sequenceNumber'),
      timestamp: await read('timestamp'),
      number: await read('number'),
      basefee: await read('basefee'),
      blobBaseFee: await read('blobBaseFee'),
      hash: await read('hash'),
      batcherHash: await read('batcherHash'),
      operatorFeeScalar: await read('operatorFeeScalar'),
      operatorFeeConstant: await read('operatorFeeConstant'),
    }
  }

  it.each(['latest', 'pending'] as const)('answers on %s what the deposit that opens the block says', async tag => {
    const block = await blockAt(tag)
    const [deposit] = block.transactions
    expect(deposit.to).toBe(network.contracts.l1Block)
    const said = saidBy(deposit.input)
    expect(await answered({ blockTag: tag })).toEqual(said)
    expect([said.number, said.timestamp]).toEqual([BigInt(block.number), BigInt(block.timestamp)])
  })

  it('answers for an older block what was said then', async () => {
    const before = await answered({ blockTag: 'latest' })
    await network.seal()
    expect(await answered({ blockNumber: before.number })).toEqual(before)
    const after = await answered({ blockTag: 'latest' })
    expect(after.number).toBe(before.number + 1n)
    expect(after.hash).not.toBe(before.hash)
  })

  it('has the prices that are charged, which are those of the oracle', async () => {
    const oracle = { address: network.contracts.gasPriceOracle, abi: gasPriceOracleAbi } as const
    const { basefee, blobBaseFee, baseFeeScalar, blobBaseFeeScalar } = await answered({ blockTag: 'latest' })
    expect(basefee).toBe(await network.client.readContract({ ...oracle, functionName: 'l1BaseFee' }))
    expect(blobBaseFee).toBe(await network.client.readContract({ ...oracle, functionName: 'blobBaseFee' }))
    expect(baseFeeScalar).toBe(await network.client.readContract({ ...oracle, functionName: 'baseFeeScalar' }))
    expect(blobBaseFeeScalar).toBe(await network.client.readContract({ ...oracle, functionName: 'blobBaseFeeScalar' }))
  })

  it('is told by the depositor and by nobody else', async () => {
    const [deposit] = (await blockAt('latest')).transactions
    const contract = { address: network.contracts.l1Block, abi } as const
    const depositor = await network.client.readContract({ ...contract, functionName: 'DEPOSITOR_ACCOUNT' })
    expect(depositor.toLowerCase()).toBe(deposit.from)
    const call = { to: network.contracts.l1Block, data: deposit.input }
    expect(await network.refusal(merchant.address, call, abi)).toBe('NotDepositor()')
  })
})
