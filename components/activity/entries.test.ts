import { describe, expect, it } from 'vitest'
import type { ArrivalView } from '@/lib/messaging/ui'
import { firstNetworkOf } from '@/lib/values/network-id'
import { now, transaction } from '@/test/gallery/samples'
import { entriesOf } from './entries'

const arrival = (at: number): ArrivalView => ({
  id: `arrival-${at}`,
  networkId: firstNetworkOf(1),
  token: null,
  from: null,
  amount: '0x1',
  hash: null,
  level: 'sealed',
  isWithdrawn: false,
  at,
  sealedAt: at,
  explorerUrl: null,
})

describe('what was sent and what came in', () => {
  it('is one list, newest first', () => {
    const rows = [transaction('sealed', 10_000), transaction('sealed', 30_000)]
    const entries = entriesOf(rows, [arrival(now - 20_000), arrival(now)])
    expect(entries.map(({ kind }) => kind)).toEqual(['received', 'sent', 'received', 'sent'])
  })
})
