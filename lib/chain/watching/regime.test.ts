import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRegimeSeen, regimeOf, type Signals } from './regime'

const now = 1_000_000
const inOrder: Signals = {
  socket: 'open',
  socketDownSince: null,
  lastHeadAt: now - 100,
  headGapMs: 2_000,
  headsSeen: 20,
  lastPreconfirmationAt: now - 200,
  preconfirmationRefused: false,
  pushMissed: false,
  pendingBehind: false,
  failingSince: null,
}
const fastBlocks: Signals = { ...inOrder, headGapMs: 200, lastPreconfirmationAt: null }

describe('the regime of a network', () => {
  it.each<[string, Partial<Signals>, string]>([
    ['pushes transactions before they are sealed', {}, 'preconfirming'],
    [
      'seals slowly, takes the subscription and has been quiet so far',
      { lastPreconfirmationAt: null },
      'preconfirming',
    ],
    ['has been quiet for an hour since its last push', { lastPreconfirmationAt: now - 3_600_000 }, 'preconfirming'],
    [
      'seals slowly and knows no such subscription',
      { lastPreconfirmationAt: null, preconfirmationRefused: true },
      'fast-blocks',
    ],
    ['seals every 200 ms and pushes nothing before', fastBlocks, 'fast-blocks'],
    ['sealed slowly once and now every 200 ms', { headGapMs: 200, lastPreconfirmationAt: now - 20_000 }, 'fast-blocks'],
    [
      'showed nothing yet: then the guess is the one that promises least',
      { ...fastBlocks, headGapMs: null, headsSeen: 0, lastHeadAt: null },
      'fast-blocks',
    ],
    ['has no socket', { socket: 'none' }, 'http-only'],
    ['has no socket and a head that does not move', { socket: 'none', lastHeadAt: now - 7_000 }, 'degraded'],
    ['does not answer', { failingSince: now - 2_000 }, 'degraded'],
    ['has a silent socket', { socket: 'silent' }, 'degraded'],
    ['has had no socket for two seconds', { socket: 'connecting', socketDownSince: now - 2_000 }, 'degraded'],
    ['has had no socket for a moment', { socket: 'connecting', socketDownSince: now - 200 }, 'preconfirming'],
    ['has a head of 1.6 s at blocks of 200 ms', { ...fastBlocks, lastHeadAt: now - 1_600 }, 'degraded'],
    ['has a head of 1.6 s at blocks of 2 s', { lastHeadAt: now - 1_600 }, 'preconfirming'],
    ['has a head of three missed blocks', { lastHeadAt: now - 6_500 }, 'degraded'],
    ['did not push what could be read', { pushMissed: true }, 'degraded'],
    ['has a pending block behind the sealed one', { pendingBehind: true }, 'degraded'],
  ])('that %s', (_, change, regime) => {
    expect(regimeOf({ ...inOrder, ...change }, now)).toBe(regime)
  })

  it.each<[string, Partial<Signals>, boolean]>([
    ['before the first signal', {}, false],
    ['after one head', { headsSeen: 1, lastHeadAt: now }, false],
    ['after two heads', { headsSeen: 2, lastHeadAt: now, headGapMs: 2_000 }, true],
    ['after a pre-confirmation', { lastPreconfirmationAt: now }, true],
    ['after the node knew no such subscription', { preconfirmationRefused: true }, true],
    ['after readings failed', { failingSince: now - 60_000 }, false],
    ['after two heads that came together', { headGapMs: 30, headsSeen: 2 }, false],
    ['after many fast heads', { headGapMs: 30, headsSeen: 5 }, true],
  ])('is seen or guessed: %s', (_, change, isSeen) => {
    const nothing = { ...inOrder, lastHeadAt: null, headGapMs: null, headsSeen: 0, lastPreconfirmationAt: null }
    expect(isRegimeSeen({ ...nothing, ...change })).toBe(isSeen)
  })

  it('is never one with pushes without pushes', () => {
    const time = fc.option(fc.integer({ min: now - 60_000, max: now }), { nil: null })
    fc.assert(
      fc.property(
        fc.record<Signals>({
          socket: fc.constantFrom('none', 'closed', 'connecting', 'open', 'silent'),
          socketDownSince: time,
          lastHeadAt: time,
          headGapMs: fc.option(fc.integer({ min: 50, max: 20_000 }), { nil: null }),
          headsSeen: fc.nat(50),
          lastPreconfirmationAt: time,
          preconfirmationRefused: fc.boolean(),
          pushMissed: fc.boolean(),
          pendingBehind: fc.boolean(),
          failingSince: time,
        }),
        signals => {
          const regime = regimeOf(signals, now)
          if (signals.socket === 'none') expect(['http-only', 'degraded']).toContain(regime)
          if (signals.socket === 'silent' || signals.pushMissed || signals.pendingBehind)
            expect(['degraded', 'http-only']).toContain(regime)
        },
      ),
    )
  })
})
