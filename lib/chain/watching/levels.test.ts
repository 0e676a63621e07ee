import fc from 'fast-check'
import type { Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import { type Level, levelRank, levels, setbacks } from '@/lib/base/level'
import type { ReceiptRecord } from '@/lib/storage/records'
import { advance, isInFlight, type LifeCycle, type LifeEvent } from './levels'

const hash: Hash = `0x${'ab'.repeat(32)}`
const blockA: Hash = `0x${'a1'.repeat(32)}`
const blockB: Hash = `0x${'b2'.repeat(32)}`

function receipt(blockHash: Hash | null, change: Partial<ReceiptRecord> = {}): ReceiptRecord {
  return {
    blockHash,
    blockNumber: 7n,
    status: 'success',
    gasUsed: 21_000n,
    effectiveGasPrice: 1_000n,
    l1Fee: null,
    contractAddress: null,
    ...change,
  }
}

const signed: LifeCycle = { level: 'signed', ended: null, receipt: null, history: [{ at: 0, level: 'signed' }] }
const at = (kind: Exclude<LifeEvent['kind'], 'preconfirmed' | 'sealed' | 'replaced'>, receivedAt = 1): LifeEvent => ({
  kind,
  hash,
  receivedAt,
})
const preconfirmed = (receivedAt = 1, change: Partial<ReceiptRecord> = {}): LifeEvent => ({
  kind: 'preconfirmed',
  hash,
  receivedAt,
  receipt: receipt(null, change),
})
const sealed = (blockHash = blockA, receivedAt = 1): LifeEvent => ({
  kind: 'sealed',
  hash,
  receivedAt,
  receipt: receipt(blockHash),
})
const replaced = (final: boolean): LifeEvent => ({
  kind: 'replaced',
  receivedAt: 1,
  replacement: { hash: blockB, final },
})
const lifeAfter = (...events: LifeEvent[]): LifeCycle => events.reduce<LifeCycle>(advance, signed)

describe('the life of a transaction', () => {
  it('goes from signed to final, and records the time of each level', () => {
    const row = lifeAfter(
      at('submitted', 10),
      at('known', 20),
      preconfirmed(30),
      sealed(blockA, 40),
      at('safe', 50),
      at('final', 60),
    )
    expect(row.level).toBe('final')
    expect(row.history.map(entry => [entry.level, entry.at])).toEqual([
      ['signed', 0],
      ['submitted', 10],
      ['accepted', 20],
      ['preconfirmed', 30],
      ['sealed', 40],
      ['safe', 50],
      ['final', 60],
    ])
    expect(row.receipt).toMatchObject({ blockHash: blockA })
    expect(isInFlight(row)).toBe(false)
  })

  it('skips pre-confirmed where blocks are sealed at once', () => {
    expect(lifeAfter(at('submitted'), at('known'), sealed()).history.map(entry => entry.level)).toEqual([
      'signed',
      'submitted',
      'accepted',
      'sealed',
    ])
  })

  it('a withdrawn pre-confirmation goes back to accepted without a receipt, and can be pre-confirmed again', () => {
    const withdrawn = lifeAfter(at('known'), preconfirmed(), at('missing-receipt', 5))
    expect(withdrawn).toMatchObject({ level: 'accepted', ended: null, receipt: null })
    expect(withdrawn.history.at(-1)).toEqual({ at: 5, level: 'accepted', event: 'withdrawn' })
    expect(advance(withdrawn, preconfirmed(9))).toMatchObject({ level: 'preconfirmed' })
  })

  it('a sealed transaction whose block left the chain is reorganised', () => {
    expect(lifeAfter(sealed(), at('missing-receipt', 5)).history.at(-1)).toEqual({
      at: 5,
      level: 'accepted',
      event: 'reorganised',
    })
  })

  it('a sealed transaction in another block is reorganised, then sealed', () => {
    const row = lifeAfter(sealed(blockA, 3), sealed(blockB, 8))
    expect(row.history.slice(-2)).toEqual([
      { at: 8, level: 'accepted', event: 'reorganised' },
      { at: 8, level: 'sealed' },
    ])
    expect(row.receipt).toMatchObject({ blockHash: blockB })
  })

  it('an answer from a node that is behind lowers nothing', () => {
    const row = lifeAfter(sealed())
    expect(advance(row, preconfirmed())).toBe(row)
    expect(advance(row, at('known'))).toBe(row)
    expect(advance(row, sealed())).toBe(row)
  })

  it('takes the newer receipt of a pre-confirmation that now fails', () => {
    const row = lifeAfter(preconfirmed(), preconfirmed(2, { status: 'reverted' }))
    expect(row).toMatchObject({ level: 'preconfirmed', receipt: { status: 'reverted' } })
    expect(row.history).toHaveLength(2)
  })

  it('keeps a known L1 fee when a push lacks it', () => {
    const row = lifeAfter(preconfirmed(1, { l1Fee: 5n }), preconfirmed(2))
    expect(row.receipt?.l1Fee).toBe(5n)
  })

  it('is only taken while it is not known what took its nonce, and is watched on', () => {
    for (const before of [at('known'), sealed()]) {
      const row = lifeAfter(before, at('nonce-taken'))
      expect(row).toMatchObject({ level: 'accepted', ended: 'taken', receipt: null })
      expect(isInFlight(row)).toBe(true)
    }
  })

  it('is replaced once that is known, and watched until it is final', () => {
    const named = lifeAfter(at('known'), at('nonce-taken'), replaced(false))
    expect(named).toMatchObject({ ended: 'replaced', replacement: { hash: blockB, final: false } })
    expect(isInFlight(named)).toBe(true)
    expect(advance(named, replaced(false))).toBe(named)
    const final = advance(named, replaced(true))
    expect(isInFlight(final)).toBe(false)
    expect(final.history).toEqual(named.history)
  })

  it('is found, when its own receipt comes after all', () => {
    for (const guess of [lifeAfter(at('known'), at('nonce-taken')), lifeAfter(at('known'), replaced(false))]) {
      const row = advance(guess, sealed(blockA, 9))
      expect(row).toMatchObject({ level: 'sealed', ended: null, replacement: undefined })
      expect(row.history.slice(-2)).toEqual([
        { at: 9, level: 'accepted', event: 'found' },
        { at: 9, level: 'sealed' },
      ])
    }
  })

  it('is dropped only after a node accepted it, and is accepted again when sent again', () => {
    const unsent = lifeAfter(at('submitted'))
    expect(advance(unsent, at('unknown-to-node'))).toBe(unsent)
    const dropped = lifeAfter(at('submitted'), at('known'), at('unknown-to-node'))
    expect(dropped).toMatchObject({ level: 'submitted', ended: 'dropped' })
    expect(isInFlight(dropped)).toBe(true)
    expect(advance(dropped, at('known'))).toMatchObject({ level: 'accepted', ended: null })
    expect(advance(dropped, sealed())).toMatchObject({ level: 'sealed', ended: null })
  })

  it('is lost to a reset, keeps its level, and never changes again', () => {
    const lost = lifeAfter(sealed(), at('lost', 9))
    expect(lost).toMatchObject({ level: 'sealed', ended: 'lost' })
    expect(advance(lost, sealed(blockB))).toBe(lost)
    expect(advance(lost, at('known'))).toBe(lost)
  })

  it('ignores a sealed sighting without a block', () => {
    const row = lifeAfter(at('known'))
    expect(advance(row, { kind: 'sealed', hash, receivedAt: 1, receipt: receipt(null) })).toBe(row)
  })
})

const anyEvent: fc.Arbitrary<LifeEvent> = fc.oneof(
  fc.constantFrom<LifeEvent>(
    at('submitted'),
    at('known'),
    at('safe'),
    at('final'),
    at('missing-receipt'),
    at('nonce-taken'),
    at('unknown-to-node'),
    at('lost'),
    replaced(false),
    replaced(true),
  ),
  fc.constantFrom('success', 'reverted').map(status => preconfirmed(1, { status })),
  fc.constantFrom(blockA, blockB).map(blockHash => sealed(blockHash)),
)

describe('after any events in any order', { timeout: 30_000 }, () => {
  const events = fc.array(anyEvent, { maxLength: 40 })

  it('a level falls only by one of the named events', () => {
    fc.assert(
      fc.property(events, sequence => {
        let row = signed
        for (const event of sequence) {
          const next = advance(row, event)
          const news = next.history.slice(row.history.length)
          if (levelRank(next.level) < levelRank(row.level)) expect(news.some(entry => entry.event)).toBe(true)
          // The history too: each entry is higher than the one before it, or names the setback.
          let previous = row.level
          for (const entry of news) {
            if (!entry.event) expect(levelRank(entry.level)).toBeGreaterThan(levelRank(previous))
            else expect(setbacks).toContain(entry.event)
            previous = entry.level
          }
          row = next
        }
      }),
      { numRuns: 5_000 },
    )
  })

  it('the history only grows and ends at the row’s level, and an event without effect returns the same row', () => {
    fc.assert(
      fc.property(events, sequence => {
        let row = signed
        for (const event of sequence) {
          const next = advance(row, event)
          expect(next.history.slice(0, row.history.length)).toEqual(row.history)
          expect(next.history.at(-1)?.level).toBe(next.level)
          const isSame = next.receipt === row.receipt && next.replacement === row.replacement
          if (isSame && next.history.length === row.history.length) expect(next).toBe(row)
          row = next
        }
      }),
    )
  })

  it('there is a receipt exactly from pre-confirmed up, and it names a block exactly from sealed up', () => {
    fc.assert(
      fc.property(events, sequence => {
        const row = sequence.reduce<LifeCycle>(advance, signed)
        const included = levelRank(row.level) >= levelRank('preconfirmed')
        expect(row.receipt !== null).toBe(included)
        if (row.receipt) expect(row.receipt.blockHash !== null).toBe(levelRank(row.level) >= levelRank('sealed'))
      }),
      { numRuns: 5_000 },
    )
  })

  it('lost never changes, and final only where its receipt is gone or another', () => {
    const [final, lost] = [lifeAfter(sealed(), at('final')), lifeAfter(at('known'), at('lost'))]
    fc.assert(
      fc.property(anyEvent, event => {
        expect(advance(lost, event)).toBe(lost)
        const isOther =
          event.kind === 'missing-receipt' || (event.kind === 'sealed' && event.receipt.blockHash !== blockA)
        if (!isOther) expect(advance(final, event)).toBe(final)
        else expect(advance(final, event).history.some(entry => entry.event === 'reorganised')).toBe(true)
      }),
    )
  })

  it('every level can be reached from every state that is not an end', () => {
    const steps: Record<Level, LifeEvent[]> = {
      signed: [],
      submitted: [at('submitted')],
      accepted: [at('known')],
      preconfirmed: [preconfirmed()],
      sealed: [sealed()],
      safe: [sealed(), at('safe')],
      final: [sealed(), at('final')],
    }
    for (const from of levels.slice(0, -1))
      for (const to of levels)
        if (levelRank(to) >= levelRank(from) && to !== 'signed')
          expect(lifeAfter(...steps[from], ...steps[to]).level, `${from} → ${to}`).toBe(to)
  })
})
