import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { delimitedRows } from '@/lib/base/delimited-rows'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { BooksView } from '@/lib/language/desk'
import type { TransferView } from '@/lib/language/payments'
import { memoFromText } from '@/lib/payments/shared/memo'
import { bookEntries, booksFileName, toBooksCsv } from './books-export'
import { toBeancount, toJournal } from './books-journal'

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
const sent = (blockNumber: number, logIndex: number) =>
  transfer(blockNumber, { from: account, to: customer, logIndex, amount: '0x1' })
const books: BooksView = {
  paid: [{ request: 'a', label: 'Bicycle, repaired', transfer: transfer(1, { memo }) }],
  native: [
    {
      ...{ request: 'b', label: 'A chair', amount: '0xde0b6b3a7640000', from: null, hash: null, blockNumber: 5 },
      ...{ isSealed: true, at: transfer(5).at },
    },
  ],
  captured: [{ label: 'Order 12', transfer: transfer(4, { amount: '0xf4240' }) }],
  returned: [
    {
      ...{ origin: 'https://radio.example', channelId: `0x${'78'.repeat(32)}` },
      transfer: transfer(8, { amount: '0x2' }),
    },
  ],
  unmatched: [
    { transfer: transfer(2, { amount: '0x7' }), reason: 'no-request' },
    { transfer: transfer(9), reason: 'no-request' },
  ],
  outgoing: [
    { transfer: transfer(3, { from: account, to: customer }), purpose: null },
    { transfer: sent(6, 1), purpose: { kind: 'refund', label: null, of: `0x${'34'.repeat(32)}:7` } },
    { transfer: sent(6, 2), purpose: { kind: 'payout', label: 'Wages', of: `0x${'56'.repeat(32)}` } },
    { transfer: sent(7, 1), purpose: { kind: 'http402', label: 'https://news.example', of: null } },
    {
      transfer: { ...sent(7, 2), amount: '0x3' },
      purpose: { kind: 'deposit', label: 'https://radio.example', of: `0x${'78'.repeat(32)}` },
    },
  ],
  nativeOutgoing: [],
  count: 11,
  reading: null,
}
const entries = bookEntries(books, account, {
  isDeep: ({ blockNumber }) => blockNumber !== null && blockNumber < 9,
  nameOf: address => (address === customer ? '(Miller; "Anna"' : null),
  tokenOf: address => (address === token ? { symbol: 'USD₮ 2', decimals: 6 } : null),
  currency: 'ETH',
  network: { name: 'Base', chainId: 8453, testing: false },
})
const onTest = { name: 'Base Sepolia', chainId: 84532, testing: true }

test('the books have every transfer that lies deep enough once, in the order of the chain', () => {
  expect(entries.map(({ blockNumber, kind, reason, label }) => [blockNumber, kind, reason, label])).toEqual([
    [1, 'paid', null, 'Bicycle, repaired'],
    [2, 'unmatched', 'no-request', null],
    [3, 'outgoing', null, null],
    [4, 'captured', null, 'Order 12'],
    [5, 'paid', null, 'A chair'],
    [6, 'refund', null, null],
    [6, 'payout', null, 'Wages'],
    [7, 'http402', null, 'https://news.example'],
    [7, 'deposit', null, 'https://radio.example'],
    [8, 'returned', null, 'https://radio.example'],
  ])
  expect(entries.map(({ belongsTo }) => belongsTo)).toEqual([
    ...Array(5).fill(null),
    `0x${'34'.repeat(32)}:7`,
    `0x${'56'.repeat(32)}`,
    ...[null, `0x${'78'.repeat(32)}`, `0x${'78'.repeat(32)}`],
  ])
})

test('an entry says when, how much of which token, and whom with', () => {
  expect(entries[0]).toMatchObject({
    date: '2026-11-25T00:00:00.000Z',
    ...{ counterparty: '(Miller; "Anna"', value: '0.000005', symbol: 'USD₮ 2', decimals: 6, amount: '5' },
    status: 'settled',
  })
  expect(entries[4]).toMatchObject({ value: '1', symbol: 'ETH', decimals: 18, token: null, to: account, hash: null })
})

test('written out, nothing in them is a formula, and a comma splits nothing', () => {
  const [heading, first, ...others] = toBooksCsv(entries).split('\r\n')
  expect(heading).toBe(
    'date,kind,reason,label,counterparty,value,symbol,decimals,token,from,to,amount,memo,belongsTo,hash,logIndex,blockNumber,status,network,chainId,testing',
  )
  expect(first).toContain('2026-11-25T00:00:00.000Z,paid,,"Bicycle, repaired","(Miller; ""Anna""",0.000005,USD₮ 2,6,')
  expect(first).toContain(",'=SUM(A1),")
  expect(others).toHaveLength(10)
})

// Judged by the programs that people keep their books with, where they are installed.
const programs = ['ledger', 'hledger'].filter(name => spawnSync(name, ['--version']).status === 0)

test.skipIf(programs.length === 0).each(programs)('%s reads the journal, and has the same balance', name => {
  const input = toJournal(entries, account)
  const { stdout, stderr } = spawnSync(name, ['-f', '-', 'balance', '--flat', 'Assets'], { input, encoding: 'utf8' })
  expect(stderr).toBe('')
  // 5 and 7 and 1,000,000 units came, 5 and three times 1 went, and 3 into a channel, of which 2 came back.
  expect(stdout).toContain(`1.000003 "USD₮ 2 ${token}"`)
  expect(stdout).toMatch(/0\.000001 "USD₮ 2 0x\w+" +Assets:Channels/)
  expect(stdout).toMatch(/ 1 "?ETH/)
  const spent = spawnSync(name, ['-f', '-', 'balance', '--flat', 'Expenses', 'Income:Refunds'], {
    input,
    encoding: 'utf8',
  })
  for (const account of ['Expenses:Other', 'Expenses:Payouts', 'Expenses:Sites', 'Income:Refunds'])
    expect(spent.stdout).toContain(account)
  expect(stdout).toContain(`Assets:Wallet:${account}`)
  // The names of the commodities are long.
  const wide = name === 'ledger' ? ['--wide'] : ['--width=200']
  const register = spawnSync(name, ['-f', '-', 'register', 'Income:Requests', ...wide], { input, encoding: 'utf8' })
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

test('they say from which block and day on they are complete', () => {
  const reading = { from: 1, fromAt: transfer(1).at - 1_000, to: 20, isRead: true, failure: null }
  const facts = { isDeep: () => true, nameOf: () => null, tokenOf: () => null, currency: 'ETH', network: onTest }
  const [begin, ...others] = bookEntries({ ...books, reading }, account, facts)
  expect(begin).toMatchObject({ kind: 'begin', blockNumber: 1, date: '2026-11-24T23:59:59.000Z', amount: '0' })
  expect(others.map(({ kind }) => kind)).not.toContain('begin')
  const text = toJournal([...(begin === undefined ? [] : [begin])], account)
  expect(text).toBe('; Complete from block 1, 2026-11-24T23:59:59.000Z\n')
})

test('what was given back and paid out in the chain’s own money is linked as tokens are', () => {
  const place = {
    hash: `0x${'9a'.repeat(32)}`,
    blockNumber: 3,
    isSealed: true,
    at: transfer(3).at,
    to: customer,
  } as const
  const spent = { ...place, amount: '0xde0b6b3a7640000', label: null } as const
  const nativeOutgoing = [
    { ...spent, kind: 'refund' as const, of: `0x${'9b'.repeat(32)}:value` },
    { ...spent, kind: 'payout' as const, label: 'Wages', of: `0x${'9c'.repeat(32)}` },
  ]
  const facts = { isDeep: () => true, nameOf: () => null, tokenOf: () => null, currency: 'ETH', network: onTest }
  const found = bookEntries({ ...books, nativeOutgoing }, account, facts).filter(({ hash }) => hash === place.hash)
  expect(
    found.map(({ kind, value, symbol, token, from, to, belongsTo }) => [
      kind,
      value,
      symbol,
      token,
      from,
      to,
      belongsTo,
    ]),
  ).toEqual([
    ['refund', '1', 'ETH', null, account, customer, `0x${'9b'.repeat(32)}:value`],
    ['payout', '1', 'ETH', null, account, customer, `0x${'9c'.repeat(32)}`],
  ])
  expect(toJournal(found, account)).toContain('-1 "ETH test 84532"')
})

test('every row names its network, and money that is worth nothing is a commodity of its own', () => {
  const [row] = toBooksCsv(entries).split('\r\n').slice(1)
  expect(row).toMatch(/,settled,Base,8453,false$/)
  const asset = entries.find(({ token }) => token === null)
  if (asset === undefined) throw new Error('no entry')
  const played = { ...asset, network: onTest.name, chainId: onTest.chainId, testing: true }
  const journal = toJournal([asset, played], account)
  expect(journal).toContain('1 "ETH"\n')
  expect(journal).toContain('1 "ETH test 84532"\n')
  expect(journal).toContain('; network: Base\n')
  expect(journal).toContain('; chain: 84532\n')
})

test('a file of books is named after its network and its days', () => {
  expect(booksFileName(entries, 'csv')).toBe('prelude-books-base-8453-2026-11-25.csv')
  const [first] = entries
  if (first === undefined) throw new Error('no entry')
  const later = { ...first, date: '2026-12-24T00:00:00.000Z', network: 'Zürich /Test' }
  expect(booksFileName([{ ...first, network: later.network }, later], 'journal')).toBe(
    'prelude-books-zu-rich-test-8453-2026-11-25-2026-12-24.journal',
  )
})

const odd = [
  'A;B',
  'A\\B',
  'A\\',
  's',
  'm',
  'H',
  '"',
  'a@b',
  '{x}',
  '',
  ' ',
  '1',
  '$',
  'USD (old)',
  'Ａ'.repeat(40),
  '=1+1',
]

test('a token’s commodity has its address, whatever else is exported and whatever its symbol is', () => {
  const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
  const [first] = entries
  if (first === undefined) throw new Error('no entry')
  for (const symbol of odd)
    expect(toJournal([{ ...first, symbol }], account)).toMatch(new RegExp(` ${'"'}[^"]*${token}"\\n`))
  // What the wallet vouches for is the same money on every chain.
  expect(toJournal([{ ...first, symbol: 'USDC', token: usdc }], account)).toContain('0.000005 "USDC"\n')
  expect(toJournal([{ ...first, symbol: 'USDC', token: usdc, chainId: 1 }], account)).toContain(`"USDC ${usdc}"`)
})

test.skipIf(programs.length === 0).each(programs)('%s finds every account, commodity and tag declared', name => {
  const [first] = entries
  if (first === undefined) throw new Error('no entry')
  const all = [...entries, ...odd.map(symbol => ({ ...first, symbol, memo: 'a, b: c', belongsTo: '0x12:7' }))]
  const arguments_ = name === 'ledger' ? ['--pedantic', '-f', '-', 'balance'] : ['-f', '-', 'check', '--strict']
  const { stderr, status } = spawnSync(name, arguments_, { input: toJournal(all, account), encoding: 'utf8' })
  expect([stderr, status]).toEqual(['', 0])
})

/** The file of a text, which is removed after the test. */
function fileOf(text: string, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'books-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const run = (program: string, ...words: string[]) => spawnSync(program, words, { encoding: 'utf8' })
const isThere = (program: string) => run(program, '--version').status === 0

test('the names of commodities for Beancount are short, and two tokens have never one', () => {
  const [first] = entries
  if (first === undefined) throw new Error('no entry')
  const other = `0x${'cd'.repeat(20)}` as const
  const text = toBeancount([first, { ...first, token: other }, { ...first, token: null, symbol: 'TRUE' }], account)
  expect(text).toContain(`0.000005 X${'CC'.repeat(11)}\n`)
  expect(text).toContain(`0.000005 X${'CD'.repeat(11)}\n`)
  expect(text).toContain(`2026-11-25 commodity X${'CC'.repeat(11)}\n  name: "USD₮ 2 ${token}"\n`)
  expect(text).toContain('0.000005 X8453\n')
  expect(text).toContain(`2026-11-25 * "Miller 'Anna' - Bicycle, repaired"\n`)
  expect(toBeancount([{ ...first, token: null, symbol: 'ETH', chainId: 84532, testing: true }], account)).toContain(
    '0.000005 ETH-TEST-84532\n',
  )
})

test.skipIf(!isThere('bean-check'))('bean-check takes the books, and Beancount has the same balance', () => {
  const [first] = entries
  if (first === undefined) throw new Error('no entry')
  const file = fileOf(toBeancount(entries, account), 'books.beancount')
  expect(run('bean-check', file)).toMatchObject({ stdout: '', stderr: '', status: 0 })
  const query = "SELECT account, sum(position) WHERE account ~ 'Assets' GROUP BY account"
  const { stdout } = run('bean-query', '-f', 'csv', file, query)
  expect(stdout).toMatch(new RegExp(`Assets:Wallet:${account},.*1\\.000003 X${'CC'.repeat(11)}`))
  expect(stdout).toMatch(/Assets:Channels *,.*0\.000001 X/)
  expect(stdout).toMatch(/ 1 +ETH/)
  const all = odd.map((symbol, at) => ({
    ...{ ...first, symbol, memo: 'a "b" \\, c: d', belongsTo: '0x12:7' },
    token: at % 2 === 0 ? null : `0x${`${10 + at}`.repeat(20)}`,
    chainId: 8453 + at,
  }))
  const strange = fileOf(toBeancount(all, account), 'strange.beancount')
  expect(run('bean-check', strange)).toMatchObject({ stderr: '', status: 0 })
})

test.skipIf(!isThere('ssconvert'))('a spreadsheet has every row, the same sum, and text where text was', () => {
  const marked = entries.map((entry, at) => ({
    ...entry,
    label: ["'own", '+49 170', '@home', '-1'][at] ?? entry.label,
  }))
  const file = fileOf(toBooksCsv(marked), 'books.csv')
  run('ssconvert', file, `${file}.out.csv`)
  const [head = [], ...rows] = delimitedRows(readFileSync(`${file}.out.csv`, 'utf8')).map(({ fields }) => fields)
  const column = (name: string) => rows.map(fields => fields[head.indexOf(name)] ?? '')
  expect(column('label')).toEqual(marked.map(({ label }) => label ?? ''))
  expect(column('memo')[0]).toBe('=SUM(A1)')
  expect(column('hash')).toEqual(marked.map(({ hash }) => hash ?? ''))
  const sum = (values: readonly (number | string)[]) =>
    values.reduce<number>((total, value) => total + Number(value), 0)
  const dollars = (value: string, at: number) => (marked[at]?.token === token ? [value] : [])
  expect(sum(column('value').flatMap(dollars))).toBeCloseTo(1.000025, 9)
  expect(sum(column('amount').flatMap(dollars))).toBe(1_000_025)
})
