import type { Events } from './events.ts'

/** The mini-blocks of a block: how many, and the number of the first. */
export interface MiniBlockSpan {
  count: number
  offset: number
}

const rememberedBlocks = 4096

/**
 * Numbers every step of the blocks being built, and emits it as a mini-block.
 * @returns the mini-blocks of a block, by its number
 * @see https://docs.megaeth.com, "Mini-Blocks"
 */
export function createMiniBlocks(events: Events): (blockNumber: bigint) => MiniBlockSpan | undefined {
  const spans = new Map<bigint, MiniBlockSpan>()
  let next = 0
  events.on(event => {
    if (event.kind === 'reset') {
      spans.clear()
      next = 0
    }
    if (event.kind !== 'partial') return
    const { number: blockNumber, timestamp: blockTimestamp, fresh } = event
    const span = spans.get(blockNumber) ?? { count: 0, offset: next }
    spans.set(blockNumber, { ...span, count: span.count + 1 })
    const [oldest] = spans.keys()
    if (spans.size > rememberedBlocks && oldest !== undefined) spans.delete(oldest)
    const createdAt = Math.floor((performance.timeOrigin + performance.now()) * 1000)
    const miniBlock = { index: span.count, number: next, createdAt, blockNumber, blockTimestamp, fresh }
    next += 1
    events.emit({ kind: 'mini-block', miniBlock })
  })
  return blockNumber => spans.get(blockNumber)
}
