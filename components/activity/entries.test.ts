import { describe, expect, it } from 'vitest'
import type { TransferView } from '@/lib/messaging/payments'
import type { ArrivalView } from '@/lib/messaging/ui'
import { firstNetworkOf } from '@/lib/values/network-id'
import { now, transaction } from '@/test/gallery/samples'
import { entriesOf, withMoved } from './entries'

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

const hash = (digits: string): `0x${string}` => `0x${digits.repeat(32)}`
const transfer = (key: string, at: number): TransferView => ({
  networkId: firstNetworkOf(1),
  ...{ key, token: hash('11'), from: hash('22'), to: hash('33'), amount: '0x5', memo: null, hash: hash(key) },
  ...{ blockNumber: 1, logIndex: 0, isSealed: true, at },
})

describe('what others took to the chain', () => {
  it('is in the list once: not beside the transaction, the arrival or the paid answer it belongs to', () => {
    const [sent] = [{ ...transaction('sealed', 10_000), hash: hash('aa') }]
    const arrived = { ...arrival(now - 5_000), hash: hash('bb') }
    const all = [transfer('aa', now), transfer('bb', now), transfer('cc', now - 7_000)]
    const entries = withMoved(entriesOf([sent], [arrived]), all)
    expect(entries.map(({ kind }) => kind)).toEqual(['received', 'moved', 'sent'])
  })
})

describe('what was sent and what came in', () => {
  it('is one list, newest first', () => {
    const rows = [transaction('sealed', 10_000), transaction('sealed', 30_000)]
    const entries = entriesOf(rows, [arrival(now - 20_000), arrival(now)])
    expect(entries.map(({ kind }) => kind)).toEqual(['received', 'sent', 'received', 'sent'])
  })
})
