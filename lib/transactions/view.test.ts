import { describe, expect, it } from 'vitest'
import type { TransactionRecord } from '@/lib/database/records'
import { toTransactionView } from './view'

const row: TransactionRecord = {
  id: 'a',
  chainId: 84538453,
  epoch: 0,
  from: '0x00000000000000000000000000000000000000aa',
  nonce: 3,
  to: '0x00000000000000000000000000000000000000bb',
  value: 5n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
  raw: '0x02',
  hash: `0x${'ab'.repeat(32)}`,
  origin: 'https://shop.example',
  purpose: 'send',
  replaces: null,
  level: 'accepted',
  ended: null,
  receipt: null,
  history: [{ at: 1, level: 'signed' }],
  createdAt: 1,
  inFlight: 1,
  refusal: null,
}
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

  it('knows what was before the network restarted', () => {
    expect(toTransactionView(row, { ...context, epoch: 1 }).beforeRestart).toBe(true)
    expect(toTransactionView(row, { ...context, epoch: 0 }).beforeRestart).toBe(false)
  })

  it('never carries the signed bytes', () => {
    expect(JSON.stringify(toTransactionView(row, context))).not.toContain('"raw"')
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
