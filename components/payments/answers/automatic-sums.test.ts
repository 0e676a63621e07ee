import { expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { PaymentLimitView } from '@/lib/language/http402'
import { automaticSums } from './automatic-sums'

const dollar = `0x${'d0'.repeat(20)}` as const
const euro = `0x${'e0'.repeat(20)}` as const

const limit = (spentInDay: PaymentLimitView['spentInDay'], changes: Partial<PaymentLimitView> = {}) =>
  ({
    ...{ page: 'https://reader.example', seller: 'https://shop.example', networkId: firstNetworkOf(1), token: dollar },
    ...{ symbol: 'TUSD', decimals: 6, account: dollar, payee: euro, most: '0x1', perDay: '0x1', spentInDay },
    ...changes,
  }) satisfies PaymentLimitView

it('sums what was paid in each token, those of two networks apart', () => {
  const limits = [
    limit('0x1'),
    limit('0x10', { token: euro, symbol: 'EURT', decimals: 2 }),
    limit('0x2', { seller: 'https://other.example' }),
    limit('0x4', { networkId: firstNetworkOf(2) }),
  ]
  expect(
    automaticSums(limits).map(({ networkId, symbol, decimals, spent }) => [networkId, symbol, decimals, spent]),
  ).toEqual([
    [firstNetworkOf(1), 'TUSD', 6, 3n],
    [firstNetworkOf(1), 'EURT', 2, 16n],
    [firstNetworkOf(2), 'TUSD', 6, 4n],
  ])
})

it('says of a token in which nothing was paid that it is nothing, only where that is all', () => {
  expect(automaticSums([limit('0x0')]).map(({ spent }) => spent)).toEqual([0n])
  expect(automaticSums([limit('0x0', { token: euro }), limit('0x5')]).map(({ spent }) => spent)).toEqual([5n])
  expect(automaticSums([limit('0x0', { token: euro }), limit('0x0')])).toHaveLength(1)
  expect(automaticSums([])).toEqual([])
})
