import { describe, expect, it } from 'vitest'
import { acceptedTransaction } from '@/components/transaction.fixture'
import type { ConnectionView } from '@/lib/messaging/ui'
import { firstNetworkOf } from '@/lib/values/network-id'
import { explain } from './explain'

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
  })

  it('what a failure cost, before and after it is certain', () => {
    expect(explain({ ...row, level: 'preconfirmed', status: 'reverted' }, connection)).toBe('explain_will_fail')
    expect(explain({ ...row, level: 'sealed', status: 'reverted' }, connection)).toBe('explain_failed')
  })

  it('how it ended, before anything else', () => {
    expect(explain({ ...row, ended: 'dropped', refusal: 'no', waitsForNonce: 1 }, connection)).toBe('explain_dropped')
  })
})
