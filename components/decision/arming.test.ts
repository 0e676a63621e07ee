import { describe, expect, it } from 'vitest'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { createArming } from './arming'

function setUp() {
  const clock = createManualClock()
  const seen: (string | null)[] = []
  const arming = createArming(clock, key => seen.push(key))
  return { clock, arming, armed: () => seen.at(-1) ?? null }
}

describe('a decision', () => {
  it('can be approved after 600 ms in plain sight, and not before', () => {
    const { clock, arming, armed } = setUp()
    arming.see({ key: 'a', attentive: true })
    clock.advance(599)
    expect(armed()).toBeNull()
    clock.advance(1)
    expect(armed()).toBe('a')
  })

  it('does not arm in a hidden window', () => {
    const { clock, arming, armed } = setUp()
    arming.see({ key: 'a', attentive: false })
    clock.advance(10_000)
    expect(armed()).toBeNull()
  })

  it('starts again when one looks away', () => {
    const { clock, arming, armed } = setUp()
    arming.see({ key: 'a', attentive: true })
    clock.advance(500)
    arming.see({ key: 'a', attentive: false })
    arming.see({ key: 'a', attentive: true })
    clock.advance(599)
    expect(armed()).toBeNull()
    clock.advance(1)
    expect(armed()).toBe('a')
  })

  it('disarms at once when what is shown changes', () => {
    const { clock, arming, armed } = setUp()
    arming.see({ key: 'a', attentive: true })
    clock.advance(600)
    arming.see({ key: 'b', attentive: true })
    expect(armed()).toBeNull()
    clock.advance(600)
    expect(armed()).toBe('b')
  })

  it('stays armed while only live figures tick', () => {
    const { clock, arming, armed } = setUp()
    arming.see({ key: 'a', attentive: true })
    for (let tick = 0; tick < 10; tick += 1) {
      clock.advance(200)
      arming.see({ key: 'a', attentive: true })
    }
    expect(armed()).toBe('a')
  })

  it('does not arm after its screen is gone', () => {
    const { clock, arming, armed } = setUp()
    arming.see({ key: 'a', attentive: true })
    arming.stop()
    clock.advance(600)
    expect(armed()).toBeNull()
  })
})
