import { expect, test } from 'vitest'
import { memoFromText } from '@/lib/payments/memo'
import { type ObservedTransfer, reconcile } from '@/lib/payments/reconciliation'
import { bookEntries, toBooksCsv } from './books-export'

const account = `0x${'aa'.repeat(20)}` as const
const customer = `0x${'bb'.repeat(20)}` as const
const token = `0x${'cc'.repeat(20)}` as const
const memo = memoFromText('=SUM(A1)')
const transfer = (blockNumber: number, part: Partial<ObservedTransfer> = {}): ObservedTransfer => ({
  key: `${blockNumber}`,
  token,
  from: customer,
  to: account,
  amount: 5n,
  memo: null,
  hash: `0x${'12'.repeat(32)}`,
  blockNumber,
  logIndex: 0,
  ...part,
})
const request = { id: 'a', token, account, amount: 5n, memo, fromBlock: 0 }
const view = { ...request, amount: '0x5', label: 'Bicycle, repaired', closedAt: null, createdAt: 1 } as const
const transfers = [
  transfer(3, { from: account, to: customer }),
  transfer(2, { amount: 7n }),
  transfer(1, { memo }),
  transfer(9),
]
const entries = bookEntries(reconcile(account, [request], transfers), [view], ({ blockNumber }) => blockNumber < 9)

test('the books have every transfer that lies deep enough once, in the order of the chain', () => {
  expect(entries.map(({ blockNumber, kind, reason, request: paid }) => [blockNumber, kind, reason, paid])).toEqual([
    [1, 'paid', null, 'Bicycle, repaired'],
    [2, 'unmatched', 'no-request', null],
    [3, 'outgoing', null, null],
  ])
})

test('written out, nothing in them is a formula, and a comma splits nothing', () => {
  const [heading, first, ...others] = toBooksCsv(entries).split('\r\n')
  expect(heading).toBe('kind,reason,request,token,from,to,amount,memo,hash,logIndex,blockNumber')
  expect(first).toContain(`paid,,"Bicycle, repaired",${token}`)
  expect(first).toContain(",'=SUM(A1),")
  expect(others).toHaveLength(3)
})
