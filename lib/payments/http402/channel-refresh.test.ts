import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readChannelFacts } from '@/lib/payments/shared/channel-facts'
import type { ChannelRecord } from '@/lib/storage/payment-records'
import { channelAfter } from './channel-rows'
import { account, previewChain, previewNetwork } from './fixtures.fixture'

const channelId = `0x${'c4'.repeat(32)}` as const
const row: ChannelRecord = {
  key: `${previewChain}:${channelId}`,
  networkId: previewNetwork,
  chainId: previewChain,
  epoch: 0,
  channelId,
  origin: 'https://shop.example',
  payer: account,
  receiver: account,
  token: account,
  config: '{}',
  withdrawDelaySeconds: 900,
  deposited: 100_000n,
  signed: 20_000n,
  charged: 20_000n,
  claimed: 0n,
  voucher: '{}',
  withdrawalAt: null,
  state: 'open',
  createdAt: 0,
  checkedAt: 1_000_000,
}
const untouched = { balance: 100_000n, claimed: 0n, withdrawal: null }
const word = (value: number) => value.toString(16).padStart(64, '0')

it('a channel whose money is on its way back pays for nothing more', () => {
  const after = channelAfter(row, { ...untouched, withdrawal: { amount: 100_000n, since: 1_000 } }, 1_000_001)
  expect(after).toMatchObject({ state: 'withdrawing', withdrawalAt: 1_000_000 })
  expect(channelAfter(after, { balance: 0n, claimed: 0n, withdrawal: null }, 1_000_002).state).toBe('closed')
})

it('a withdrawal that the chain forgot again leaves the channel as it was', () => {
  expect(channelAfter({ ...row, state: 'withdrawing', withdrawalAt: 5 }, untouched, 1_000_001)).toEqual(row)
})

it('one that was found on the chain is never open: what was signed for it is not known', () => {
  const found: ChannelRecord = { ...row, voucher: null, state: 'withdrawing', withdrawalAt: 5 }
  expect(channelAfter(found, untouched, 1_000_001)).toEqual({ ...found, state: 'stopped', withdrawalAt: null })
})

it('an endpoint that lags behind a deposit of just now closes nothing; later, less money means it was taken out', () => {
  const less = { ...untouched, balance: 0n }
  expect(channelAfter(row, less, 1_000_500)).toBe(row)
  expect(channelAfter(row, less, 1_060_000).state).toBe('closed')
})

it('what a merchant claims closes nothing', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 100_000n), fc.nat(10_000_000), (claimed, later) => {
      expect(channelAfter(row, { ...untouched, claimed }, 1_000_000 + later)).toBe(row)
    }),
  )
})

it('answers of another contract are no answers', () => {
  expect(readChannelFacts([`0x${word(9)}${word(4)}`, `0x${word(5)}${word(1_700)}`])).toEqual({
    balance: 9n,
    claimed: 4n,
    withdrawal: { amount: 5n, since: 1_700 },
  })
  expect(readChannelFacts([`0x${word(9)}${word(4)}`, `0x${word(0)}${word(0)}`])?.withdrawal).toBeNull()
  for (const answers of [[], ['0x', '0x'], [`0x${word(9)}`, `0x${word(1)}${word(1)}`], [null, null]])
    expect(readChannelFacts(answers)).toBeNull()
})
