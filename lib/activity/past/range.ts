import type { PastSearchRecord } from '@/lib/storage/records'
import type { PastState } from './states'

/** More changes than this are not looked for without a wanted block: the activity keeps no more arrivals. */
const mostChanges = 200
/** A search that is not over begins at the newest block again where so many came since. */
const manyBlocks = 1_000n
const candidatesAtOnce = 8

/**
 * `end`: down to the first block. `state`: the endpoint has no older states. `enough`: very many changes were found.
 */
export type PastOutcome = 'end' | 'state' | 'enough'

/** What is searched of a chain, from the newest block down. */
export type Range = Omit<PastSearchRecord, 'key' | 'networkId' | 'finalTo'>

export function newRange(head: bigint, oldest: bigint): Range {
  return { top: head, reached: head, floor: oldest, below: null, oldest, changes: 0 }
}

/** Whether a search goes on: a head a little below is one of an endpoint that lags, far below is another chain's. */
export function isOfSameChain({ top }: Range, head: bigint): boolean {
  return top <= head + manyBlocks
}

/**
 * The range as it was left; where it is over, or much came since, first the blocks above it.
 * @param isNewestWanted whatever came since is searched first
 */
export function resumedRange(before: Range, head: bigint, isNewestWanted = false): Range {
  const since = head - before.top
  const many = isNewestWanted ? 0n : manyBlocks
  const goesBack = outcomeOf(before) === null ? before.below === null && since > many : since > 0n
  return goesBack
    ? { ...before, top: head, reached: head, floor: before.top, below: before.reached, changes: 0 }
    : before
}

/** Everything down to `reached` is searched. */
export function searchedDownTo(range: Range, reached: bigint): Range {
  const { floor, below, oldest } = range
  if (reached > floor) return { ...range, reached }
  return below === null ? { ...range, reached: floor } : { ...range, reached: below, floor: oldest, below: null }
}

/** The endpoint knows no block below `oldest`. */
export function cutRange(range: Range, oldest: bigint): Range {
  return { ...range, oldest, floor: oldest, below: null }
}

/** The endpoint knows blocks down to `oldest`, further than when the search ended. */
export function deepenedRange(range: Range, oldest: bigint): Range {
  return range.below === null && range.floor === range.oldest ? cutRange(range, oldest) : { ...range, oldest }
}

/** `null`: it is not over. */
export function outcomeOf({ reached, floor, below, oldest, changes }: Range): PastOutcome | null {
  if (changes >= mostChanges) return 'enough'
  if (reached > floor || below !== null) return null
  return oldest === 0n ? 'end' : 'state'
}

/** The part of all blocks with a known state that is searched, 0 to 1. */
export function shareOf({ top, reached, floor, below, oldest }: Range): number {
  const all = top - oldest
  const searched = top - reached + (below === null ? 0n : floor - below)
  return all === 0n ? 1 : Number((searched * 1_000n) / all) / 1_000
}

/**
 * The oldest block, among those at growing distances from `head`, whose state the endpoint still has: all of them above
 * it are known too. `null`: it does not have the state of `head`.
 */
export async function oldestKnown(
  head: bigint,
  read: (blocks: readonly bigint[]) => Promise<(PastState | null)[]>,
): Promise<bigint | null> {
  const candidates = [head]
  for (let back = 1n; back < head; back *= 2n) candidates.push(head - back)
  if (head > 0n) candidates.push(0n)
  let oldest: bigint | null = null
  for (let start = 0; start < candidates.length; start += candidatesAtOnce) {
    const asked = candidates.slice(start, start + candidatesAtOnce)
    const states = await read(asked)
    const gone = states.indexOf(null)
    oldest = asked[gone === -1 ? asked.length - 1 : gone - 1] ?? oldest
    if (gone !== -1) break
  }
  return oldest
}
