import type { Hash, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Receipt, sealedReceipt, zeroHash } from './receipt.ts'
import { onEach } from './target.ts'

interface Head {
  number: Hex
  hash: Hash
  timestamp: Hex
  timestampMs: Hex
}

describe('Limits: block interval of 200 ms', () => {
  onEach(['network with fast blocks'], target => {
    test('every block tells its milliseconds, and blocks share a second', async () => {
      const socket = await target().socket()
      const heads = await socket.subscribe<Head>('newHeads')
      const first = await heads.next()
      await heads.next(({ number }) => BigInt(number) === BigInt(first.number) + 6n)
      for (const { timestamp, timestampMs } of heads.heard) {
        expect(BigInt(timestampMs) / 1000n).toBe(BigInt(timestamp))
      }
      const seconds = heads.heard.map(({ timestamp }) => timestamp)
      expect(new Set(seconds).size).toBeLessThan(seconds.length)
      const milliseconds = heads.heard.map(({ timestampMs }) => Number(timestampMs))
      expect(milliseconds).toEqual([...new Set(milliseconds)].sort((a, b) => a - b))
      expect(await target().call('eth_getBlockByNumber', [first.number, false])).toMatchObject({
        timestampMs: first.timestampMs,
      })
      socket.close()
    })

    test('transactions, logs and receipts tell the milliseconds of their block', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const logs = await socket.subscribe<{ blockTimestampMs: Hex; transactionHash: Hash }>('logs', {})
      const { testDollar } = target().contracts
      const mint = `0x40c10f19${person.address.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
      const { raw, hash } = await person.sign({ nonce: 0, to: testDollar, value: 0n, data: mint, gas: 100_000n })
      const receipt = await target().call<Receipt>('eth_sendRawTransactionSync', [raw])
      const { blockHash } = receipt
      const block = await target().call<{ timestampMs: Hex; transactions: object[] }>('eth_getBlockByHash', [
        blockHash,
        true,
      ])
      const blockTimestampMs = block.timestampMs
      expect(receipt).toMatchObject({ blockTimestampMs, logs: [{ blockTimestampMs }] })
      expect(await target().call('eth_getBlockReceipts', [blockHash])).toContainEqual(receipt)
      expect(await target().call('eth_getLogs', [{ blockHash }])).toMatchObject([{ blockTimestampMs }])
      expect(await logs.next(log => log.transactionHash === hash)).toMatchObject({ blockTimestampMs })
      const transaction = await target().call('eth_getTransactionByHash', [hash])
      expect(transaction).toMatchObject({ blockTimestampMs })
      expect(block.transactions).toContainEqual(transaction)
      socket.close()
    })

    test('the gateway takes no body above 256 KiB, and no call without an id', async () => {
      const body = (bytes: number) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }).padEnd(bytes)
      expect((await target().post(body(256 * 1024))).status).toBe(200)
      const large = await target().post(body(256 * 1024 + 1))
      expect([large.status, await large.json()]).toMatchObject([413, { error: { code: -32021 } }])
      const nameless = await target().post('{"jsonrpc":"2.0","method":"eth_chainId"}')
      expect([nameless.status, await nameless.json()]).toMatchObject([400, { id: null, error: { code: -32600 } }])
    })

    test('a block begins with two deposits, the second of which keeps the milliseconds on the chain', async () => {
      const block = await target().call<{ timestampMs: Hex; number: Hex; transactions: { to: string }[] }>(
        'eth_getBlockByNumber',
        ['latest', true],
      )
      expect(block.transactions.slice(0, 2).map(({ to }) => to)).toEqual([
        '0x4200000000000000000000000000000000000015',
        '0x4200000000000000000000000000000000000030',
      ])
      const call = { to: '0x4200000000000000000000000000000000000030', data: '0x5745a677' }
      expect(BigInt(await target().call<Hex>('eth_call', [call, block.number]))).toBe(BigInt(block.timestampMs))
    })

    test('a change by hand is sealed in one block: heads stay consecutive', async () => {
      const socket = await target().socket()
      const heads = await socket.subscribe<Head>('newHeads')
      const first = await heads.next()
      await target().person()
      await heads.next(({ number }) => BigInt(number) >= BigInt(first.number) + 5n)
      const numbers = heads.heard.map(({ number }) => Number(number))
      expect(numbers).toEqual(numbers.map((_, index) => Number(first.number) + index))
      socket.close()
    })

    test('pending means nothing more than latest', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const heads = await socket.subscribe<Head>('newHeads')
      const { hash } = await heads.next()
      const [pending, count] = await Promise.all([
        target().call<Head>('eth_getBlockByNumber', ['pending', false]),
        target().call('eth_getTransactionCount', [person.address, 'pending']),
      ])
      expect(heads.heard.map(head => head.hash).concat(hash)).toContain(pending.hash)
      expect(count).toBe('0x0')
      socket.close()
    })

    test('the pre-confirmation subscriptions are taken, and silent', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const silent = await Promise.all(
        ['newFlashblockTransactions', 'newFlashblocks', 'pendingLogs', 'newPendingTransactions'].map(kind =>
          socket.subscribe(kind),
        ),
      )
      const receipts = await socket.subscribe<Receipt[]>('transactionReceipts')
      const { testDollar } = target().contracts
      const mint = `0x40c10f19${person.address.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
      const { raw, hash } = await person.sign({ nonce: 0, to: testDollar, value: 0n, data: mint, gas: 100_000n })
      await target().call('eth_sendRawTransaction', [raw])
      await receipts.next(list => list.some(({ transactionHash }) => transactionHash === hash))
      expect(silent.flatMap(({ heard }) => heard)).toEqual([])
      socket.close()
    })

    test('the first receipt there is has a real block hash', async () => {
      const person = await target().person()
      const { raw, hash } = await person.sign({ nonce: 0 })
      const first = await target().call<Receipt>('eth_sendRawTransactionSync', [raw])
      expect(first.blockHash).not.toBe(zeroHash)
      expect(first).toEqual(await sealedReceipt(target(), hash))
    })
  })
})
