import type { Hash, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Receipt, zeroHash } from './receipt.ts'
import { onEach } from './target.ts'

describe('States and transitions', () => {
  onEach(['pre-confirming network'], target => {
    test('accepted, pre-confirmed, sealed: by the clock, each in its turn', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const heads = await socket.subscribe<{ number: Hex; hash: Hash }>('newHeads')
      const hashes = await socket.subscribe<Hash>('newFlashblockTransactions')
      const receipts = await socket.subscribe<Receipt[]>('transactionReceipts')
      // Not in the last moment of a block.
      await heads.next()
      const { raw, hash } = await person.sign({ nonce: 0 })
      expect(await target().call('eth_sendRawTransaction', [raw])).toBe(hash)
      const order: string[] = []
      await Promise.all([
        hashes.next(heard => heard === hash).then(() => order.push('pre-confirmed')),
        receipts.next(list => list.some(each => each.transactionHash === hash)).then(() => order.push('sealed')),
      ])
      expect(order).toEqual(['pre-confirmed', 'sealed'])
      const sealed = await target().call<Receipt>('eth_getTransactionReceipt', [hash])
      expect(sealed.blockHash).not.toBe(zeroHash)
      await heads.next(head => head.hash === sealed.blockHash)
      socket.close()
    })

    test('the block being built is shown several times before it is sealed', async () => {
      const socket = await target().socket()
      const partials = await socket.subscribe<{ number: Hex }>('newFlashblocks')
      const heads = await socket.subscribe<{ number: Hex }>('newHeads')
      const first = await heads.next()
      const second = await heads.next(({ number }) => number !== first.number)
      expect(partials.heard.filter(({ number }) => number === second.number).length).toBeGreaterThan(1)
      socket.close()
    })

    test('the time of a block is that of the clock', async () => {
      const before = Math.floor(Date.now() / 1000)
      const socket = await target().socket()
      const heads = await socket.subscribe<{ timestamp: Hex; number: Hex }>('newHeads')
      const first = await heads.next()
      const { timestamp } = await heads.next(({ number }) => BigInt(number) === BigInt(first.number) + 1n)
      expect(Number(timestamp)).toBeGreaterThanOrEqual(before)
      expect(Number(timestamp)).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
      expect(Number(timestamp)).toBeGreaterThan(Number(first.timestamp))
      socket.close()
    })
  })
})
