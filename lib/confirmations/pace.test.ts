import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Need, nextReadingMs } from './pace'

const idle: Need = {
  unsealedForMs: null,
  sealedForMs: null,
  isPushed: false,
  isDoubted: false,
  wantsHeads: false,
  failures: 0,
  retryAfterMs: null,
}

describe('the pace of reading', () => {
  it('is none while there is nothing to read for', () => {
    expect(nextReadingMs(idle)).toBeNull()
    expect(nextReadingMs({ ...idle, failures: 5, isPushed: true, isDoubted: true })).toBeNull()
  })

  it('is 200 ms while something is in flight and nothing is pushed, and slows down with time', () => {
    expect(nextReadingMs({ ...idle, unsealedForMs: 0 })).toBe(200)
    expect(nextReadingMs({ ...idle, unsealedForMs: 60_000 })).toBe(1_000)
    expect(nextReadingMs({ ...idle, unsealedForMs: 600_000 })).toBe(5_000)
  })

  it('only reconciles beside pushes, and looks again soon when something looked wrong', () => {
    expect(nextReadingMs({ ...idle, unsealedForMs: 0, isPushed: true })).toBe(600)
    expect(nextReadingMs({ ...idle, unsealedForMs: 0, isPushed: true, isDoubted: true })).toBe(250)
  })

  it('waits for finality without haste', () => {
    expect(nextReadingMs({ ...idle, sealedForMs: 0 })).toBe(2_000)
    expect(nextReadingMs({ ...idle, sealedForMs: 60_000 })).toBe(5_000)
    expect(nextReadingMs({ ...idle, sealedForMs: 600_000 })).toBe(15_000)
  })

  it('backs off from an endpoint that fails, for at least as long as it asked', () => {
    expect(nextReadingMs({ ...idle, unsealedForMs: 0, failures: 1 })).toBe(400)
    expect(nextReadingMs({ ...idle, unsealedForMs: 0, failures: 4 })).toBe(3_200)
    expect(nextReadingMs({ ...idle, unsealedForMs: 0, failures: 50 })).toBe(5_000)
    expect(nextReadingMs({ ...idle, unsealedForMs: 0, failures: 1, retryAfterMs: 7_000 })).toBe(7_000)
  })

  it('never falls below 200 ms and never rises with fewer failures', () => {
    const need = fc.record<Need>({
      unsealedForMs: fc.option(fc.nat(1_000_000), { nil: null }),
      sealedForMs: fc.option(fc.nat(1_000_000), { nil: null }),
      isPushed: fc.boolean(),
      isDoubted: fc.boolean(),
      wantsHeads: fc.boolean(),
      failures: fc.nat(30),
      retryAfterMs: fc.option(fc.nat(60_000), { nil: null }),
    })
    fc.assert(
      fc.property(need, given => {
        const ms = nextReadingMs(given)
        if (ms === null) return
        expect(ms).toBeGreaterThanOrEqual(200)
        expect(nextReadingMs({ ...given, failures: 0, retryAfterMs: null })).toBeLessThanOrEqual(ms)
      }),
    )
  })
})
