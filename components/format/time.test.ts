import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAgo, formatDayOf, formatDuration, formatPeriod, formatRemaining, formatSeconds } from './time'

const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ')

it('of a headline has two digits of a second while it is short', () => {
  expect(plain(formatSeconds(127, 'en-US'))).toBe('0.13 s')
  expect(plain(formatSeconds(2_312, 'de-DE'))).toBe('2,31 s')
  expect(plain(formatSeconds(960_000, 'en-US'))).toBe('16 min')
})

describe('a measured time', () => {
  it.each([
    [0, '0 ms'],
    [187.4, '187 ms'],
    [999, '999 ms'],
    [1_000, '1.00 s'],
    [1_942, '1.94 s'],
    [9_994, '9.99 s'],
    [9_995, '10.0 s'],
    [59_940, '59.9 s'],
    [64_300, '1 min'],
    [3_600_000, '1 hr'],
    [200_000_000, '2 days'],
  ])('%d ms reads %s', (ms, words) => {
    expect(plain(formatDuration(ms, 'en-US'))).toBe(words)
  })

  it('speaks German too', () => {
    expect(plain(formatDuration(1_942, 'de-DE'))).toBe('1,94 s')
  })

  it('is never longer than its place, up to ten minutes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600_000 }), ms => {
        expect(formatDuration(ms, 'en-US').length).toBeLessThanOrEqual(6)
      }),
    )
  })
})

describe('a time that is agreed to', () => {
  it.each([
    [0n, '0 s'],
    [90n, '1 min 30 s'],
    [300n, '5 min'],
    [5_400n, '1 hr 30 min'],
    [129_600n, '1 day 12 hr'],
    [2_592_000n, '30 days'],
    [100_000n, '1 day 3 hr 46 min 40 s'],
  ])('%d seconds read %s', (seconds, words) => {
    expect(plain(formatPeriod(seconds, 'en-US'))).toBe(words)
  })

  it('can leave out the small units', () => {
    expect(plain(formatPeriod(100_000n, 'en-US', 2))).toBe('1 day 3 hr')
    expect(plain(formatPeriod(95n, 'en-US', 2))).toBe('1 min 35 s')
    expect(plain(formatPeriod(10_804n, 'en-US', 2))).toBe('3 hr')
    expect(plain(formatPeriod(0n, 'en-US', 2))).toBe('0 s')
  })

  it('never reads like another one', () => {
    const seconds = fc.bigInt({ min: 0n, max: 2n ** 48n })
    fc.assert(
      fc.property(seconds, seconds, (one, other) => {
        expect(formatPeriod(one, 'en-US') === formatPeriod(other, 'en-US')).toBe(one === other)
      }),
    )
  })
})

describe('a countdown', () => {
  it('says one second until the very end', () => {
    expect(plain(formatRemaining(1, 'en-US'))).toBe('1 s')
    expect(plain(formatRemaining(0, 'en-US'))).toBe('0 s')
    expect(plain(formatRemaining(9_001, 'en-US'))).toBe('10 s')
    expect(plain(formatRemaining(61_000, 'en-US'))).toBe('1 min 1 s')
  })
})

describe('how long ago', () => {
  it('does not flicker in the first seconds', () => {
    expect(formatAgo(3_000, 'en-US')).toBe('now')
    expect(formatAgo(-50, 'en-US')).toBe('now')
    expect(formatAgo(120_000, 'en-US')).toBe('2 min. ago')
  })
})

describe('the day of a time, as a heading', () => {
  const now = new Date(2026, 2, 29, 12).getTime()
  it.each([
    [new Date(2026, 2, 29, 0, 0), 'Today', 'Heute'],
    [new Date(2026, 2, 28, 23, 59), 'Yesterday', 'Gestern'],
    [new Date(2026, 2, 27, 23, 59), 'Mar 27', '27. März'],
    [new Date(2025, 2, 29), 'Mar 29, 2025', '29. März 2025'],
    // A clock that was put back since.
    [new Date(2026, 2, 30), 'Mar 30', '30. März'],
  ])('of %s is %s', (at, english, german) => {
    expect(formatDayOf(at.getTime(), now, 'en-US')).toBe(english)
    expect(formatDayOf(at.getTime(), now, 'de-DE')).toBe(german)
  })
})
