import { expect, test } from 'vitest'
import type { BooksView } from '@/lib/messaging/desk'
import type { TransferView } from '@/lib/messaging/payments'
import { memoFromText } from '@/lib/payments/memo'
import { bookEntries, toBooksCsv } from './books-export'

const account = `0x${'aa'.repeat(20)}` as const
const customer = `0x${'bb'.repeat(20)}` as const
const token = `0x${'cc'.repeat(20)}` as const
const memo = memoFromText('=SUM(A1)')
const transfer = (blockNumber: number, part: Partial<TransferView> = {}): TransferView => ({
  key: `${blockNumber}`,
  token,
  from: customer,
  to: account,
  amount: '0x5',
  memo: null,
  hash: `0x${'12'.repeat(32)}`,
  blockNumber,
  logIndex: 0,
  isSealed: true,
  at: 1,
  ...part,
})
const request = { id: 'a', token, amount: '0x5', memo, fromBlock: 0 } as const
const view = { ...request, label: 'Bicycle, repaired', closedAt: null, createdAt: 1 } as const
const books: BooksView = {
  paid: [{ request: 'a', transfer: transfer(1, { memo }) }],
  unmatched: [
    { transfer: transfer(2, { amount: '0x7' }), reason: 'no-request' },
    { transfer: transfer(9), reason: 'no-request' },
  ],
  outgoing: [transfer(3, { from: account, to: customer })],
  count: 4,
}
const entries = bookEntries(books, [view], ({ blockNumber }) => blockNumber < 9)

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
