import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { factsOf, now, previewNetwork } from './fixtures.fixture'
import { nowOf, sellsFor } from './offers'

it.each([
  [null, 'this'],
  ['https://shop.example/article', 'this'],
  ['http://shop.example/article', 'same-host'],
  ['http://shop.example:4021/article', 'same-host'],
  ['https://other.example/article', 'other-host'],
  ['https://shop.example.other.example/', 'other-host'],
  ['not an address', 'other-host'],
])('what a shop sells as %s is %s', (resourceUrl, expected) => {
  expect(sellsFor({ resourceUrl }, 'https://shop.example')).toBe(expected)
})

describe('the time from which a payment is valid for as long as the terms say', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is the later one of this device and of the network that the payment is made on', () => {
    const other = firstNetworkOf(1)
    const facts = new Map([
      [previewNetwork, { ...factsOf(), now: now + 40 }],
      // Hours ahead, or lying: it says nothing of the others.
      [other, { ...factsOf(), now: now + 36_000 }],
    ])
    vi.useFakeTimers({ toFake: ['Date'], now: now * 1_000 })
    expect(nowOf({ facts, askedAt: now }, previewNetwork)).toBe(now + 40)
    expect(nowOf({ facts, askedAt: now }, other)).toBe(now + 36_000)
    expect(nowOf({ facts, askedAt: now }, null)).toBe(now)
    vi.setSystemTime((now + 50) * 1_000)
    // Its clock goes on, too.
    expect(nowOf({ facts, askedAt: now }, previewNetwork)).toBe(now + 90)
    expect(nowOf({ facts, askedAt: now }, null)).toBe(now + 50)
  })
})
