import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseNonce, findHoles, releaseNonce, waitsForNonce } from './nonce'

const nonce = fc.nat({ max: 60 })
const held = (value: number) => ({ nonce: value, included: false, ended: false })

describe('choosing a nonce', () => {
  it('takes the highest of what the wallet reserved and what the chain counts', () => {
    expect(chooseNonce({ local: 7, pending: 5, latest: 4 })).toBe(7)
    expect(chooseNonce({ local: 7, pending: 9, latest: 4 })).toBe(9)
    expect(chooseNonce({ local: null, pending: null, latest: 3 })).toBe(3)
  })

  it('takes nonce 0 for a first transaction: zero is a nonce, not a missing one', () => {
    expect(chooseNonce({ local: null, pending: 0, latest: 0 })).toBe(0)
    expect(chooseNonce({ local: 0, pending: null, latest: null })).toBe(0)
  })

  it('never chooses below anything it was told', () => {
    fc.assert(
      fc.property(fc.option(nonce), fc.option(nonce), fc.option(nonce), (local, pending, latest) => {
        const chosen = chooseNonce({ local, pending, latest })
        for (const known of [local, pending, latest]) if (known !== null) expect(chosen).toBeGreaterThanOrEqual(known)
      }),
    )
  })
})

describe('holes', () => {
  it('names the nonces that nothing holds although later ones wait', () => {
    expect(findHoles([held(5), held(8), held(9)], 5)).toEqual([6, 7])
  })

  it('sees none in a gapless burst, and none below what the chain has counted', () => {
    expect(findHoles([held(5), held(6), held(7)], 5)).toEqual([])
    expect(findHoles([held(9)], 9)).toEqual([])
    expect(findHoles([{ nonce: 3, included: true, ended: false }], 9)).toEqual([])
  })

  it('counts a transaction that ended as no holder', () => {
    expect(findHoles([{ nonce: 5, included: false, ended: true }, held(6)], 5)).toEqual([5])
  })

  it('reports exactly the missing ones, whatever is in flight', () => {
    fc.assert(
      fc.property(fc.uniqueArray(nonce, { maxLength: 20 }), nonce, (nonces, count) => {
        const holes = findHoles(nonces.map(held), count)
        const highest = Math.max(-1, ...nonces)
        const expected = Array.from({ length: highest + 1 }, (_, value) => value).filter(
          value => value >= count && !nonces.includes(value),
        )
        expect(holes).toEqual(expected)
      }),
    )
  })
})

describe('whose turn it is', () => {
  it('is found without counting to a nonce that is as far away as one can be', () => {
    expect(waitsForNonce(Number.MAX_SAFE_INTEGER, [held(4)], 4)).toBe(4)
    expect(waitsForNonce(10_000_000, [held(5)], 4)).toBe(4)
    expect(findHoles([held(5), held(Number.MAX_SAFE_INTEGER)], 4).slice(0, 2)).toEqual([4, 6])
  })

  it('is the lowest one not included yet', () => {
    expect(waitsForNonce(7, [held(5), held(6)], 5)).toBe(5)
    expect(waitsForNonce(5, [held(6)], 5)).toBeNull()
  })

  it('is a missing one, if one is missing', () => {
    expect(waitsForNonce(8, [held(6)], 5)).toBe(5)
    expect(waitsForNonce(8, [held(5), held(6)], 5)).toBe(5)
    expect(waitsForNonce(8, [{ nonce: 5, included: true, ended: false }, held(6)], 6)).toBe(6)
  })
})

describe('giving a nonce back', () => {
  it('frees the last reservation', () => {
    expect(releaseNonce(8, 7, [5, 6], 5)).toBe(7)
  })

  it('leaves a hole when later ones are reserved', () => {
    expect(releaseNonce(9, 7, [6, 8], 5)).toBe(9)
  })

  it('keeps a nonce that a replacement still holds', () => {
    expect(releaseNonce(8, 7, [6, 7], 5)).toBe(8)
  })

  it('frees what was refused below it before, but never what the chain has counted', () => {
    expect(releaseNonce(9, 8, [5, 6], 5)).toBe(7)
    expect(releaseNonce(9, 8, [], 6)).toBe(6)
  })

  it('never frees a held nonce, and never raises the next one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(nonce, { maxLength: 20 }), nonce, nonce, nonce, (others, next, refused, count) => {
        const heldNonces = others.filter(value => value < next && value !== refused)
        const released = releaseNonce(next, refused, heldNonces, Math.min(count, next))
        expect(released).toBeLessThanOrEqual(next)
        for (const value of heldNonces) if (value >= count || released === next) expect(released).toBeGreaterThan(value)
      }),
    )
  })
})
