import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { dollar, factsOf, merchant, now, previewNetwork } from './fixtures.fixture'
import { lastSignedApart, nowOf, sellsFor } from './offers'

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

describe('a payment that the account signed outside of HTTP 402', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const option = { networkId: previewNetwork, token: dollar, payee: merchant }
  type Row = Parameters<typeof lastSignedApart>[0][number]
  const signed: Row = {
    ...{ networkId: previewNetwork, token: dollar, recipient: merchant, spender: null, amount: 10_000n },
    ...{ state: 'live', validBefore: BigInt(now + 60), createdAt: 7 },
  }

  it.each<[string, Partial<Row>, number | null]>([
    ['that can still be taken', {}, 7],
    ['that was taken just now', { state: 'used' }, 7],
    ['that never ends', { validBefore: null }, 7],
    ['whose spender alone is named', { recipient: null, spender: merchant }, 7],
    ['that has ended', { validBefore: BigInt(now) }, null],
    ['that was taken back', { state: 'cancelled' }, null],
    ['to another payee', { recipient: dollar }, null],
    ['of another amount', { amount: 9_999n }, null],
    ['of another token', { token: merchant }, null],
    ['on another network', { networkId: firstNetworkOf(1) }, null],
  ])('%s', (_, changes, expected) => {
    vi.useFakeTimers({ toFake: ['Date'], now: now * 1_000 })
    expect(lastSignedApart([{ ...signed, ...changes }], option, 10_000n)).toBe(expected)
  })
})
