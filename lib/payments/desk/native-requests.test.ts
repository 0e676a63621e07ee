import { expect, it } from 'vitest'
import { matchNative, type NativeArrival, type NativeRequest } from './native-requests'

const request = (id: string, part: Partial<NativeRequest> = {}): NativeRequest => ({
  ...{ id, token: null, amount: 5n, fromBlock: 100, closedAt: null, createdAt: 1_000, paidBy: null },
  ...part,
})
const arrival = (id: string, part: Partial<NativeArrival> = {}): NativeArrival => ({
  ...{ id, token: null, amount: 5n, hash: `0x${'12'.repeat(32)}`, at: 2_000, isWithdrawn: false },
  ...part,
})
const paid = (requests: NativeRequest[], arrivals: NativeArrival[]) =>
  [...matchNative(requests, arrivals)].map(([id, by]) => [id, by?.arrival ?? null])

it('a request is paid by what comes later, of exactly its amount', () => {
  expect(paid([request('a')], [arrival('early', { at: 999 }), arrival('other', { amount: 6n })])).toEqual([])
  expect(paid([request('a')], [arrival('early', { at: 999 }), arrival('it')])).toEqual([['a', 'it']])
})

it('where the block of an arrival is known, the block decides and not the clock of this device', () => {
  expect(paid([request('a')], [arrival('before', { at: 9_000, blockNumber: 100 })])).toEqual([])
  expect(paid([request('a')], [arrival('after', { at: 1, blockNumber: 101 })])).toEqual([['a', 'after']])
})

it('one arrival pays one request, and the second the next one', () => {
  const first = { arrival: 'one', hash: null, at: 2_000 }
  expect(paid([request('a', { paidBy: first }), request('b')], [arrival('one')])).toEqual([])
  expect(paid([request('a', { paidBy: first }), request('b')], [arrival('one'), arrival('two')])).toEqual([
    ['b', 'two'],
  ])
})

it('of two open requests for the same, neither is guessed at, until one is closed', () => {
  expect(paid([request('a'), request('b')], [arrival('it')])).toEqual([])
  expect(paid([request('a', { closedAt: 3_000 }), request('b')], [arrival('it')])).toEqual([['b', 'it']])
})

it('a request in a token, one of any amount and a closed one are not matched', () => {
  const token = `0x${'cc'.repeat(20)}` as const
  const others = [request('a', { token }), request('b', { amount: null }), request('c', { closedAt: 1_500 })]
  expect(paid(others, [arrival('it'), arrival('token', { token })])).toEqual([])
})

it('what was withdrawn pays nothing any more; what left the list of arrivals still does', () => {
  const paidBy = { arrival: 'it', hash: null, at: 2_000 }
  expect(paid([request('a', { paidBy })], [arrival('it', { isWithdrawn: true })])).toEqual([['a', null]])
  expect(paid([request('a', { paidBy })], [])).toEqual([])
})

it('a match learns the block that its arrival is in by then', () => {
  const paidBy = { arrival: 'it', hash: null, at: 2_000 }
  const matched = matchNative([request('a', { paidBy })], [arrival('it', { blockNumber: 120 })])
  expect(matched.get('a')).toMatchObject({ arrival: 'it', blockNumber: 120 })
})
