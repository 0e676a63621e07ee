import { expect, it } from 'vitest'
import { acceptedTransaction } from '@/components/transaction.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { PaidAnswerView } from '@/lib/language/http402'
import type { ArrivalView, TransactionView } from '@/lib/language/ui'
import { toCsv } from './csv'
import { entriesOf, withPaid } from './entries'
import { toJson } from './json'

const row: TransactionView = {
  ...acceptedTransaction,
  networkId: firstNetworkOf(84_538_453),
  to: '0xbDA5747bFD65F08deb54cb465eB87D40e51B197E',
  value: '0x16345785d8a0000',
  nonce: 7,
  origin: 'https://pay.coffee.example',
  level: 'sealed',
  status: 'success',
  blockNumber: '0x10',
  feePaid: '0x64',
  history: [
    { at: 1_000, level: 'signed' },
    { at: 1_004, level: 'submitted' },
    { at: 1_020, level: 'accepted' },
    { at: 1_180, level: 'preconfirmed' },
    { at: 1_500, level: 'accepted', event: 'withdrawn' },
    { at: 1_700, level: 'preconfirmed' },
    { at: 3_000, level: 'sealed' },
  ],
}

const networks = [{ id: row.networkId, chainId: 84_538_453, name: 'Preview' }]

it('the export carries raw amounts and the milliseconds to each level, the last time it was reached', () => {
  const [head, line] = toCsv(entriesOf([row], []), null, networks).split('\r\n')
  const field = (name: string) => line?.split(',')[head?.split(',').indexOf(name) ?? -1]
  expect([field('network'), field('chainId')]).toEqual(['Preview', '84538453'])
  expect(field('valueWei')).toBe('100000000000000000')
  expect(field('preconfirmedMs')).toBe('700')
  expect(field('sealedMs')).toBe('2000')
  expect(field('finalMs')).toBe('')
})

it('no field becomes a formula in a spreadsheet, or breaks its line', () => {
  const csv = toCsv(entriesOf([{ ...row, origin: '=cmd("x"),\n' }], []), null, networks)
  expect(csv).toContain(`"'=cmd(""x""),\n"`)
})

it('a paid answer is exported with the account that paid, whichever is selected', () => {
  const payer = '0xbDA5747bFD65F08deb54cb465eB87D40e51B197E'
  const answer: PaidAnswerView = {
    ...{ id: 'p', carrier: 'request', origin: 'https://news.example', url: '', method: 'GET', state: 'delivered' },
    ...{
      reason: null,
      about: null,
      saidReason: null,
      networkId: row.networkId,
      account: payer,
      token: null,
      payee: null,
    },
    ...{ symbol: null, decimals: null, amount: '0x1', charged: null, automatic: false, isSignIn: false },
    ...{ isVoucher: false, attempts: 1, goesAgain: false, transaction: null, validBefore: null, createdAt: 1 },
  }
  const entries = withPaid([], [answer], null)
  const [head, line] = toCsv(entries, row.from, networks).split('\r\n')
  expect(line?.split(',')[head?.split(',').indexOf('from') ?? -1]).toBe(payer)
  expect(JSON.parse(toJson(entries, row.from, networks))).toMatchObject([{ from: payer, network: 'Preview' }])
})

it('what came in is exported beside what was sent, each in its own unit', () => {
  const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  const received: ArrivalView = {
    id: 'r',
    networkId: row.networkId,
    account: row.from,
    token,
    from: '0xbDA5747bFD65F08deb54cb465eB87D40e51B197E',
    amount: '0xf4240',
    hash: row.hash,
    level: 'sealed',
    isWithdrawn: false,
    at: 5_000,
    sealedAt: 6_000,
    explorerUrl: null,
  }
  const [head, line, older] = toCsv(entriesOf([row], [received]), row.from, networks).split('\r\n')
  const field = (name: string) => line?.split(',')[head?.split(',').indexOf(name) ?? -1]
  expect(older?.startsWith('sent,')).toBe(true)
  expect(field('direction')).toBe('received')
  expect(field('to')).toBe(row.from)
  expect(field('token')).toBe(token)
  expect(field('tokenAmount')).toBe('1000000')
  expect(field('valueWei')).toBe('')
  expect(line?.split(',').length).toBe(head?.split(',').length)
})
