import type { Hash, Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Receipt, sealedReceipt, sendAndSee, zeroHash } from './receipt.ts'
import { sealingWhenAsked, startNetwork, stranger, type Target } from './target.ts'

interface Block {
  number: Hex
  hash: Hash
  baseFeePerGas?: Hex
  timestamp: Hex
  transactions: Hash[]
}

let target: Target
beforeAll(async () => {
  target = await startNetwork([...sealingWhenAsked, '--safe-blocks', '1', '--finalized-blocks', '2'])
})
afterAll(() => target.stop())
afterEach(() => target.control({ clear: true }))

const call = <T = Hex>(method: string, ...params: unknown[]) => target.call<T>(method, params)
const receiptOf = (hash: Hash) => call<Receipt | null>('eth_getTransactionReceipt', hash)

/** The answers to a batch, as they arrive. */
async function batch(...methods: [method: string, ...params: unknown[]][]) {
  const calls = methods.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
  const response = await target.post(JSON.stringify(calls))
  const body: unknown = await response.json()
  return { status: response.status, body }
}

/** A person's first transaction, accepted. */
async function sent(): Promise<{ address: Hex; hash: Hash }> {
  const person = await target.person()
  const { raw, hash } = await person.sign({ nonce: 0 })
  await call('eth_sendRawTransaction', raw)
  return { address: person.address, hash }
}

describe('A backend with ways of its own', () => {
  test('gives transaction counts as JSON numbers', async () => {
    const { address } = await sent()
    await target.seal()
    await target.control({ set: { backends: [{ ways: ['numeric-counts'] }] } })
    expect(await call('eth_getTransactionCount', address, 'latest')).toBe(1)
  })

  test('leaves the parties out of receipts, once the block is sealed', async () => {
    const { hash } = await sent()
    await target.control({ set: { backends: [{ ways: ['receipts-without-parties'] }] } })
    await target.seal()
    const receipt = await receiptOf(hash)
    expect(receipt).toMatchObject({ transactionHash: hash, status: '0x1' })
    expect(Object.keys(receipt ?? {})).not.toEqual(expect.arrayContaining(['from']))
    expect(Object.keys(receipt ?? {})).not.toEqual(expect.arrayContaining(['to']))
  })

  test('refuses the logs of blocks above its head, and gives those below', async () => {
    await target.control({ set: { backends: [{ lagBlocks: 1, ways: ['refuses-logs-beyond-head'] }] } })
    const head = BigInt(await call('eth_blockNumber'))
    const above = `0x${(head + 1n).toString(16)}`
    const refusal = await target.refusal('eth_getLogs', [{ fromBlock: '0x1', toBlock: above }])
    expect(refusal).toMatchObject({ code: -32602, message: 'block range extends beyond current head block' })
    expect(await call('eth_getLogs', { fromBlock: '0x1', toBlock: 'latest' })).toEqual(expect.any(Array))
  })
})

describe('Limits of sockets', () => {
  test('more messages in a second than are allowed are refused, and so is one connection too many', async () => {
    await target.control({ set: { socketLimits: { messagesPerSecond: 5, connections: 2 } } })
    const [one, other] = [await target.socket(), await target.socket()]
    const answers = Array.from({ length: 6 }, () => one.call('eth_chainId').then(String, ({ code }) => code))
    expect(await Promise.all(answers)).toEqual([...Array(5).fill('0x509f455'), -32005])
    expect(await other.call('eth_chainId')).toBe('0x509f455')
    await expect(target.socket()).rejects.toThrow()
    await target.control({ clear: true })
    const third = await target.socket()
    for (const socket of [one, other, third]) socket.close()
  })
})

describe('A pool of backends behind one address', () => {
  test('answers each request from the next backend: heights, counts and receipts disagree', async () => {
    const { address, hash } = await sent()
    const receipt = await sealedReceipt(target, hash)
    const behind = await call<Block>(
      'eth_getBlockByNumber',
      `0x${(Number(receipt.blockNumber) - 1).toString(16)}`,
      false,
    )
    await target.control({ set: { backends: [{}, { lagBlocks: 1 }] } })
    const heights = [await call('eth_blockNumber'), await call('eth_blockNumber'), await call('eth_blockNumber')]
    expect(heights).toEqual([receipt.blockNumber, behind.number, receipt.blockNumber])
    // It is the second backend's turn.
    expect(await call('eth_getBlockByNumber', 'latest', false)).toEqual(behind)
    expect(await call('eth_getTransactionCount', address, 'latest')).toBe('0x1')
    expect(await call('eth_getTransactionCount', address, 'latest')).toBe('0x0')
    expect([await receiptOf(hash), await receiptOf(hash)]).toEqual([receipt, null])
  })

  test('a batch is answered by one backend', async () => {
    await target.seal()
    const head = Number(await call('eth_blockNumber'))
    await target.control({ set: { backends: [{ lagBlocks: 1 }] } })
    const { body } = await batch(['eth_blockNumber'], ['eth_getBlockByNumber', 'latest', false])
    const number = `0x${(head - 1).toString(16)}`
    expect(body).toMatchObject([{ result: number }, { result: { number } }])
  })

  test('a backend that is milliseconds behind learns of everything later', async () => {
    const hour = 3_600_000
    await target.control({ set: { backends: [{ lagMs: hour }, {}] } })
    const person = await target.person()
    // Accepted by the second backend, whose turn it is.
    const { raw, hash } = await person.sign({ nonce: 0 })
    await target.control({ set: { backends: [{ lagMs: hour }] } })
    await call('eth_sendRawTransaction', raw)
    await target.control({ set: { backends: [] } })
    expect(await sealedReceipt(target, hash)).toMatchObject({ status: '0x1' })
    await target.control({ set: { backends: [{ lagMs: hour }] } })
    expect(await receiptOf(hash)).toBeNull()
    expect(await call('eth_getTransactionCount', person.address, 'pending')).toBe('0x0')
    await target.control({ set: { backends: [{ lagMs: 100 }] } })
    await expect.poll(() => receiptOf(hash)).toMatchObject({ transactionHash: hash })
  })

  test('a pre-confirmation is seen late too', async () => {
    await target.control({ set: { backends: [{ lagMs: 400 }] } })
    const person = await target.person()
    const { raw } = await person.sign({ nonce: 0 })
    const start = performance.now()
    expect(await sendAndSee(target, raw)).toMatchObject({ blockHash: zeroHash })
    expect(performance.now() - start).toBeGreaterThanOrEqual(400)
  })

  test('one backend is one block behind `finalized` and has the same head', async () => {
    await target.control({ set: { backends: [{}, { finalizedLagBlocks: 1 }] } })
    const number = async (tag: string) => Number((await call<Block>('eth_getBlockByNumber', tag, false)).number)
    // Whose turn it is depends on the requests before.
    const finalized = [await number('finalized'), await number('finalized')].sort((one, other) => one - other)
    const head = await number('latest')
    expect(finalized).toEqual([head - 3, head - 2])
    expect(await number('latest')).toBe(head)
  })
})

describe('Receipts', () => {
  test('are later than counts and blocks', async () => {
    await target.control({ set: { receiptsLateMs: 3_600_000 } })
    const { address, hash } = await sent()
    await expect.poll(() => call('eth_getTransactionCount', address, 'pending')).toBe('0x1')
    await target.seal()
    expect((await call<Block>('eth_getBlockByNumber', 'latest', false)).transactions).toContain(hash)
    expect(await receiptOf(hash)).toBeNull()
    await target.control({ set: { receiptsLateMs: 50 } })
    await expect.poll(() => receiptOf(hash)).toMatchObject({ status: '0x1' })
  })

  test.each([
    ['zero', () => zeroHash],
    ['ones', () => `0x${'f'.repeat(64)}`],
    ['transaction', (hash: Hash) => hash],
  ])('have the block hash `%s` before their block is sealed', async (unsealedBlockHash, expected) => {
    await target.control({ set: { unsealedBlockHash } })
    const { testDollar = stranger } = target.contracts
    const person = await target.person()
    const data = `0x40c10f19${stranger.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
    const { raw, hash } = await person.sign({ nonce: 0, to: testDollar, value: 0n, data, gas: 100_000n })
    const receipt = await sendAndSee(target, raw)
    expect(receipt).toMatchObject({ blockHash: expected(hash), logs: [{ blockHash: expected(hash) }] })
    expect(await receiptOf(hash)).toEqual(receipt)
    expect(await call('eth_getLogs', { address: testDollar, fromBlock: 'pending', toBlock: 'pending' })).toEqual(
      receipt.logs,
    )
    // The block with that number does not exist yet, whatever the receipt says.
    expect(await call('eth_getBlockByNumber', receipt.blockNumber, false)).toBeNull()
    await target.seal()
    const block = await call<Block>('eth_getBlockByNumber', receipt.blockNumber, false)
    expect(await receiptOf(hash)).toMatchObject({ blockHash: block.hash, logs: [{ blockHash: block.hash }] })
  })

  test('lack fields', async () => {
    const { hash } = await sent()
    const whole = await sealedReceipt(target, hash)
    await target.control({ set: { receiptsWithout: ['effectiveGasPrice', 'logsBloom'] } })
    const { effectiveGasPrice: _, ...rest } = whole
    expect(await receiptOf(hash)).toEqual(
      Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'logsBloom')),
    )
    const [first] = (await call<Receipt[]>('eth_getBlockReceipts', 'latest')).slice(-1)
    expect(Object.keys(first ?? {})).not.toContain('effectiveGasPrice')
  })
})

describe('Batches fail', () => {
  const calls: [string][] = [['eth_chainId'], ['eth_blockNumber'], ['net_version']]
  const error = { error: { code: -32603 }, id: null }

  test.each([
    ['http-500', 500, error],
    ['error-object', 200, error],
    ['missing-answer', 200, [{ id: 0 }, { id: 1 }]],
    ['missing-id', 200, [{ id: 0 }, { id: 1 }, { result: '84538453' }]],
  ])('with %s', async (failure, status, body) => {
    await target.control({ set: { batches: { failure } } })
    const answer = await batch(...calls)
    expect(answer).toMatchObject({ status, body })
    if (Array.isArray(answer.body)) expect(answer.body).toHaveLength(Array.isArray(body) ? body.length : 0)
    if (failure === 'missing-id') expect(JSON.stringify(answer.body)).not.toContain('"id":2')
    // Single calls are answered all the while.
    expect(await call('eth_chainId')).toBe('0x509f455')
  })

  test('every second time, and only so many times', async () => {
    await target.control({ set: { batches: { failure: 'http-500', every: 2, times: 2 } } })
    const statuses: number[] = []
    for (let time = 0; time < 7; time++) statuses.push((await batch(...calls)).status)
    expect(statuses.filter(status => status === 500)).toHaveLength(2)
    expect(statuses.at(-1)).toBe(200)
    expect(statuses.join()).not.toContain('500,500')
  })

  test('over the socket too', async () => {
    await target.control({ set: { batches: { failure: 'error-object' } } })
    const socket = await target.socket()
    const answer = socket.answer()
    socket.send(JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }]))
    expect(JSON.parse(await answer)).toMatchObject(error)
    socket.close()
  })
})

describe('Calls fail', () => {
  test('with an error text of 5 MB', async () => {
    await target.control({ set: { callFailure: { methods: ['eth_call'], code: -32015, bytes: 5_000_000 } } })
    const response = await target.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{}] }))
    const text = await response.text()
    expect(text.length).toBeGreaterThan(5_000_000)
    const { error } = JSON.parse(text)
    expect([error.code, error.message.length]).toEqual([-32015, 5_000_000])
    expect(await call('eth_chainId')).toBe('0x509f455')
  })

  test('with words of one’s choice, so many times', async () => {
    const callFailure = { methods: ['eth_sendRawTransaction'], message: 'nonce too low', times: 1 }
    await target.control({ set: { callFailure } })
    const person = await target.person()
    const { raw, hash } = await person.sign({ nonce: 0 })
    expect(await target.refusal('eth_sendRawTransaction', [raw])).toMatchObject({
      code: -32000,
      message: 'nonce too low',
    })
    expect(await call('eth_sendRawTransaction', raw)).toBe(hash)
  })
})

describe('Gas', () => {
  test('a plain transfer needs more than 21,000: estimates say it, and less is refused', async () => {
    const person = await target.person()
    const transfer = { from: person.address, to: stranger, value: '0x1' }
    expect(await call('eth_estimateGas', transfer)).toBe('0x5208')
    await target.control({ set: { extraGas: 79_000 } })
    expect(Number(await call('eth_estimateGas', transfer))).toBe(100_000)
    const poor = await person.sign({ nonce: 0, gas: 99_999n })
    expect(await target.refusal('eth_sendRawTransaction', [poor.raw])).toMatchObject({
      message: 'intrinsic gas too low',
    })
    const { raw, hash } = await person.sign({ nonce: 0, gas: 100_000n })
    await call('eth_sendRawTransaction', raw)
    expect(await sealedReceipt(target, hash)).toMatchObject({ status: '0x1' })
  })

  test('the base fee spikes, transactions that cannot pay it wait, and it falls again', async () => {
    const person = await target.person()
    const before = Number((await call<Block>('eth_getBlockByNumber', 'pending', false)).baseFeePerGas)
    const spike = 700_000_000
    await target.control({ spikeBaseFee: String(spike) })
    expect(Number((await call<Block>('eth_getBlockByNumber', 'pending', false)).baseFeePerGas)).toBe(spike)
    expect(Number(await call('eth_gasPrice'))).toBeGreaterThanOrEqual(spike)
    const poor = await person.sign({ nonce: 0, maxFeePerGas: 500_000_000n, maxPriorityFeePerGas: 1n })
    await call('eth_sendRawTransaction', poor.raw)
    await target.seal()
    expect(await receiptOf(poor.hash)).toBeNull()
    const { baseFeePerGas } = await call<{ baseFeePerGas: Hex[] }>('eth_feeHistory', '0x1', 'latest')
    const [spiked, next] = baseFeePerGas.map(Number)
    expect(spiked).toBe(spike)
    expect(next).toBeLessThan(spike)
    await target.control({ spikeBaseFee: before })
    expect(await sealedReceipt(target, poor.hash)).toMatchObject({ status: '0x1' })
  })
})
