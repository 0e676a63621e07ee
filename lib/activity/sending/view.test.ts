import { describe, expect, it } from 'vitest'
import { recordOf } from './record.fixture'
import { toTransactionView } from './view'

const row = recordOf({
  nonce: 3,
  value: 5n,
  origin: 'https://shop.example',
  level: 'accepted',
  history: [{ at: 1, level: 'signed' }],
})
const context = {
  preconfirms: true,
  explorerUrl: 'https://explorer.example/',
  waitsForNonce: 2,
  replaceable: true,
  receivedAt: 9,
}

describe('a row as pages see it', () => {
  it('has no figures of a receipt before there is one', () => {
    expect(toTransactionView(row, context)).toMatchObject({
      value: '0x5',
      status: null,
      feePaid: null,
      blockNumber: null,
      waitsForNonce: 2,
      canSpeedUp: true,
      canCancel: true,
      explorerUrl: `https://explorer.example/tx/0x${'ab'.repeat(32)}`,
    })
  })

  it('counts what layer 1 cost into the fee', () => {
    const receipt = {
      blockHash: null,
      blockNumber: 16n,
      status: 'reverted',
      gasUsed: 100n,
      effectiveGasPrice: 7n,
      l1Fee: 11n,
      contractAddress: null,
    } as const
    expect(toTransactionView({ ...row, receipt }, context)).toMatchObject({
      status: 'reverted',
      feePaid: '0x2c7',
      blockNumber: '0x10',
    })
  })

  it('does not say whether it succeeded where that cannot be read, but what cannot', () => {
    const [common, unread] = [{ blockHash: null, blockNumber: 16n, l1Fee: null, contractAddress: null }, ['status']]
    const receipt = { ...common, status: 'unread', gasUsed: 100n, effectiveGasPrice: 7n, unread } as const
    expect(toTransactionView({ ...row, receipt: { ...receipt, unread } }, context)).toMatchObject({
      status: null,
      unread,
    })
  })

  it('knows what was before the network restarted', () => {
    expect(toTransactionView(row, { ...context, epoch: 1 }).beforeRestart).toBe(true)
    expect(toTransactionView(row, { ...context, epoch: 0 }).beforeRestart).toBe(false)
  })

  it('never carries the signed bytes', () => {
    expect(JSON.stringify(toTransactionView(row, context))).not.toContain('"raw"')
  })

  it('says that what took its nonce is final only where it is', () => {
    const replacedBy = (final: boolean) =>
      toTransactionView({ ...row, ended: 'replaced', replacement: { hash: null, final } }, context)
    expect([replacedBy(false), replacedBy(true)].map(view => view.isReplacedForGood)).toEqual([false, true])
  })

  it('offers no cancelling of a cancellation', () => {
    expect(toTransactionView({ ...row, purpose: 'cancel' }, context)).toMatchObject({
      canSpeedUp: false,
      canCancel: false,
    })
    expect(toTransactionView(row, { ...context, replaceable: false })).toMatchObject({
      canSpeedUp: false,
      canCancel: false,
    })
  })
})
