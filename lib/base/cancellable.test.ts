import { describe, expect, it } from 'vitest'
import { cancellable } from './cancellable'
import type { Level } from './level'

interface Row {
  nonce: number
  purpose: string
  level: Level
  ended: string | null
  createdAt: number
  delegate?: string
}
const row = (nonce: number, differences: Partial<Row> = {}): Row => ({
  ...{ nonce, purpose: 'send', level: 'accepted', ended: null, createdAt: nonce },
  ...differences,
})
const noncesOf = (rows: readonly Row[]) => cancellable(rows).map(({ nonce }) => nonce)

describe('what can be cancelled together', () => {
  it('is everything that waits, lowest nonce first', () => {
    expect(noncesOf([row(7), row(5, { level: 'signed' }), row(6, { level: 'submitted' })])).toEqual([5, 6, 7])
  })

  it('is of one nonce the newest', () => {
    expect(cancellable([row(5), row(5, { createdAt: 9, purpose: 'speed-up' })])).toEqual([
      row(5, { createdAt: 9, purpose: 'speed-up' }),
    ])
  })

  it.each([
    ['in a partial block', row(5, { level: 'preconfirmed' })],
    ['sealed', row(5, { level: 'sealed' })],
    ['replaced', row(5, { ended: 'replaced' })],
    ['dropped', row(5, { ended: 'dropped' })],
    ['of two nonces', row(5, { delegate: '0x' })],
    ['a cancellation', row(5, { purpose: 'cancel' })],
    ['what fills a nonce', row(5, { purpose: 'fill-nonce' })],
    ['what ends a delegation', row(5, { purpose: 'clear-delegation' })],
  ])('is nothing that is %s', (_name, other) => expect(noncesOf([other, row(6)])).toEqual([6]))

  it('is nothing whose cancellation waits, whichever came first', () => {
    expect(noncesOf([row(5), row(5, { purpose: 'cancel', createdAt: 9 }), row(6)])).toEqual([6])
    expect(noncesOf([row(5, { createdAt: 9 }), row(5, { purpose: 'cancel', createdAt: 1 })])).toEqual([])
    // A transaction that ended holds nobody up.
    expect(noncesOf([row(5), row(5, { purpose: 'cancel', ended: 'dropped' })])).toEqual([5])
  })
})
