import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { between, findChange } from './find-change'
import {
  cutRange,
  isOfSameChain,
  newRange,
  oldestKnown,
  outcomeOf,
  resumedRange,
  searchedDownTo,
  shareOf,
} from './range'
import type { PastState } from './states'

/** A chain of states that anybody can read: by block, what the account had after it. */
function chainOf(changes: ReadonlyMap<number, bigint>, length: number): PastState[] {
  const states: PastState[] = []
  let state: PastState = { balance: 10n ** 18n, count: 0 }
  for (let block = 0; block < length; block += 1) {
    const change = changes.get(block)
    // What leaves is sent by the account: its count rises with it.
    if (change !== undefined) state = { balance: state.balance + change, count: state.count + (change < 0n ? 1 : 0) }
    states.push(state)
  }
  return states
}

const histories = fc.integer({ min: 2, max: 3_000 }).chain(length =>
  fc.tuple(
    fc.constant(length),
    fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: length - 1 }), fc.bigInt({ min: -50n, max: 1_000_000n })), {
      selector: ([block]) => block,
      maxLength: 12,
    }),
  ),
)

describe('the search of past blocks', () => {
  it('finds every change of a random history, each in its block, in few questions', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ([length, all]) => {
        const changes = new Map(all.filter(([, amount]) => amount !== 0n))
        const states = chainOf(changes, length)
        let asked = 0
        const read = async (blocks: readonly bigint[]) => {
          asked += 1
          return blocks.map(block => states[Number(block)] ?? null)
        }
        const head = BigInt(length - 1)
        let range = newRange(head, (await oldestKnown(head, read)) ?? head)
        expect(range.oldest).toBe(0n)
        const found: number[] = []
        while (outcomeOf(range) === null) {
          const [low, high] = await read([range.floor, range.reached])
          if (low == null || high == null) throw new Error('a state is missing')
          const ends = [
            { block: range.floor, state: low },
            { block: range.reached, state: high },
          ] as const
          const change = await findChange(...ends, read)
          if (change !== null && 'unknown' in change) throw new Error('unknown')
          if (change === null) range = searchedDownTo(range, range.floor)
          else {
            expect(change.after.block - change.before.block).toBe(1n)
            found.push(Number(change.after.block))
            range = searchedDownTo({ ...range, changes: range.changes + 1 }, change.before.block)
          }
        }
        expect(found).toEqual([...changes.keys()].sort((a, b) => b - a))
        expect(shareOf(range)).toBe(1)
        expect(asked).toBeLessThanOrEqual(6 + (found.length + 1) * 6)
      }),
    )
  })

  it('names the block whose state is gone, and ends above it', async () => {
    const states = chainOf(new Map([[40, 5n]]), 100)
    const read = async (blocks: readonly bigint[]) =>
      blocks.map(block => (block < 60n ? null : (states[Number(block)] ?? null)))
    expect(await oldestKnown(99n, read)).toBe(67n)
    const low = { block: 20n, state: { balance: 0n, count: 0 } }
    const high = { block: 99n, state: states[99] as PastState }
    const change = await findChange(low, high, read)
    expect(change).toHaveProperty('unknown')
    expect(outcomeOf(cutRange({ ...newRange(99n, 20n), reached: 67n }, 67n))).toBe('state')
  })

  it('searches what came since first, then goes on where it was left', () => {
    const left = { ...newRange(10_000n, 0n), reached: 4_000n, changes: 3 }
    expect(resumedRange(left, 10_500n)).toEqual(left)
    const resumed = resumedRange(left, 20_000n)
    expect(resumed).toMatchObject({ top: 20_000n, reached: 20_000n, floor: 10_000n, below: 4_000n })
    expect(shareOf(resumed)).toBe(0.3)
    const above = searchedDownTo(resumed, 10_000n)
    expect(above).toMatchObject({ reached: 4_000n, floor: 0n, below: null })
    expect(outcomeOf(above)).toBeNull()
    const over = searchedDownTo(above, 0n)
    expect([outcomeOf(over), shareOf(over)]).toEqual(['end', 1])
    expect(outcomeOf(resumedRange(over, 20_000n))).toBe('end')
    expect(outcomeOf(searchedDownTo(resumedRange(over, 20_001n), 20_000n))).toBe('end')
  })

  it('is not begun anew for an endpoint that lags, and is for a chain that is far below', () => {
    const left = { ...newRange(10_000n, 0n), reached: 4_000n }
    expect([9_999n, 9_000n, 8_999n].map(head => isOfSameChain(left, head))).toEqual([true, true, false])
    expect(resumedRange(left, 9_990n)).toEqual(left)
  })

  it('asks about eight blocks at once, all of them between the ends', () => {
    expect(between(5n, 6n)).toEqual([])
    expect(between(5n, 8n)).toEqual([6n, 7n])
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 40n }), fc.bigInt({ min: 1n, max: 2n ** 40n }), (low, gap) => {
        const blocks = between(low, low + gap)
        expect(blocks.length).toBeLessThanOrEqual(8)
        expect(new Set(blocks).size).toBe(blocks.length)
        for (const block of blocks) expect(block > low && block < low + gap).toBe(true)
      }),
    )
  })
})
