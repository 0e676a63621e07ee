import type { Hash, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
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

const ticksSchema = z.array(z.object({ dueAt: z.number(), isSealing: z.boolean() }))

/**
 * Whether blocks are sealed at the first tick of each interval of so many. By the timetable, not by how busy the
 * machine is: one that is too busy skips ticks, and seals at the next.
 */
function followsTimetable(places: { place: number; isSealing: boolean }[], ticksToSeal: number): boolean {
  return Array.from({ length: ticksToSeal }, (_, phase) => phase).some(phase => {
    const interval = (place: number) => Math.floor((place + phase) / ticksToSeal)
    return places
      .slice(1)
      .every(({ place, isSealing }, index) => isSealing === interval(place) > interval(places[index]?.place ?? 0))
  })
}

/** The largest step of which all these places are multiples. */
function commonStep(places: number[]): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  return places.reduce(divisor, 0)
}

describe.each([
  ['pre-confirming network', 200, 2000, 2n],
  ['network with fast blocks', 200, 200, 12n],
] as const)('Limits: intervals', (name, refreshMs, blockMs, blocks) => {
  onEach([name], target => {
    test(`a partial block is due every ${refreshMs} ms, a sealed one every ${blockMs} ms`, async () => {
      const socket = await target().socket()
      const heads = await socket.subscribe<{ number: Hex }>('newHeads')
      const { number } = await heads.next()
      await heads.next(head => BigInt(head.number) === BigInt(number) + blocks)
      const ticks = ticksSchema.parse(await (await fetch(`${target().rpcUrl}/control/ticks`)).json())
      const places = ticks.map(({ dueAt, isSealing }) => ({
        place: (dueAt - (ticks[0]?.dueAt ?? 0)) / refreshMs,
        isSealing,
      }))
      for (const { place } of places) expect(place).toBeCloseTo(Math.round(place))
      const rounded = places.map(({ place, isSealing }) => ({ place: Math.round(place), isSealing }))
      expect(commonStep(rounded.map(({ place }) => place))).toBe(1)
      expect(rounded.filter(({ isSealing }) => isSealing).length).toBeGreaterThan(1)
      expect(followsTimetable(rounded, blockMs / refreshMs)).toBe(true)
      socket.close()
    })
  })
})
