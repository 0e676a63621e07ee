import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { BooksView } from '@/lib/messaging/desk'
import type { TransferView } from '@/lib/messaging/payments'
import { memoFromText } from '@/lib/payments/memo'
import { firstNetworkOf } from '@/lib/values/network-id'
import { bookEntries, toBooksCsv } from './books-export'
import { toJournal } from './books-journal'

const account = `0x${'aa'.repeat(20)}` as const
const customer = `0x${'bb'.repeat(20)}` as const
const token = `0x${'cc'.repeat(20)}` as const
const memo = memoFromText('=SUM(A1)')
const transfer = (blockNumber: number, part: Partial<TransferView> = {}): TransferView => ({
  key: `${blockNumber}`,
  networkId: firstNetworkOf(1),
  token,
  from: customer,
  to: account,
  amount: '0x5',
  memo: null,
  hash: `0x${'12'.repeat(32)}`,
  blockNumber,
  logIndex: 0,
  isSealed: true,
  at: Date.UTC(2026, 10, 24, 23, 59) + blockNumber * 60_000,
  ...part,
})
const request = { id: 'a', token, amount: '0x5', memo, fromBlock: 0 } as const
const view = { ...request, label: 'Bicycle, repaired', closedAt: null, createdAt: 1, paidBy: null } as const
const books: BooksView = {
  paid: [{ request: 'a', transfer: transfer(1, { memo }) }],
  captured: [{ label: 'Order 12', transfer: transfer(4, { amount: '0xf4240' }) }],
  unmatched: [
    { transfer: transfer(2, { amount: '0x7' }), reason: 'no-request' },
    { transfer: transfer(9), reason: 'no-request' },
  ],
  outgoing: [transfer(3, { from: account, to: customer })],
  count: 5,
}
const entries = bookEntries(books, {
  requests: [view],
  isDeep: ({ blockNumber }) => blockNumber < 9,
  nameOf: address => (address === customer ? '(Miller; "Anna"' : null),
  tokenOf: address => (address === token ? { symbol: 'USD₮ 2', decimals: 6 } : null),
})

test('the books have every transfer that lies deep enough once, in the order of the chain', () => {
  expect(entries.map(({ blockNumber, kind, reason, label }) => [blockNumber, kind, reason, label])).toEqual([
    [1, 'paid', null, 'Bicycle, repaired'],
    [2, 'unmatched', 'no-request', null],
    [3, 'outgoing', null, null],
    [4, 'captured', null, 'Order 12'],
  ])
})

test('an entry says when, how much of which token, and whom with', () => {
  expect(entries[0]).toMatchObject({
    date: '2026-11-25T00:00:00.000Z',
    ...{ counterparty: '(Miller; "Anna"', value: '0.000005', symbol: 'USD₮ 2', decimals: 6, amount: '5' },
    status: 'settled',
  })
})

test('written out, nothing in them is a formula, and a comma splits nothing', () => {
  const [heading, first, ...others] = toBooksCsv(entries).split('\r\n')
  expect(heading).toBe(
    'date,kind,reason,label,counterparty,value,symbol,decimals,token,from,to,amount,memo,hash,logIndex,blockNumber,status',
  )
  expect(first).toContain('2026-11-25T00:00:00.000Z,paid,,"Bicycle, repaired","(Miller; ""Anna""",0.000005,USD₮ 2,6,')
  expect(first).toContain(",'=SUM(A1),")
  expect(others).toHaveLength(4)
})

// Judged by the programs that people keep their books with, where they are installed.
const programs = ['ledger', 'hledger'].filter(name => spawnSync(name, ['--version']).status === 0)

test.skipIf(programs.length === 0).each(programs)('%s reads the journal, and has the same balance', name => {
  const input = toJournal(entries, account)
  const { stdout, stderr } = spawnSync(name, ['-f', '-', 'balance', '--flat', 'Assets'], { input, encoding: 'utf8' })
  expect(stderr).toBe('')
  // 5 and 7 and 1,000,000 units came, 5 went.
  expect(stdout).toContain('1.000007 "USD₮ 2"')
  expect(stdout).toContain(`Assets:Wallet:${account}`)
  const register = spawnSync(name, ['-f', '-', 'register', 'Income:Requests'], { input, encoding: 'utf8' })
  expect(register.stdout).toMatch(/^(?:26-Nov-25|2026-11-25) Miller "Ann/)
})

test('two tokens of one name are two commodities in the journal', () => {
  const other = `0x${'dd'.repeat(20)}` as const
  const [first] = entries
  if (first === undefined) throw new Error('no entry')
  const journal = toJournal([first, { ...first, token: other }], account)
  expect(journal).toContain(`0.000005 "USD₮ 2 ${token}"`)
  expect(journal).toContain(`0.000005 "USD₮ 2 ${other}"`)
})
