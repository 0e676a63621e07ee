import fc from 'fast-check'
import type { Hash } from 'viem'
import { expect, test } from 'vitest'
import { type ExpectedPayment, type ObservedTransfer, reconcile } from './reconciliation'

const account = `0x${'aa'.repeat(20)}` as const
const customer = `0x${'cc'.repeat(20)}` as const
const token = `0x${'dd'.repeat(20)}` as const
const otherToken = `0x${'ee'.repeat(20)}` as const
const memoOf = (number: number): Hash => `0x${number.toString(16).padStart(64, '0')}`

const request = (id: string, part: Partial<ExpectedPayment> = {}): ExpectedPayment => ({
  id,
  token,
  account,
  amount: 5n,
  memo: null,
  fromBlock: 0,
  closed: null,
  ...part,
})
let index = 0
const transfer = (part: Partial<ObservedTransfer> = {}): ObservedTransfer => {
  index += 1
  return {
    key: `${index}`,
    token,
    from: customer,
    to: account,
    amount: 5n,
    memo: null,
    hash: memoOf(index),
    blockNumber: index,
    logIndex: 0,
    at: index * 1_000,
    ...part,
  }
}
const reasons = (requests: ExpectedPayment[], transfers: ObservedTransfer[]) =>
  reconcile(account, requests, transfers).unmatched.map(({ reason }) => reason)

test('a memo finds its request, whoever paid and in whatever order', () => {
  const requests = [request('first', { memo: memoOf(1) }), request('second', { memo: memoOf(2) })]
  const found = reconcile(account, requests, [transfer({ memo: memoOf(2) }), transfer({ memo: memoOf(1) })])
  expect(found.paid.map(({ request: { id }, transfer: { memo } }) => [id, memo])).toEqual([
    ['first', memoOf(1)],
    ['second', memoOf(2)],
  ])
  expect([found.open, found.unmatched]).toEqual([[], []])
})

test('without a memo, amount and token decide, as long as only one request asks for just that', () => {
  expect(reconcile(account, [request('one'), request('other', { amount: 6n })], [transfer()]).paid).toHaveLength(1)
  expect(reasons([request('one'), request('twin')], [transfer()])).toEqual(['ambiguous'])
})

test.each([
  ['no-request', [], {}],
  ['no-request', [request('one', { amount: 6n })], {}],
  ['no-request', [request('one', { token: otherToken })], {}],
  ['no-request', [request('one', { memo: memoOf(1) })], { memo: memoOf(2) }],
  ['no-request', [request('one', { memo: memoOf(1) })], {}],
  ['no-request', [request('one')], { memo: memoOf(1) }],
  ['other-amount', [request('one', { memo: memoOf(1) })], { memo: memoOf(1), amount: 4n }],
] as const)('%s is said and not guessed around', (reason, requests, part) => {
  expect(reasons([...requests], [transfer(part)])).toEqual([reason])
})

test('the second payment of a request is said to be one', () => {
  expect(
    reasons([request('one', { memo: memoOf(1) })], [transfer({ memo: memoOf(1) }), transfer({ memo: memoOf(1) })]),
  ).toEqual(['paid-twice'])
})

test('what came before a request was made does not pay it', () => {
  const late = transfer()
  expect(reasons([request('one', { fromBlock: late.blockNumber })], [late])).toEqual(['no-request'])
})

test('any amount pays a request that names none', () => {
  expect(reconcile(account, [request('gift', { amount: null })], [transfer({ amount: 1n })]).paid).toHaveLength(1)
})

test('a transfer of nothing pays no request and is no entry, in or out', () => {
  const found = reconcile(
    account,
    [request('gift', { amount: null })],
    [transfer({ amount: 0n }), transfer({ amount: 0n, from: account, to: customer })],
  )
  expect(found.paid).toEqual([])
  expect(found.open.map(({ id }) => id)).toEqual(['gift'])
  expect([found.unmatched, found.outgoing]).toEqual([[], []])
})

test('what leaves the account is listed apart, and what goes to oneself pays nothing', () => {
  const away = transfer({ from: account, to: customer })
  const found = reconcile(account, [request('one')], [away, transfer({ from: account })])
  expect(found.outgoing).toEqual([away])
  expect(found.open).toHaveLength(1)
})

test('every incoming transfer is accounted for exactly once, and no request is paid twice', () => {
  const memos = fc.option(fc.integer({ min: 1, max: 3 }).map(memoOf))
  const requests = fc.uniqueArray(
    fc.record({ id: fc.string({ minLength: 1 }), amount: fc.option(fc.bigInt({ min: 1n, max: 3n })), memo: memos }),
    { selector: ({ id }) => id, maxLength: 8 },
  )
  const transfers = fc.uniqueArray(
    fc.record({ place: fc.nat({ max: 50 }), amount: fc.bigInt({ min: 1n, max: 3n }), memo: memos }),
    { selector: ({ place }) => place, maxLength: 12 },
  )
  fc.assert(
    fc.property(requests, transfers, (asked, seen) => {
      const incoming = seen.map(({ place, ...part }) => transfer({ ...part, key: `${place}`, blockNumber: place + 1 }))
      const found = reconcile(
        account,
        asked.map(({ id, ...part }) => request(id, part)),
        incoming,
      )
      const used = [...found.paid.map(pair => pair.transfer.key), ...found.unmatched.map(pair => pair.transfer.key)]
      expect(used.sort()).toEqual(incoming.map(({ key }) => key).sort())
      expect(found.paid.length + found.open.length).toBe(asked.length)
      for (const pair of found.paid) {
        expect(pair.transfer.memo).toBe(pair.request.memo)
        if (pair.request.amount !== null) expect(pair.transfer.amount).toBe(pair.request.amount)
      }
    }),
  )
})

test('what came after a request was closed does not pay it, what came before still does', () => {
  const closed = (block: number | null) => request('typo', { closed: { block, at: 50_000 } })
  const at = (blockNumber: number) => transfer({ blockNumber, at: blockNumber * 1_000 })
  for (const block of [50, null]) {
    const { paid, unmatched } = reconcile(account, [closed(block)], [at(51)])
    expect([paid, unmatched.map(({ reason }) => reason)]).toEqual([[], ['no-request']])
    expect(reconcile(account, [closed(block), request('right')], [at(51)]).paid).toMatchObject([
      { request: { id: 'right' } },
    ])
    expect(reconcile(account, [closed(block)], [at(50)]).paid).toHaveLength(1)
    // The same payer pays once more: that its request was paid explains it.
    expect(reasons([closed(block)], [at(50), at(51)])).toEqual(['paid-twice'])
  }
})
