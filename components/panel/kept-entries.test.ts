import { describe, expect, it } from 'vitest'
import type { EventEntryView } from '@/lib/language/request-log'
import { keepEntries } from './kept-entries'

const entry = (number: number): EventEntryView => ({
  ...{ kind: 'event', number, at: number, tabId: 7, origin: 'https://shop.example', event: 'message' },
  value: { text: '1', length: 1 },
})
const log = (since: number | null, ...numbers: number[]) => ({ since, entries: numbers.map(entry) })
const keysOf = (kept: ReturnType<typeof keepEntries>) => kept.map(({ key, isCurrent }) => `${key} ${isCurrent}`)

describe('the entries of the panel', () => {
  it('stay when the worker starts again, and can then no longer be read in whole', () => {
    const before = keepEntries([], log(100, 1, 2))
    expect(keysOf(before)).toEqual(['100 1 true', '100 2 true'])
    expect(keysOf(keepEntries(before, log(200, 1)))).toEqual(['100 1 false', '100 2 false', '200 1 true'])
  })

  it('stay when the log no longer has them', () => {
    expect(keysOf(keepEntries(keepEntries([], log(100, 1, 2)), log(100, 2, 3)))).toEqual([
      '100 1 false',
      '100 2 true',
      '100 3 true',
    ])
  })

  it('go when the log is turned off', () => {
    expect(keepEntries(keepEntries([], log(100, 1)), log(null))).toEqual([])
  })

  it('are at most a thousand, the newest', () => {
    let kept = keepEntries([], log(1))
    for (let since = 1; since <= 6; since++)
      kept = keepEntries(kept, log(since, ...Array.from({ length: 200 }, (_, index) => index + 1)))
    expect(kept).toHaveLength(1_000)
    expect(kept.at(-1)?.key).toBe('6 200')
  })
})
