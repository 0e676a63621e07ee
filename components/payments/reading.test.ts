import { expect, test } from 'vitest'
import type { ReadingView } from '@/lib/language/payments'
import { isCurrent } from './reading'

const current: ReadingView = { from: 10, fromAt: null, to: 100, isRead: true, failure: null }

test.each<[string, ReadingView | null, number | null, boolean]>([
  ['was not asked for', null, 100, false],
  ['did not begin', { ...current, from: null, to: null, isRead: false }, 100, false],
  ['has the newest block', current, 100, true],
  ['leaves the newest blocks to the next one', current, 112, true],
  ['is behind', current, 113, false],
  ['failed', { ...current, failure: { code: 'endpoint-error', details: {} } }, 100, false],
  ['has nothing to read', { ...current, from: null, to: null }, 100, true],
  ['does not know the newest block', current, null, true],
])('a reading that %s says whether there is nothing', (_what, reading, head, expected) => {
  expect(isCurrent(reading, head === null ? null : { number: head })).toBe(expected)
})
