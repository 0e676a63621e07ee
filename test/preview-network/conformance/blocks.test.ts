import { describe, expect, test } from 'vitest'
import { type Block, blockHash, blockSchema } from './block-header.ts'
import { sealedReceipt } from './receipt.ts'
import { onEach, otherChains, stranger, type Target } from './target.ts'

/** Methods that answer with more than hex. */
const objects = new Set([
  ...['eth_getProof', 'eth_simulateV1', 'eth_feeHistory', 'eth_getTransactionByBlockNumberAndIndex'],
  ...['eth_getBlockReceipts', 'eth_getLogs'],
])

async function block(target: Target, tag: string, full = false): Promise<Block> {
  return blockSchema.parse(await target.call('eth_getBlockByNumber', [tag, full]))
}

describe('Block object', () => {
  onEach(['pre-confirming network', 'network with fast blocks', ...otherChains, 'plain Anvil'], target => {
    test.each(['latest', 'safe', 'finalized', 'earliest', 'pending', '0x1'])('%s has every field', async tag => {
      await block(target(), tag)
    })

    test('the hash is the hash of the fields, and the parent is the block before', async () => {
      const latest = await block(target(), 'latest')
      expect(latest.hash).toBe(blockHash(latest))
      const number = `0x${(BigInt(latest.number) - 1n).toString(16)}`
      const parent = await block(target(), number)
      expect([parent.hash, parent.number]).toEqual([latest.parentHash, number])
      expect(parent.hash).toBe(blockHash(parent))
    })

    test('the same block by its hash', async () => {
      const first = await block(target(), '0x1')
      expect(await target().call('eth_getBlockByHash', [first.hash, false])).toEqual(first)
    })
  })
})

describe('States and transitions: block selector values', () => {
  onEach(['pre-confirming network', 'network with fast blocks', ...otherChains], target => {
    test.each(['latest', 'pending', 'safe', 'finalized', 'earliest', '0x1'])(
      '%s is taken wherever a block is asked for',
      async tag => {
        const request = { to: stranger }
        const simulation = { blockStateCalls: [{ calls: [request] }] }
        const calls: [string, unknown[]][] = [
          ['eth_getBalance', [stranger, tag]],
          ['eth_getCode', [stranger, tag]],
          ['eth_getStorageAt', [stranger, '0x0', tag]],
          ['eth_getTransactionCount', [stranger, tag]],
          ['eth_getProof', [stranger, ['0x0'], tag]],
          ['eth_call', [request, tag]],
          ['eth_estimateGas', [request, tag]],
          ['eth_simulateV1', [simulation, tag]],
          ['eth_feeHistory', ['0x1', tag, [50]]],
          ['eth_getBlockTransactionCountByNumber', [tag]],
          ['eth_getTransactionByBlockNumberAndIndex', [tag, '0x99']],
          ['eth_getBlockReceipts', [tag]],
          ['eth_getLogs', [{ fromBlock: tag, toBlock: tag }]],
        ]
        const kinds = await Promise.all(
          calls.map(async ([method, params]) => [method, typeof (await target().call(method, params))]),
        )
        expect(kinds).toEqual(calls.map(([method]) => [method, objects.has(method) ? 'object' : 'string']))
      },
    )
  })
})

describe('eth_getBlockByNumber', () => {
  onEach(['pre-confirming network', 'network with fast blocks', ...otherChains, 'plain Anvil'], target => {
    test('answers null where there is no block', async () => {
      expect(await target().call('eth_getBlockByNumber', ['0xffffffff', false])).toBeNull()
    })

    test('gives hashes or whole transactions, as asked', async () => {
      const person = await target().person()
      const { raw, hash } = await person.sign({ nonce: 0 })
      await target().call('eth_sendRawTransaction', [raw])
      const { blockNumber } = await sealedReceipt(target(), hash)
      expect((await block(target(), blockNumber)).transactions).toContain(hash)
      const full = await block(target(), blockNumber, true)
      expect(full.transactions).toContainEqual(
        expect.objectContaining({
          hash,
          from: person.address,
          to: '0x00000000000000000000000000000000000abcde',
          nonce: '0x0',
          value: '0x1',
          gas: '0x5208',
          type: '0x2',
          blockNumber: full.number,
          blockHash: full.hash,
        }),
      )
    })
  })

  onEach(['pre-confirming network', 'network with fast blocks', ...otherChains, 'plain Anvil'], target => {
    test.each(['latest', 'pending', 'earliest', '0x1'])('%s has hashes only, or whole transactions only', async tag => {
      const person = await target().person()
      await target().call('eth_sendRawTransaction', [(await person.sign({ nonce: 0 })).raw])
      const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/)
      const { transactions } = await block(target(), tag)
      expect(transactions).toEqual(transactions.map(() => hash))
      const whole = (await block(target(), tag, true)).transactions
      const common = { hash, type: expect.any(String), nonce: expect.any(String), input: expect.any(String) }
      expect(whole).toMatchObject(whole.map(() => common))
    })

    test('a sealed block stays as it is', async () => {
      const before = await block(target(), 'latest', true)
      await target().seal()
      await target().seal()
      expect(await block(target(), before.number, true)).toEqual(before)
      expect(await target().call('eth_getBlockByHash', [before.hash, true])).toEqual(before)
    })
  })

  onEach(['pre-confirming network'], target => {
    test.each([[[]], [['latest']], [['newest', false]], [['0x01', false]], [[1, false]], [['latest', 'yes']]])(
      'refuses the parameters %j',
      async params => {
        expect(await target().refusal('eth_getBlockByNumber', params)).toMatchObject({ code: -32602 })
      },
    )

    test('safe and finalized stay behind latest, earliest is the first', async () => {
      const [safe, finalized, latest, earliest] = await Promise.all(
        ['safe', 'finalized', 'latest', 'earliest'].map(async tag => Number((await block(target(), tag)).number)),
      )
      expect(earliest).toBe(0)
      expect(finalized).toBeLessThanOrEqual(Number(safe))
      expect(Number(safe)).toBeLessThan(Number(latest))
    })

    test('a block begins with the deposit that sets the attributes of layer 1', async () => {
      const { transactions } = await block(target(), 'latest', true)
      expect(transactions[0]).toMatchObject({
        type: '0x7e',
        from: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001',
        to: '0x4200000000000000000000000000000000000015',
        gasPrice: '0x0',
        mint: '0x0',
        transactionIndex: '0x0',
        sourceHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      })
      expect(transactions[0]).not.toHaveProperty('chainId')
    })

    test('its transactions by index, their number and their receipts agree with it', async () => {
      const latest = await block(target(), 'latest')
      const { number, hash } = latest
      const call = (method: string, ...params: unknown[]) => target().call(method, params)
      const count = `0x${latest.transactions.length.toString(16)}`
      expect(await call('eth_getBlockTransactionCountByNumber', number)).toBe(count)
      expect(await call('eth_getBlockTransactionCountByHash', hash)).toBe(count)
      const first = { hash: latest.transactions[0], blockHash: hash }
      expect(await call('eth_getTransactionByBlockNumberAndIndex', number, '0x0')).toMatchObject(first)
      expect(await call('eth_getTransactionByBlockHashAndIndex', hash, '0x0')).toMatchObject(first)
      expect(await call('eth_getTransactionByBlockHashAndIndex', hash, '0xff')).toBeNull()
      const receipts = await target().call<{ transactionHash: string }[]>('eth_getBlockReceipts', [number])
      expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(latest.transactions)
      expect(await call('eth_getBlockReceipts', hash)).toEqual(receipts)
    })
  })
})
