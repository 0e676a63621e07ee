import { expect, test } from 'vitest'
import { createBackOff, doubling } from './back-off'
import { createManualClock } from './manual-clock.fixture'

function setUp() {
  const clock = createManualClock()
  return { clock, backOff: createBackOff({ clock, waitMs: doubling(100, 1_000) }) }
}

test('the wait doubles with every failure up to the longest, and starts anew after a success', () => {
  expect([1, 2, 3, 4, 5, 100].map(doubling(100, 1_000))).toEqual([100, 200, 400, 800, 1_000, 1_000])
  const { clock, backOff } = setUp()
  backOff.fail()
  backOff.fail()
  expect(backOff.failures()).toBe(2)
  clock.advance(199)
  expect(backOff.isDue()).toBe(false)
  clock.advance(1)
  expect(backOff.isDue()).toBe(true)
  backOff.succeed()
  backOff.fail()
  clock.advance(100)
  expect(backOff.isDue()).toBe(true)
})

test('an attempt runs once, when it is due', () => {
  const { clock, backOff } = setUp()
  let attempts = 0
  backOff.fail()
  backOff.schedule(() => attempts++)
  backOff.schedule(() => attempts++)
  expect(backOff.isScheduled()).toBe(true)
  clock.advance(99)
  expect(attempts).toBe(0)
  clock.advance(1)
  expect(attempts).toBe(1)
  expect(backOff.isScheduled()).toBe(false)
  clock.advance(10_000)
  expect(attempts).toBe(1)
})

test('what is cancelled does not run, and a skipped wait leaves the failures counted', () => {
  const { clock, backOff } = setUp()
  let attempts = 0
  backOff.fail()
  backOff.schedule(() => attempts++)
  backOff.cancel()
  clock.advance(10_000)
  expect(attempts).toBe(0)
  backOff.fail()
  backOff.skipWait()
  expect(backOff.isDue()).toBe(true)
  expect(backOff.failures()).toBe(2)
})
