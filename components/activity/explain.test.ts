import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { acceptedTransaction } from '@/components/transaction.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { ConnectionView, TransactionView } from '@/lib/language/ui'
import { explain, mayBeCommitted, promiseOf } from './explain'

const row = acceptedTransaction
const connection: ConnectionView = {
  networkId: firstNetworkOf(1),
  regime: 'preconfirming',
  reachable: true,
  failure: null,
  medianPreconfirmedMs: null,
  medianSealedMs: null,
}

describe('the explanation beside the track', () => {
  it('nothing while all goes its way', () => {
    expect(explain(row, connection)).toBeNull()
    expect(explain({ ...row, level: 'sealed', status: 'success' }, connection)).toBeNull()
  })

  it('that the fast status is away, only while it matters and only for its own network', () => {
    const degraded: ConnectionView = { ...connection, regime: 'degraded' }
    expect(explain(row, degraded)).toBe('explain_degraded')
    expect(explain({ ...row, level: 'sealed', status: 'success' }, degraded)).toBeNull()
    expect(explain({ ...row, networkId: firstNetworkOf(2) }, degraded)).toBeNull()
    expect(explain({ ...row, level: 'preconfirmed' }, degraded)).toBeNull()
  })

  it('what a failure cost, before and after it is certain', () => {
    expect(explain({ ...row, level: 'preconfirmed', status: 'reverted' }, connection)).toBe('explain_will_fail')
    expect(explain({ ...row, level: 'sealed', status: 'reverted' }, connection)).toBe('explain_failed')
  })

  it('that the network keeps what has conditions, once an endpoint has it', () => {
    const conditions = [{ type: 'block_number', params: { op: '<=', value: '0x2a' } }] as const
    const conditional: TransactionView = { ...row, conditions: [...conditions], isOver: false }
    expect(explain(conditional, connection)).toBe('explain_conditional')
    for (const level of ['signed', 'sealed'] as const)
      expect(explain({ ...conditional, level, status: null }, connection)).toBeNull()
    const over = { ...conditional, isOver: true } as const
    expect(explain({ ...over, ended: 'dropped' }, connection)).toBe('explain_over')
    expect(explain({ ...over, ended: 'replaced' }, connection)).toBe('explain_over_closed')
  })

  it('how it ended, before anything else', () => {
    expect(explain({ ...row, ended: 'dropped', waitsForNonce: 1 }, connection)).toBe('explain_dropped')
    expect(explain({ ...row, ended: 'dropped', refusal: 'no', waitsForNonce: 1 }, connection)).toBe('explain_rejected')
  })

  it('that its block was taken back, where no endpoint has it since', () => {
    const history = [...row.history, { at: 1, level: 'accepted', event: 'reorganised' } as const]
    const dropped = { ...row, ended: 'dropped', history: [...history, { at: 1, level: 'submitted', event: 'dropped' }] }
    expect(explain(dropped as TransactionView, connection)).toBe('explain_undone')
  })

  it('whether an earlier transaction comes first, or nothing that waits has that nonce', () => {
    const waiting = { ...row, waitsForNonce: 1 }
    expect(explain(waiting, connection)).toBe('explain_waiting')
    expect(explain(waiting, connection, { isGap: true })).toBe('explain_gap')
    expect(explain({ ...waiting, level: 'submitted' }, connection, { isGap: true })).toBe('explain_gap')
  })

  it('that what took its nonce is final, only where it is', () => {
    expect(explain({ ...row, ended: 'replaced' }, connection)).toBe('explain_replaced')
    expect(explain({ ...row, ended: 'replaced', isReplacedForGood: true }, connection)).toBe('explain_replaced_final')
  })

  it.each(['en', 'de'])('no text of what may still be included says that nothing was paid: %s', language => {
    const texts = readFileSync(new URL(`../locales/${language}.yml`, import.meta.url), 'utf8').split('\n')
    const open = texts.filter(line => /^(explain_(dropped|replaced|gap|waiting|taken)|notice_dropped):/.test(line))
    expect(open).toHaveLength(6)
    for (const line of open) expect(line).not.toMatch(/nothing was|no longer|never|nichts (wurde|mehr)|\bnie\b/i)
  })
})

describe('whose promise a level is', () => {
  it('is said where it is somebody’s: before the block is sealed, and where the endpoint calls it safe', () => {
    expect(promiseOf({ ...row, level: 'preconfirmed' })).toBe('promised_sequencer')
    expect(promiseOf({ ...row, level: 'preconfirmed', promisedBy: 'builders' })).toBe('promised_builders')
    expect(promiseOf({ ...row, level: 'safe', status: 'success' })).toBe('promised_safe')
    for (const level of ['accepted', 'sealed', 'final'] as const) expect(promiseOf({ ...row, level })).toBeNull()
    expect(promiseOf({ ...row, level: 'preconfirmed', ended: 'lost' })).toBeNull()
  })

  it('may be of block builders only while nobody has executed it', () => {
    expect(mayBeCommitted({ ...row, level: 'accepted' })).toBe(true)
    expect(mayBeCommitted({ ...row, level: 'preconfirmed', promisedBy: 'builders' })).toBe(true)
    expect(mayBeCommitted({ ...row, level: 'preconfirmed' })).toBe(false)
    expect(mayBeCommitted({ ...row, level: 'sealed' })).toBe(false)
    expect(mayBeCommitted({ ...row, level: 'accepted', ended: 'dropped' })).toBe(false)
  })
})
