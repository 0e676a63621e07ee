import type { Hash, Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Receipt, sealedReceipt } from './receipt.ts'
import { sealingWhenAsked, startNetwork, type Target } from './target.ts'

interface Block {
  number: Hex
  hash: Hash
  parentHash: Hash
  timestamp: Hex
  baseFeePerGas: Hex
}

let target: Target
let address: Hex
let hash: Hash
let other: Hash
beforeAll(async () => {
  target = await startNetwork(sealingWhenAsked)
  const person = await target.person()
  address = person.address
  const [one, two] = [await person.sign({ nonce: 0 }), await person.sign({ nonce: 1 })]
  for (const { raw } of [one, two]) await target.call('eth_sendRawTransaction', [raw])
  hash = one.hash
  other = two.hash
  await sealedReceipt(target, hash)
  await sealedReceipt(target, other)
})
afterAll(() => target.stop())
afterEach(() => target.control({ clear: true }))

const call = <T = Hex>(method: string, ...params: unknown[]) => target.call<T>(method, params)
const latest = () => call<Block>('eth_getBlockByNumber', 'latest', false)
const receipt = () => call<Receipt>('eth_getTransactionReceipt', hash)

/** What is read without and with the lie. */
async function twice<T>(lies: Record<string, unknown>, read: () => Promise<T>): Promise<[truth: T, told: T]> {
  const truth = await read()
  await target.control({ set: { lies } })
  return [truth, await read()]
}

describe('An endpoint lies about', () => {
  test.each([
    ['eth_chainId', '0x1'],
    ['net_version', '1'],
  ])('its chain id in %s', async (method, expected) => {
    const [truth, told] = await twice({ chainId: 1 }, () => call(method))
    expect(told).toBe(expected)
    expect(truth).not.toBe(expected)
  })

  test.each([
    ['eth_blockNumber', () => call('eth_blockNumber')],
    ['the latest block', async () => (await latest()).number],
    ['a receipt', async () => (await receipt()).blockNumber],
    ['a transaction', async () => (await call<Receipt>('eth_getTransactionByHash', hash)).blockNumber],
  ])('heights in %s, up and down', async (_, read) => {
    const [truth, told] = await twice({ blockNumberOffset: 1000 }, read)
    expect(Number(told) - Number(truth)).toBe(1000)
    await target.control({ set: { lies: { blockNumberOffset: -1 } } })
    expect(Number(await read()) - Number(truth)).toBe(-1)
  })

  test('hashes of blocks, the same lie for the same block', async () => {
    const genesis = () => call<Block>('eth_getBlockByNumber', '0x0', false)
    const [truth, told] = await twice({ blockHashes: true }, async () => [
      (await latest()).hash,
      (await latest()).parentHash,
      (await genesis()).hash,
      (await receipt()).blockHash,
    ])
    for (const [index, each] of told.entries()) expect(each).not.toBe(truth[index])
    const number = `0x${(Number((await latest()).number) - 1).toString(16)}`
    expect((await call<Block>('eth_getBlockByNumber', number, false)).hash).toBe(told[1])
  })

  test('the hash of a transaction that it accepted', async () => {
    await target.control({ set: { lies: { sentHash: other } } })
    const { raw } = await (await target.person()).sign({ nonce: 0 })
    expect(await call('eth_sendRawTransaction', raw)).toBe(other)
  })

  test('the clock: its blocks are in the future', async () => {
    const [truth, told] = await twice({ timestampOffsetSeconds: 3600 }, async () => (await latest()).timestamp)
    expect(Number(told) - Number(truth)).toBe(3600)
    expect(Number(told) * 1000).toBeGreaterThan(Date.now())
  })

  test.each([-1, 1, 1000])('nonces, by %i', async nonceOffset => {
    const count = () => call('eth_getTransactionCount', address, 'latest')
    const [truth, told] = await twice({ nonceOffset }, count)
    expect(Number(told) - Number(truth)).toBe(nonceOffset)
  })

  test.each(['0', '1000000000000000000000000'])('balances: %s wei', async balance => {
    const [truth, told] = await twice({ balance }, () => call('eth_getBalance', address, 'latest'))
    expect(BigInt(told)).toBe(BigInt(balance))
    expect(truth).not.toBe(told)
  })

  test('the gas price, and every price by a factor', async () => {
    const [, told] = await twice({ gasPrice: '123456789012345' }, () => call('eth_gasPrice'))
    expect(Number(told)).toBe(123_456_789_012_345)
    await target.control({ set: { lies: {} } })
    const [truth, dearer] = await twice({ feeFactor: 100 }, () => call('eth_maxPriorityFeePerGas'))
    expect(Number(dearer)).toBe(100 * Number(truth))
  })

  test('the base fee: 0.7 gwei in blocks, pending too, and in the fee history', async () => {
    const baseFee = '700000000'
    await target.control({ set: { lies: { baseFee } } })
    expect(Number((await latest()).baseFeePerGas)).toBe(Number(baseFee))
    const pending = await call<Block>('eth_getBlockByNumber', 'pending', false)
    expect(Number(pending.baseFeePerGas)).toBe(Number(baseFee))
    const { baseFeePerGas } = await call<{ baseFeePerGas: Hex[] }>('eth_feeHistory', '0x2', 'latest')
    expect(baseFeePerGas.map(Number)).toEqual([7e8, 7e8, 7e8])
  })

  test('estimates of gas', async () => {
    await target.control({ set: { lies: { gasEstimate: 1 } } })
    expect(await call('eth_estimateGas', { from: address, to: address })).toBe('0x1')
  })

  test('whose receipt it is, and whether the transaction succeeded', async () => {
    await target.control({ set: { lies: { receiptOf: other } } })
    expect((await receipt()).transactionHash).toBe(other)
    await target.control({ set: { lies: { receiptStatus: 'reverted' } } })
    expect(await receipt()).toMatchObject({ transactionHash: hash, status: '0x0' })
  })

  test('heads that it pushes', async () => {
    const socket = await target.socket()
    const heads = await socket.subscribe<Block>('newHeads')
    const lies = { blockNumberOffset: 5, blockHashes: true, timestampOffsetSeconds: 60, baseFee: '7' }
    await target.control({ set: { lies } })
    await target.seal()
    const told = await heads.next()
    // The same lie as over HTTP.
    const { number, hash: liedHash, timestamp } = await latest()
    expect(told).toMatchObject({ number, hash: liedHash, timestamp })
    await target.control({ clear: true })
    const truth = await latest()
    expect(Number(told.number) - Number(truth.number)).toBe(5)
    expect(told.hash).not.toBe(truth.hash)
    expect(Number(told.timestamp) - Number(truth.timestamp)).toBe(60)
    expect(told.baseFeePerGas).toBe('0x7')
    socket.close()
  })
})

test('a lie that is none is refused with its name', async () => {
  await expect(target.control({ set: { lies: { weather: 'fine' } } })).rejects.toThrow('weather')
  await expect(target.control({ set: { lies: { balance: '-1' } } })).rejects.toThrow('balance')
})
