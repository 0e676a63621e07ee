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

describe('the time of the next reading', () => {
  it('is null while nothing needs one', () => {
    expect(nextReadingMs(idle)).toBeNull()
    expect(nextReadingMs({ ...idle, failures: 5, isPushed: true, isDoubted: true })).toBeNull()
  })

  it('is 200 ms away for a transaction in flight without pushes, and further with time', () => {
    expect(nextReadingMs({ ...idle, unsealedForMs: 0 })).toBe(200)
    expect(nextReadingMs({ ...idle, unsealedForMs: 60_000 })).toBe(1_000)
    expect(nextReadingMs({ ...idle, unsealedForMs: 600_000 })).toBe(5_000)
  })

  it('is later beside pushes, and soon after a doubtful reading', () => {
    expect(nextReadingMs({ ...idle, unsealedForMs: 0, isPushed: true })).toBe(600)
    expect(nextReadingMs({ ...idle, unsealedForMs: 0, isPushed: true, isDoubted: true })).toBe(250)
  })

  it('is seconds away where only finality is awaited', () => {
    expect(nextReadingMs({ ...idle, sealedForMs: 0 })).toBe(2_000)
    expect(nextReadingMs({ ...idle, sealedForMs: 60_000 })).toBe(5_000)
    expect(nextReadingMs({ ...idle, sealedForMs: 600_000 })).toBe(15_000)
  })

  it('backs off from a failing endpoint, at least as long as the endpoint asked', () => {
    expect(nextReadingMs({ ...idle, unsealedForMs: 0, failures: 1 })).toBe(400)
    expect(nextReadingMs({ ...idle, unsealedForMs: 0, failures: 4 })).toBe(3_200)
    expect(nextReadingMs({ ...idle, unsealedForMs: 0, failures: 50 })).toBe(5_000)
    expect(nextReadingMs({ ...idle, unsealedForMs: 0, failures: 1, retryAfterMs: 7_000 })).toBe(7_000)
  })

  it('is never less than 200 ms away, and never later with fewer failures', () => {
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
