import { describe, expect, it } from 'vitest'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import type { SiteFrame } from '@/lib/decisions/sites/site-frame'
import type { DappMessage } from '@/lib/language/dapp'
import type { EventEntryView, RequestEntryView } from '@/lib/language/request-log'
import { createRequestLog } from './request-log'

const frame: SiteFrame = { origin: 'https://shop.example', topOrigin: null, tabId: 7, documentId: 'd1' }
const hash = `0x${'ab'.repeat(32)}` as const
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

function start({ isWanted = true } = {}) {
  const clock = createManualClock()
  const log = createRequestLog(clock)
  log.write(isWanted)
  const ask = (n: number, method: unknown, params?: unknown, from = frame) =>
    log.received(from, { id: uuid(n), method, params })
  const tell = (message: DappMessage, to = frame) => log.sent(to, message)
  const requests = () => log.view().entries.filter((entry): entry is RequestEntryView => entry.kind === 'request')
  const events = () => log.view().entries.filter((entry): entry is EventEntryView => entry.kind === 'event')
  const decided = (n: number, status: 'waiting' | 'approved' | 'rejected' | 'done') =>
    log.decided({ id: `a${n}`, requestKey: `${frame.origin} ${uuid(n)}`, request: { kind: 'connect' }, status })
  return { clock, log, ask, tell, requests, events, decided }
}

describe('the log of requests', () => {
  it('has a request with its parameters, and its answer with the time it took', async () => {
    const { ask, clock, requests, tell } = start()
    ask(1, 'eth_chainId')
    ask(2, 'eth_getBalance', ['0x01', 'latest'])
    clock.advance(40)
    tell({ kind: 'result', id: uuid(2), result: '0x5' })
    tell({ kind: 'error', id: uuid(1), error: { code: 4900, message: 'gone' } })
    const [chain, balance] = requests()
    expect(balance).toMatchObject({ number: 2, tabId: 7, origin: frame.origin, method: 'eth_getBalance' })
    expect(balance?.params).toEqual({ text: '["0x01","latest"]', length: 17 })
    expect(balance?.answer).toMatchObject({ isError: false, value: { text: '"0x5"' } })
    expect((balance?.answer?.at ?? 0) - (balance?.at ?? 0)).toBe(40)
    expect(chain?.answer).toMatchObject({ isError: true, value: { text: '{"code":4900,"message":"gone"}' } })
  })

  it('has a request that comes again over another port once, with its first answer', () => {
    const { ask, requests, tell } = start()
    ask(1, 'eth_requestAccounts')
    ask(1, 'eth_requestAccounts')
    tell({ kind: 'result', id: uuid(1), result: ['0x01'] })
    tell({ kind: 'result', id: uuid(1), result: ['0x02'] })
    expect(requests()).toHaveLength(1)
    expect(requests()[0]?.answer?.value.text).toBe('["0x01"]')
  })

  it('takes no answer of one site for the request of another with the same id', () => {
    const { ask, requests, tell } = start()
    const other = { ...frame, origin: 'https://other.example', tabId: 8 }
    ask(1, 'eth_chainId')
    ask(1, 'eth_accounts', undefined, other)
    tell({ kind: 'result', id: uuid(1), result: [] }, other)
    expect(requests().map(({ origin, answer }) => [origin, answer === null])).toEqual([
      [frame.origin, true],
      [other.origin, false],
    ])
  })

  it('has the decision that a request led to, and how it ended', () => {
    const { ask, decided, requests } = start()
    ask(1, 'eth_requestAccounts')
    decided(1, 'waiting')
    decided(2, 'waiting')
    decided(1, 'rejected')
    expect(requests()[0]?.decisions).toMatchObject([{ id: 'a1', kind: 'connect', status: 'rejected' }])
  })

  it('has the levels of each transaction that an approved decision made', async () => {
    const { ask, clock, decided, log, requests } = start()
    ask(1, 'wallet_sendCalls')
    decided(1, 'approved')
    log.moved({ id: 'a1:0', hash, level: 'submitted', ended: null })
    log.moved({ id: 'a1:1', hash: `0x${'cd'.repeat(32)}`, level: 'submitted', ended: null })
    clock.advance(200)
    log.moved({ id: 'a1:0', hash, level: 'preconfirmed', ended: null })
    log.moved({ id: 'a1:0', hash, level: 'preconfirmed', ended: null })
    log.moved({ id: 'a1:1', hash, level: 'submitted', ended: 'dropped' })
    log.moved({ id: 'a9', hash, level: 'sealed', ended: null })
    const [batch] = requests()
    expect(batch?.transactions.map(({ levels }) => levels.map(({ level }) => level))).toEqual([
      ['submitted', 'preconfirmed'],
      ['submitted', 'dropped'],
    ])
    const [first, second] = batch?.transactions[0]?.levels ?? []
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(200)
  })

  it('has the levels of a transaction that the site signed itself, by the hash it was answered with', () => {
    const { ask, log, requests, tell } = start()
    ask(1, 'eth_sendRawTransaction', ['0x02'])
    tell({ kind: 'result', id: uuid(1), result: hash })
    log.moved({ id: 'r1', hash, level: 'sealed', ended: null })
    expect(requests()[0]?.transactions).toMatchObject([{ hash, levels: [{ level: 'sealed' }] }])
  })

  it('has what a page is told unasked', () => {
    const { events, tell } = start()
    tell({ kind: 'state', chainId: '0x1', accounts: [] })
    tell({ kind: 'message', message: { type: 'eth_subscription', data: { result: 7 } } })
    expect(events().map(({ event, value }) => [event, value.text])).toEqual([
      ['state', '{"chainId":"0x1","accounts":[]}'],
      ['message', '{"type":"eth_subscription","data":{"result":7}}'],
    ])
  })

  it('keeps the newest 200, and of a text what it says it keeps', () => {
    const { ask, log, requests } = start()
    for (let n = 1; n <= 250; n++) ask(n, 'eth_call', ['x'.repeat(20_000)])
    expect(requests()).toHaveLength(200)
    expect(requests().at(-1)).toMatchObject({ number: 250, params: { length: 20_004 } })
    expect(requests().at(-1)?.params.text).toHaveLength(300)
    expect(log.read(250)?.params).toHaveLength(10_000)
    expect(log.read(50)).toBeNull()
    ask(251, { not: 'a name' })
    expect(requests().at(-1)?.method).toBe('{"not":"a name"}')
  })

  it('is empty and stays so while nobody wants it', () => {
    const { ask, decided, log, tell } = start({ isWanted: false })
    ask(1, 'eth_chainId')
    tell({ kind: 'result', id: uuid(1), result: '0x1' })
    decided(1, 'waiting')
    log.moved({ id: 'a1', hash, level: 'submitted', ended: null })
    expect(log.view()).toEqual({ since: null, entries: [] })
    expect(log.read(1)).toBeNull()
  })

  it('has the request that started the worker, unless it turns out that nobody wants it', async () => {
    const clock = createManualClock()
    const wanted = createRequestLog(clock)
    const unwanted = createRequestLog(clock)
    for (const log of [wanted, unwanted]) log.received(frame, { id: uuid(1), method: 'eth_chainId' })
    expect(wanted.view()).toEqual({ since: null, entries: [] })
    wanted.write(true)
    unwanted.write(false)
    unwanted.write(true)
    expect(wanted.view().entries).toHaveLength(1)
    expect(unwanted.view().entries).toEqual([])
  })

  it('forgets everything when it is turned off', () => {
    const { ask, log } = start()
    ask(1, 'eth_chainId')
    log.write(false)
    log.write(true)
    expect(log.view().entries).toEqual([])
  })

  it('tells of a thousand requests at most ten times a second, and sets no timer while nothing happens', async () => {
    const { ask, clock, log } = start()
    let told = 0
    log.onChange(() => told++)
    for (let n = 0; n < 1_000; n++) {
      ask(n, 'eth_chainId')
      clock.advance(1)
    }
    clock.advance(1_000)
    expect(told).toBeGreaterThanOrEqual(9)
    expect(told).toBeLessThanOrEqual(11)
  })
})
