import fc from 'fast-check'
import type { Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import { createHeads } from './heads'

function hashOf(height: number, fork = 0): Hash {
  return `0x${(height * 16 + fork + 1).toString(16).padStart(64, '0')}`
}
function head(height: number, fork = 0, parentFork = fork) {
  return {
    number: BigInt(height),
    hash: hashOf(height, fork),
    parentHash: hashOf(height - 1, parentFork),
    timestamp: 0n,
  }
}

describe('heads', () => {
  it('that follow each other are new; repeated ones are old', () => {
    const heads = createHeads()
    expect([head(1), head(2), head(2), head(1), head(3)].map(heads.see)).toEqual(['new', 'new', 'old', 'old', 'new'])
    expect(heads.highest()).toBe(3n)
  })

  it('out of order are old; a gap is no reorganisation', () => {
    const heads = createHeads()
    expect([head(1), head(5), head(3), head(6)].map(heads.see)).toEqual(['new', 'new', 'old', 'new'])
  })

  it('with another hash at a height, or another parent, are a reorganisation', () => {
    const heads = createHeads()
    expect([head(1), head(2), head(2, 1, 0), head(3, 1)].map(heads.see)).toEqual(['new', 'new', 'reorganised', 'new'])
    const again = createHeads()
    expect([head(1), head(2), head(3, 1)].map(again.see)).toEqual(['new', 'new', 'reorganised'])
  })

  it('far below the highest may mean that the chain restarted', () => {
    const heads = createHeads()
    expect([head(1000), head(3)].map(heads.see)).toEqual(['new', 'behind'])
    heads.forget()
    expect(heads.see(head(3))).toBe('new')
  })

  it('far below one stray head are believed from the second on', () => {
    const heads = createHeads()
    expect([head(1), head(10_000), head(2), head(3), head(4)].map(heads.see)).toEqual([
      'new',
      'new',
      'behind',
      'lower',
      'new',
    ])
    expect(heads.highest()).toBe(4n)
  })

  it('far below a chain seen to grow are believed once they are more', () => {
    const heads = createHeads()
    for (const height of [1000, 1001, 1002]) heads.see(head(height))
    expect([head(3), head(4), head(5), head(6)].map(heads.see)).toEqual(['behind', 'behind', 'behind', 'lower'])
  })

  it('far below count only while they grow, and from zero after a head at the top', () => {
    const heads = createHeads()
    expect([head(1000), head(3), head(3, 1), head(2)].map(heads.see)).toEqual(['new', 'behind', 'behind', 'behind'])
    expect([head(1001), head(3), head(4)].map(heads.see)).toEqual(['new', 'behind', 'behind'])
  })

  it('after one stray head at any height are still new', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 200, max: 2 ** 40 }), (before, stray) => {
        const heads = createHeads()
        for (let height = 1; height <= before; height += 1) heads.see(head(height))
        heads.see(head(stray))
        for (const height of [before + 1, before + 2]) heads.see(head(height))
        expect(heads.see(head(before + 3))).toBe('new')
      }),
    )
  })

  it('of one growing chain are never a reorganisation, though repeated or out of order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 200 }), heights => {
        const heads = createHeads()
        for (const height of heights) expect(['new', 'old']).toContain(heads.see(head(height)))
        if (heights.length > 0) expect(heads.highest()).toBe(BigInt(Math.max(...heights)))
      }),
    )
  })
})
