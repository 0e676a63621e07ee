import type { Hash, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { signMint } from './dollars.ts'
import { type Log, type Receipt, sealedReceipt, sendAndSee, zeroHash } from './receipt.ts'
import { onEach, startNetwork, stranger } from './target.ts'

interface Shred {
  blockNumber: number
  shredIdx: number
  blockTimestamp: number
  startingLogIndex: number
  transactions: {
    transaction: { hash: Hash; signer?: Hex; from?: Hex; to: Hex; nonce?: Hex; type: Hex; input: Hex }
    receipt: { type: Hex; status: Hex; cumulativeGasUsed: Hex; logs: Pick<Log, 'address' | 'topics' | 'data'>[] }
  }[]
}

const isOf = (hash: Hash) => (shred: Shred) => shred.transactions.some(({ transaction }) => transaction.hash === hash)

describe('RISE: shreds', () => {
  onEach(['network with shreds'], target => {
    test('a shred has one transaction with its receipt, before the block is sealed', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const shreds = await socket.subscribe<Shred>('shreds', false)
      const { raw, hash } = await signMint(target(), person, 0)
      await target().call('eth_sendRawTransaction', [raw])
      const shred = await shreds.next(isOf(hash))
      const early = await target().call<Receipt>('eth_getTransactionReceipt', [hash])
      expect(early).toMatchObject({ blockHash: zeroHash, blockNumber: `0x${shred.blockNumber.toString(16)}` })
      const sealed = await sealedReceipt(target(), hash)
      const block = await target().call<{ timestamp: Hex }>('eth_getBlockByNumber', [sealed.blockNumber, false])
      const [log] = sealed.logs
      expect(shred).toEqual({
        blockNumber: Number(sealed.blockNumber),
        shredIdx: Number(sealed.transactionIndex),
        blockTimestamp: Number(block.timestamp),
        startingLogIndex: Number(log?.logIndex),
        transactions: [
          {
            transaction: expect.objectContaining({
              hash,
              signer: person.address,
              to: target().contracts.testDollar?.toLowerCase(),
              nonce: '0x0',
              type: '0x2',
              value: '0x0',
              gas: '0x186a0',
            }),
            receipt: {
              type: '0x2',
              status: '0x1',
              cumulativeGasUsed: sealed.cumulativeGasUsed,
              logs: [{ address: log?.address, topics: log?.topics, data: log?.data }],
            },
          },
        ],
      })
      const transaction = shred.transactions[0]?.transaction ?? {}
      for (const place of ['from', 'blockHash', 'blockNumber', 'transactionIndex']) {
        expect(transaction).not.toHaveProperty(place)
      }
      socket.close()
    })

    test('every transaction of a block comes once, in order, its deposit first, and logs are counted on', async () => {
      const people = await Promise.all([target().person(), target().person(), target().person()])
      const socket = await target().socket()
      const shreds = await socket.subscribe<Shred>('shreds')
      await target().seal()
      const hashes: Hash[] = []
      for (const person of people) {
        const { raw, hash } = await signMint(target(), person, 0)
        hashes.push(hash)
        await sendAndSee(target(), raw)
      }
      const { blockNumber } = await sealedReceipt(target(), hashes[0] ?? `0x`)
      const block = await target().call<{ transactions: Hash[] }>('eth_getBlockByNumber', [blockNumber, false])
      await shreds.next(isOf(block.transactions.at(-1) ?? `0x`))
      const own = shreds.heard.filter(shred => shred.blockNumber === Number(blockNumber))
      const told = own.flatMap(({ transactions }) => transactions)
      expect(told.map(({ transaction }) => transaction.hash)).toEqual(block.transactions)
      expect(own.map(({ shredIdx }) => shredIdx)).toEqual(block.transactions.map((_, index) => index))
      const receipts = await target().call<Receipt[]>('eth_getBlockReceipts', [blockNumber])
      const logsBefore = receipts.map((_, index) =>
        receipts.slice(0, index).reduce((sum, { logs }) => sum + logs.length, 0),
      )
      expect(own.map(({ startingLogIndex }) => startingLogIndex)).toEqual(logsBefore)
      expect(told[0]?.transaction).toMatchObject({ type: '0x7e', from: expect.stringMatching(/^0xdead/) })
      expect(told.map(({ receipt }) => receipt.cumulativeGasUsed)).toEqual(
        receipts.map(({ cumulativeGasUsed }) => cumulativeGasUsed),
      )
      socket.close()
    })

    test('logs come from shreds, without a block hash', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const logs = await socket.subscribe<Log>('logs', { address: target().contracts.testDollar })
      const { raw, hash } = await signMint(target(), person, 0)
      await target().call('eth_sendRawTransaction', [raw])
      const log = await logs.next(({ transactionHash }) => transactionHash === hash)
      expect(log.blockHash).toBeNull()
      expect(await target().call('eth_getTransactionReceipt', [hash])).toMatchObject({ blockHash: zeroHash })
      await sealedReceipt(target(), hash)
      // The answer to a call comes after what was pushed before it.
      await socket.call('eth_chainId')
      expect(logs.heard.filter(({ transactionHash }) => transactionHash === hash)).toHaveLength(1)
      socket.close()
    })

    test('a pre-confirmed transaction names no block, while its receipt has its number', async () => {
      const person = await target().person()
      const { raw, hash } = await person.sign({ nonce: 0 })
      const { blockNumber } = await sendAndSee(target(), raw)
      expect(blockNumber).toMatch(/^0x[1-9a-f]/)
      const read = () => target().call('eth_getTransactionByHash', [hash])
      expect(await read()).toMatchObject({ hash, blockHash: null, blockNumber: null, transactionIndex: null })
      const sealed = await sealedReceipt(target(), hash)
      expect(await read()).toMatchObject({ blockHash: sealed.blockHash, blockNumber: sealed.blockNumber })
    })

    test('pending reads know what the shreds told', async () => {
      const person = await target().person()
      await sendAndSee(target(), (await person.sign({ nonce: 0 })).raw)
      const count = (tag: string) => target().call('eth_getTransactionCount', [person.address, tag])
      expect([await count('pending'), await count('latest')]).toEqual(['0x1', '0x0'])
    })

    test('state changes and subscriptions of other networks are refused', async () => {
      const socket = await target().socket()
      for (const params of [['shreds', true], ['shreds', 'yes'], ['newFlashblocks'], ['miniBlocks'], ['monadLogs']]) {
        await expect(socket.call('eth_subscribe', params)).rejects.toMatchObject({ code: -32602 })
      }
      expect(await target().refusal('base_transactionStatus', [zeroHash])).toMatchObject({ code: -32601 })
      socket.close()
    })

    test('the oracle for layer 1 answers with zero', async () => {
      const call = { to: '0x420000000000000000000000000000000000000F', data: `0x49948e0e${'0'.repeat(128)}` }
      expect(BigInt(await target().call<Hex>('eth_call', [call, 'latest']))).toBe(0n)
      expect(await target().call('eth_getBalance', [stranger, 'latest'])).toMatch(/^0x/)
    })
  })
})

test('by the clock: several steps of shreds in each block of one second', async () => {
  const target = await startNetwork(['--control', '--mode', 'shreds'])
  const socket = await target.socket()
  const heads = await socket.subscribe<{ number: Hex; timestamp: Hex }>('newHeads')
  const { number } = await heads.next()
  const later = await heads.next(head => Number(head.number) === Number(number) + 3)
  const seconds = Number(later.timestamp) - Number(heads.heard[0]?.timestamp)
  expect(seconds).toBeGreaterThanOrEqual(2)
  expect(seconds).toBeLessThanOrEqual(4)
  const person = await target.person()
  const blocks = new Set<Hex>()
  for (let nonce = 0; nonce < 8; nonce++) {
    blocks.add((await sendAndSee(target, (await person.sign({ nonce })).raw)).blockNumber)
  }
  // Eight receipts one after the other took less than eight blocks.
  expect(blocks.size).toBeLessThan(8)
  socket.close()
  await target.stop()
})
