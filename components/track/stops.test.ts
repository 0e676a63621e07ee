import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, readMessages } from '@/components/catalogue.fixture'
import { acceptedTransaction } from '@/components/transaction.fixture'
import { isAtLeast, levelRank, levels, setbacks } from '@/lib/base/level'
import type { TransactionView } from '@/lib/language/ui'
import { isUnderWay, meaningOf, summariseTrack } from './stops'

const row = (changes: Partial<TransactionView>): TransactionView => ({ ...acceptedTransaction, ...changes })

const sealedHistory: TransactionView['history'] = [
  { at: 1_000, level: 'signed' },
  { at: 1_004, level: 'submitted' },
  { at: 1_021, level: 'accepted' },
  { at: 1_187, level: 'preconfirmed' },
  { at: 2_942, level: 'sealed' },
]

describe('the confirmation track', () => {
  it('gives every stop the time since the signature', () => {
    const { stops, ms, headline } = summariseTrack(row({ level: 'sealed', status: 'success', history: sealedHistory }))
    expect(stops.map(stop => [stop.level, stop.ms])).toEqual([
      ['submitted', 4],
      ['accepted', 21],
      ['preconfirmed', 187],
      ['sealed', 1_942],
      ['safe', null],
      ['final', null],
    ])
    expect(ms).toBe(1_942)
    expect(headline).toBe('track_sealed')
  })

  it('has no pre-confirmed stop where nothing pre-confirms', () => {
    const { stops } = summariseTrack(row({ preconfirms: false }))
    expect(stops.map(stop => stop.level)).toEqual(['submitted', 'accepted', 'sealed', 'safe', 'final'])
  })

  it('keeps the pre-confirmed stop of a transaction that was, whatever the network does now', () => {
    const { stops } = summariseTrack(row({ preconfirms: false, level: 'sealed', history: sealedHistory }))
    expect(stops.map(stop => stop.level)).toContain('preconfirmed')
  })

  it('leaves a stop that was passed unseen without a time', () => {
    const history = sealedHistory.filter(entry => entry.level !== 'preconfirmed')
    const { stops } = summariseTrack(row({ level: 'sealed', history }))
    expect(stops.find(stop => stop.level === 'preconfirmed')).toMatchObject({ reached: true, ms: null })
  })

  it('draws what a withdrawal took back, and no tick', () => {
    const track = summariseTrack(
      row({ history: [...sealedHistory.slice(0, 4), { at: 1_800, level: 'accepted', event: 'withdrawn' }] }),
    )
    expect(track).toMatchObject({ headline: 'track_withdrawn', tone: 'caution', setback: 'withdrawn', ms: null })
    expect(track.stops.find(stop => stop.level === 'preconfirmed')).toMatchObject({ reached: false, takenBackMs: 187 })
  })

  it('is at ease again when a withdrawn one is pre-confirmed anew, with the new time', () => {
    const track = summariseTrack(
      row({
        level: 'preconfirmed',
        status: 'success',
        history: [
          ...sealedHistory.slice(0, 4),
          { at: 1_800, level: 'accepted', event: 'withdrawn' },
          { at: 2_000, level: 'preconfirmed' },
        ],
      }),
    )
    expect(track).toMatchObject({ headline: 'track_preconfirmed', setback: null, ms: 1_000 })
  })

  it('says will fail while only pre-confirmed, and failed once sealed', () => {
    expect(summariseTrack(row({ level: 'preconfirmed', status: 'reverted' })).headline).toBe('track_will_fail')
    expect(summariseTrack(row({ level: 'sealed', status: 'reverted' })).headline).toBe('track_failed')
    expect(summariseTrack(row({ level: 'final', status: 'reverted' })).headline).toBe('track_failed')
  })

  it('names every way to end', () => {
    expect(summariseTrack(row({ ended: 'replaced' })).headline).toBe('track_replaced')
    expect(summariseTrack(row({ ended: 'dropped' })).headline).toBe('track_dropped')
    expect(summariseTrack(row({ ended: 'lost' })).headline).toBe('track_lost')
  })

  it('is waited for until it is in a block, and shown as long for a minute in any case', () => {
    const { createdAt } = row({})
    expect(isUnderWay(row({}), createdAt + 3_600_000)).toBe(true)
    expect(isUnderWay(row({ level: 'sealed', status: 'success' }), createdAt + 59_000)).toBe(true)
    expect(isUnderWay(row({ level: 'sealed', status: 'success' }), createdAt + 61_000)).toBe(false)
    expect(isUnderWay(row({ ended: 'dropped' }), createdAt)).toBe(false)
  })

  it('says whose turn it is before it says accepted', () => {
    expect(summariseTrack(row({ waitsForNonce: 6 })).headline).toBe('track_waiting')
  })
})

describe('what the words of the track mean', () => {
  const meaning = (changes: Partial<TransactionView>) => meaningOf(row(changes), summariseTrack(row(changes)))

  it('is said for what there is now', () => {
    expect(meaning({})).toBe('track_means_on_its_way')
    expect(meaning({ level: 'preconfirmed', status: 'success' })).toBe('track_means_preconfirmed')
    expect(meaning({ level: 'sealed', ended: 'lost' })).toBe('track_means_ended')
    const withdrawn = [...sealedHistory.slice(0, 4), { at: 1_800, level: 'accepted', event: 'withdrawn' } as const]
    expect(meaning({ history: withdrawn })).toBe('track_means_withdrawn')
  })

  it.each(languages)('takes at most 40 words in %s', language => {
    const meanings = Object.entries(readMessages(language)).filter(([key]) => key.startsWith('track_means_'))
    expect(meanings).toHaveLength(8)
    for (const [key, { message }] of meanings) expect([key, message.split(/\s+/).length <= 40]).toEqual([key, true])
  })
})

const entries = fc.record(
  {
    at: fc.integer({ min: 1_000, max: 100_000 }),
    level: fc.constantFrom(...levels),
    event: fc.constantFrom(...setbacks),
  },
  { requiredKeys: ['at', 'level'] },
)
const rows = fc.record({
  level: fc.constantFrom(...levels),
  ended: fc.constantFrom('replaced' as const, 'dropped' as const, 'lost' as const, null),
  status: fc.constantFrom('success' as const, 'reverted' as const, null),
  preconfirms: fc.boolean(),
  refusal: fc.constantFrom(null, 'no'),
  waitsForNonce: fc.constantFrom(null, 3),
  history: fc.array(entries, { maxLength: 12 }),
})

describe('whatever happened to a transaction', () => {
  it('no stop is reached that its level does not reach, and none above it carries a time', () => {
    fc.assert(
      fc.property(rows, changes => {
        const { stops } = summariseTrack(row(changes))
        for (const stop of stops) {
          expect(stop.reached).toBe(isAtLeast(changes.level, stop.level))
          if (!stop.reached) expect(stop.ms).toBeNull()
          if (stop.ms !== null) expect(stop.ms).toBeGreaterThanOrEqual(0)
        }
        expect(stops.filter(stop => stop.current).length).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('the headline never claims more than the level', () => {
    const claims: Record<string, number> = {
      track_preconfirmed: levelRank('preconfirmed'),
      track_sealed: levelRank('sealed'),
      track_safe: levelRank('safe'),
      track_final: levelRank('final'),
    }
    fc.assert(
      fc.property(rows, changes => {
        const { headline, tone } = summariseTrack(row(changes))
        expect(claims[headline] ?? 0).toBeLessThanOrEqual(levelRank(changes.level))
        if (changes.status === 'reverted' && levelRank(changes.level) >= levelRank('preconfirmed')) {
          expect(tone === 'progress').toBe(false)
        }
      }),
    )
  })
})
