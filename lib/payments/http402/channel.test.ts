import { computeChannelId } from '@x402/evm/batch-settlement/client'
import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { ChannelRecord } from '@/lib/storage/payment-records'
import { channelFor, channelIdOf, chargedIn, correctedBy, readConfig } from './channel'
import { account, entry, facilitator, placed, previewChain, previewNetwork, termsOf } from './fixtures.fixture'

const extra = { receiverAuthorizer: facilitator, withdrawDelay: 900 }
const [option] = placed(termsOf(entry({ scheme: 'batch-settlement' }, extra)).options)
if (option === undefined) throw new Error('there is one')
const salts = [1n, 2n, 3n].map(number => toHex(number, { size: 32 }))
const fresh = { salts, busy: new Set<string>() }
const own = `0x${'5c'.repeat(65)}` as const

function record(changes: Partial<ChannelRecord> = {}): ChannelRecord {
  const use = option === undefined ? null : channelFor(option, account, [], fresh)
  if (use === null) throw new Error('there is a channel')
  const { config, channelId } = use
  return {
    key: `${previewChain}:${channelId}`,
    networkId: previewNetwork,
    chainId: previewChain,
    epoch: 0,
    channelId,
    origin: 'https://shop.example',
    payer: account,
    receiver: config.receiver,
    token: config.token,
    config: JSON.stringify(config),
    withdrawDelaySeconds: 900,
    deposited: 100_000n,
    signed: 20_000n,
    charged: 20_000n,
    claimed: 0n,
    voucher: JSON.stringify({ maxClaimableAmount: '20000', signature: own }),
    withdrawalAt: null,
    state: 'open',
    createdAt: 0,
    checkedAt: null,
    ...changes,
  }
}

const showing = (row: ChannelRecord, charged: string, signature: string, signed = '20000') => {
  const state = {
    channelState: { channelId: row.channelId, chargedCumulativeAmount: charged },
    voucherState: { signedMaxClaimable: signed, signature },
  }
  return { extra: { ...extra, ...state } }
}

describe('a channel', () => {
  it('has the id that the published package computes', () => {
    const row = record()
    const config = readConfig(row.config)
    expect(channelIdOf(config, previewChain)).toBe(computeChannelId(config, `eip155:${previewChain}`))
  })

  it('takes the first salt of the account that no channel of these terms has used', () => {
    const first = record()
    expect(readConfig(first.config).salt).toBe(salts[0])
    const ended = { ...first, state: 'closed' } as const
    expect(channelFor(option, account, [ended], fresh)?.config.salt).toBe(salts[1])
    expect(channelFor(option, account, [ended], { ...fresh, salts: salts.slice(0, 1) })).toBeNull()
  })

  it('is busy while a payment of it is not answered', () => {
    const row = record()
    const busy = new Set([row.channelId])
    expect(channelFor(option, account, [row], { salts, busy })?.isBusy).toBe(true)
    expect(channelFor(option, account, [], { salts, busy })?.isBusy).toBe(true)
    expect(channelFor(option, account, [row], fresh)?.isBusy).toBe(false)
  })

  it('is used again while its terms are the same, and not once it is stopped', () => {
    const row = record()
    expect(channelFor(option, account, [row], fresh)).toMatchObject({
      channelId: row.channelId,
      balance: 100_000n,
      charged: 20_000n,
    })
    expect(channelFor(option, account, [record({ state: 'stopped' })], fresh)?.balance).toBe(0n)
    // Found on the chain: vouchers for more than this may have been signed before.
    expect(channelFor(option, account, [record({ voucher: null })], fresh)?.balance).toBe(0n)
    const [slower] = placed(termsOf(entry({ scheme: 'batch-settlement' }, { ...extra, withdrawDelay: 1_800 })).options)
    expect(slower === undefined ? null : channelFor(slower, account, [row], fresh)?.balance).toBe(0n)
  })
})

describe('what a merchant counts', () => {
  it('is taken over only with the payer’s own last voucher', () => {
    const row = record()
    expect(correctedBy(showing(row, '15000', own), row)).toBe(15_000n)
    expect(correctedBy(showing(row, '15000', `0x${'66'.repeat(65)}`), row)).toBeNull()
    expect(correctedBy(showing(row, '15000', own, '90000'), row)).toBeNull()
    expect(correctedBy(showing(row, '20001', own), row)).toBeNull()
    expect(correctedBy({ extra }, row)).toBeNull()
  })

  it('with a forged voucher makes the channel disputed', () => {
    const row = record()
    const forged = { ...option, ...showing(row, '15000', `0x${'66'.repeat(65)}`) }
    expect(channelFor(forged, account, [row], fresh)?.isDisputed).toBe(true)
  })

  it('is read from the settlement, and not where it is no number', () => {
    expect(chargedIn({ chargedAmount: '1000' })).toBe(1_000n)
    expect(chargedIn({ chargedAmount: '-1' })).toBeNull()
    expect(chargedIn(null)).toBeNull()
  })
})
