import fc from 'fast-check'
import { keccak256, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { createMempool, type MempoolTransaction, pick } from './mempool.ts'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

let serial = 0
function waiting(changes: Partial<MempoolTransaction>): MempoolTransaction {
  serial += 1
  const raw = toHex(serial)
  return {
    hash: keccak256(raw),
    raw,
    from: alice,
    nonce: 0n,
    gas: 21_000n,
    value: 0n,
    cost: 1n,
    l1Size: 0n,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 1n,
    to: bob,
    input: '0x',
    accessList: [],
    authorizations: 0,
    recovery: '0x',
    body: {},
    ...changes,
  }
}

const rich = { nonce: 0n, balance: 100n }
const block = { baseFee: 5n, gasLeft: 1_000_000n }

describe('The next partial block takes', () => {
  test('first come, first served, each sender in the order of his nonces', () => {
    const [third, first, second] = [waiting({ nonce: 1n }), waiting({ from: bob }), waiting({ nonce: 0n })]
    const senders = new Map([
      [alice, rich],
      [bob, rich],
    ] as const)
    expect(pick([third, first, second], senders, block)).toEqual([first, second, third])
  })

  test('nothing after a gap, nothing that pays too little, nothing that does not fit', () => {
    const senders = new Map([[alice, rich]] as const)
    expect(pick([waiting({ nonce: 1n })], senders, block)).toEqual([])
    expect(pick([waiting({ maxFeePerGas: 4n })], senders, block)).toEqual([])
    expect(pick([waiting({ gas: 1_000_001n })], senders, block)).toEqual([])
  })

  test('as much of one sender as he can pay for at the worst', () => {
    const senders = new Map([[alice, { nonce: 0n, balance: 5n }]] as const)
    const [one, two] = [waiting({ cost: 3n }), waiting({ nonce: 1n, cost: 3n })]
    expect(pick([one, two], senders, block)).toEqual([one])
  })

  test('never a gap, never a nonce twice, never more than there is money and gas for', () => {
    const transaction = fc.record({
      from: fc.constantFrom(alice, bob) as fc.Arbitrary<typeof alice>,
      nonce: fc.bigInt(0n, 6n),
      gas: fc.bigInt(21_000n, 400_000n),
      cost: fc.bigInt(0n, 60n),
      maxFeePerGas: fc.bigInt(3n, 9n),
    })
    fc.assert(
      fc.property(fc.array(transaction, { maxLength: 20 }), fc.bigInt(0n, 3n), (list, nonce) => {
        const senders = new Map(
          [alice, bob].map(address => [address, { nonce, balance: 100n }] as const),
        ) as ReadonlyMap<`0x${string}`, { nonce: bigint; balance: bigint }>
        const picked = pick(list.map(waiting), senders, block)
        for (const sender of [alice, bob]) {
          const own = picked.filter(({ from }) => from === sender)
          expect(own.map(each => each.nonce)).toEqual(own.map((_, index) => nonce + BigInt(index)))
          expect(own.reduce((sum, { cost }) => sum + cost, 0n)).toBeLessThanOrEqual(100n)
        }
        expect(picked.reduce((sum, { gas }) => sum + gas, 0n)).toBeLessThanOrEqual(block.gasLeft)
        expect(picked.every(({ maxFeePerGas }) => maxFeePerGas >= block.baseFee)).toBe(true)
      }),
    )
  })
})

describe('The mempool', () => {
  test('a replacement waits where the first waited, and the first is gone', () => {
    const mempool = createMempool()
    const [first, second, better] = [waiting({}), waiting({ from: bob }), waiting({ maxFeePerGas: 20n })]
    mempool.add(first)
    mempool.add(second)
    mempool.replace(first, better)
    expect(mempool.all()).toEqual([better, second])
    expect(mempool.get(first.hash)).toBeUndefined()
    expect(mempool.at(alice, 0n)).toBe(better)
  })

  test('what is removed leaves its nonce free', () => {
    const mempool = createMempool()
    const first = waiting({})
    mempool.add(first)
    mempool.remove(first.hash)
    expect([mempool.all(), mempool.at(alice, 0n)]).toEqual([[], undefined])
  })
})
