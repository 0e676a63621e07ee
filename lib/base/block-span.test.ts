import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBlockSpan, mayBeTooWide } from './block-span'

/** Asks for blocks until `last`; at each block the endpoint grants so many from there. @returns requests */
function search(last: number, grants: (block: number) => number): number {
  const span = createBlockSpan({ first: 2_000, widest: 10_000 })
  let requests = 0
  for (let next = 1; next <= last; requests += 1) {
    const width = Math.min(span.size(), last - next + 1)
    if (width <= grants(next)) {
      span.granted(width)
      next += width
    } else expect(span.refused(width)).toBe(true)
  }
  return requests
}

test('whatever an endpoint grants, all blocks are searched, most of them with few requests', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 12_000 }), (last, granted) => {
      const fewest = Math.ceil(last / Math.min(granted, 10_000))
      expect(search(last, () => granted)).toBeLessThanOrEqual(fewest * 8 + 12)
    }),
  )
})

test('after busy blocks, in which it grants little, the span grows again', () => {
  const busy = (block: number) => (block > 5_000 && block < 5_200 ? 3 : 10_000)
  expect(search(1_000_000, busy)).toBeLessThan(500)
})

test('a single block that is refused is the end', () => {
  const span = createBlockSpan({ first: 2_000, widest: 2_000 })
  while (span.refused(span.size())) expect(span.size()).toBeGreaterThan(0)
  expect(span.size()).toBe(1)
  expect(['unreachable', 'wrong-chain', 'timeout', 'rate-limited', 'invalid-params'].map(mayBeTooWide)).toEqual([
    ...[false, false, true, true, true],
  ])
})
