import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { encodeCall } from '@/lib/base/abi'
import { Failure } from '@/lib/base/failure'
import type { Read } from './chain-reads'
import { createScan } from './scan'

const owner: Address = '0x00000000000000000000000000000000000000aa'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const word = (value: bigint | Hex) => encodeCall('0x', [value])
const address = (number: number): Address => `0x${number.toString(16).padStart(40, '0')}`

/** A chain with allowances of one token, whose node gives logs of `widest` blocks at once. */
function createChain({ head, widest }: { head: bigint; widest: bigint }) {
  const token = address(0x70)
  const allowed = new Map<Address, bigint>()
  const events: { spender: Address; block: bigint }[] = []
  const ranges: [from: bigint, to: bigint][] = []
  const chain = { head, token, allowed, events, ranges, reads: 0, down: false, refusesNothing: false, invents: false }
  const allow = (spender: Address, amount: bigint, block: bigint) => {
    allowed.set(spender, amount)
    events.push({ spender, block })
  }
  const answer = ({ method, params }: { method: string; params: unknown[] }): Awaited<ReturnType<Read>>[number] => {
    const failed = (code: 'endpoint-error' | 'would-revert') => ({ failure: new Failure(code, {}) })
    if (method === 'eth_blockNumber') return { result: `0x${chain.head.toString(16)}` }
    if (method === 'eth_getLogs') {
      const { fromBlock, toBlock, topics } = params[0] as { fromBlock: Hex; toBlock: Hex; topics: [string[], Hex] }
      const [from, to] = [BigInt(fromBlock), BigInt(toBlock)]
      if (to - from + 1n > widest) return failed('endpoint-error')
      expect(topics[0]).toContain(approval)
      expect(topics[1]).toBe(word(owner))
      ranges.push([from, to])
      return {
        result: events
          .filter(({ block }) => block >= from && block <= to)
          .map(({ spender, block }) => ({
            address: token,
            topics: [approval, word(owner), word(spender)],
            data: word(1n),
            blockNumber: `0x${block.toString(16)}`,
          })),
      }
    }
    const { to, data } = params[0] as { to: Address; data: Hex }
    if (data.startsWith('0xdd62ed3e')) return { result: word(allowed.get(`0x${data.slice(-40)}`) ?? 0n) }
    if (data === '0x313ce567' && (chain.invents || to === token)) return { result: word(6n) }
    if (data.startsWith('0x095ea7b3'))
      return chain.refusesNothing && data.endsWith('0'.repeat(64)) ? failed('would-revert') : { result: '0x' }
    return failed('would-revert')
  }
  const read: Read = async calls => {
    chain.reads += 1
    if (chain.down) throw new Failure('endpoint-unreachable', { kind: 'unreachable' })
    return calls.map(answer)
  }
  return { chain, allow, read }
}

test('every allowance in force is found, whatever range the endpoint grants, and no block is looked at twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.bigInt({ min: 0n, max: 60_000n }),
      fc.bigInt({ min: 16n, max: 600_000n }),
      fc.array(
        fc.record({
          spender: fc.integer({ min: 1, max: 9 }),
          amount: fc.bigInt({ min: 0n, max: 3n }),
          at: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
      ),
      async (head, widest, given) => {
        const { chain, allow, read } = createChain({ head, widest })
        for (const { spender, amount, at } of given)
          allow(address(spender), amount, BigInt(Math.floor(at * Number(head))))
        const scan = createScan({ read, owner })
        await scan.run()
        expect(scan.state()).toMatchObject({ status: 'done', newest: head, oldest: 0n })
        const found = Object.fromEntries(
          scan.state().allowances.map(({ grant, state }) => [grant.spender, state.amount]),
        )
        expect(found).toEqual(Object.fromEntries([...chain.allowed].filter(([, amount]) => amount > 0n)))
        const ranges = chain.ranges.toSorted((left, right) => Number(left[0] - right[0]))
        expect(ranges[0]?.[0]).toBe(0n)
        expect(ranges.at(-1)?.[1]).toBe(head)
        for (const [index, [from]] of ranges.entries())
          if (index > 0) expect(from).toBe((ranges[index - 1]?.[1] ?? 0n) + 1n)
      },
    ),
    { numRuns: 60 },
  )
})

test('run again, it looks at new blocks only, and what was revoked meanwhile is gone', async () => {
  const { chain, allow, read } = createChain({ head: 100n, widest: 10_000n })
  allow(address(1), 5n, 10n)
  const scan = createScan({ read, owner })
  await scan.run()
  expect(scan.state().allowances).toHaveLength(1)
  chain.allowed.set(address(1), 0n)
  chain.head = 120n
  allow(address(2), 2n ** 256n - 1n, 110n)
  chain.ranges.length = 0
  await scan.run()
  expect(chain.ranges).toEqual([[101n, 120n]])
  expect(scan.state().allowances).toMatchObject([{ grant: { spender: address(2) }, state: { isUnlimited: true } }])
  expect(scan.state().tokens.get(chain.token)).toEqual({ symbol: '', decimals: 6 })
})

test('what an endpoint invents of tokens is not shown as theirs', async () => {
  const { chain, allow, read } = createChain({ head: 100n, widest: 10_000n })
  allow(address(1), 5n, 10n)
  chain.invents = true
  const scan = createScan({ read, owner })
  await scan.run()
  expect(scan.state().tokens.get(chain.token)).toEqual({ symbol: '', decimals: null })
})

test('stopped, it asks for nothing more, and goes on later where it was', async () => {
  const { chain, allow, read } = createChain({ head: 50_000n, widest: 5_000n })
  allow(address(1), 5n, 3n)
  const scan = createScan({ read, owner })
  const stop = scan.onChange(() => {
    if (scan.state().oldest !== null) scan.stop()
  })
  await scan.run()
  stop()
  const { reads } = chain
  expect(scan.state()).toMatchObject({ status: 'idle', oldest: 45_001n })
  expect(chain.reads).toBe(reads)
  await scan.run()
  expect(scan.state()).toMatchObject({ status: 'done', oldest: 0n })
  expect(scan.state().allowances).toHaveLength(1)
  expect(chain.ranges.filter(([, to]) => to === 50_000n)).toHaveLength(1)
})

test('an endpoint that is gone is named, and the next run goes on', async () => {
  const { chain, allow, read } = createChain({ head: 50n, widest: 5_000n })
  allow(address(1), 5n, 3n)
  chain.down = true
  const scan = createScan({ read, owner })
  await scan.run()
  expect(scan.state()).toMatchObject({ status: 'failed', failure: { code: 'endpoint-unreachable' } })
  chain.down = false
  await scan.run()
  expect(scan.state()).toMatchObject({ status: 'done', failure: null })
})

test('a token that refuses an allowance of nothing is asked for something else that it takes', async () => {
  const { chain, allow, read } = createChain({ head: 50n, widest: 5_000n })
  allow(address(1), 5n, 3n)
  const scan = createScan({ read, owner })
  await scan.run()
  const [allowance] = scan.state().allowances
  if (allowance === undefined) throw new Error('it was found')
  expect(await scan.revocation(allowance)).toEqual({
    to: chain.token,
    data: encodeCall('0x095ea7b3', [address(1), 0n]),
  })
  chain.refusesNothing = true
  expect(await scan.revocation(allowance)).toEqual({
    to: chain.token,
    data: encodeCall('0x095ea7b3', [address(1), 1n]),
  })
})
