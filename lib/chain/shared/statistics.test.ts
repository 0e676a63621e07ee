import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TransactionRecord } from '@/lib/storage/records'
import { distribution, levelTimes, medians } from './statistics'

type History = TransactionRecord['history']

function row(...history: History): { history: History } {
  return { history }
}

describe('the time to each level', () => {
  it('counts from the signature, as the confirmation track does', () => {
    const times = levelTimes(
      row(
        { at: 100, level: 'signed' },
        { at: 150, level: 'submitted' },
        { at: 160, level: 'accepted' },
        { at: 350, level: 'preconfirmed' },
        { at: 1650, level: 'sealed' },
      ),
    )
    expect(times).toEqual({ accepted: 60, preconfirmed: 250, sealed: 1550 })
  })

  it('leaves out levels after a setback', () => {
    const times = levelTimes(
      row(
        { at: 0, level: 'submitted' },
        { at: 200, level: 'preconfirmed' },
        { at: 900, level: 'accepted', event: 'withdrawn' },
        { at: 9000, level: 'sealed' },
      ),
    )
    expect(times).toEqual({ preconfirmed: 200 })
  })

  it('is empty for a transaction that was never submitted', () => {
    expect(levelTimes(row({ at: 0, level: 'signed' }))).toEqual({})
  })
})

describe('the figures of a network', () => {
  const preconfirmedIn = (ms: number) => row({ at: 0, level: 'submitted' }, { at: ms, level: 'preconfirmed' })

  it('are medians of the measured times', () => {
    expect(medians([300, 100, 200].map(preconfirmedIn))).toEqual({ preconfirmedMs: 200, sealedMs: null })
    expect(medians([300, 100].map(preconfirmedIn)).preconfirmedMs).toBe(200)
    expect(medians([])).toEqual({ preconfirmedMs: null, sealedMs: null })
  })

  it('lie between the smallest and the largest time, the median in the middle', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 200 }), times => {
        const found = distribution(times.map(preconfirmedIn), 'preconfirmed')
        if (!found) throw new Error('times without a distribution')
        expect(found.count).toBe(times.length)
        expect(times.filter(time => time <= found.medianMs).length * 2).toBeGreaterThanOrEqual(times.length)
        expect(times.filter(time => time >= found.medianMs).length * 2).toBeGreaterThanOrEqual(times.length)
        expect(times).toContain(found.p95Ms)
        expect(times.filter(time => time > found.p95Ms).length).toBeLessThanOrEqual(times.length * 0.05)
      }),
    )
  })
})
