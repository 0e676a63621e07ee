import 'fake-indexeddb/auto'
import { type Address, numberToHex, pad } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import * as events from '@/lib/base/signatures/events'
import { batchSettlement } from '@/lib/payments/shared/channel-facts'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { ChannelRecord, TransferRecord } from '@/lib/storage/payment-records'
import { createReturnedMoney } from './channel-returns'

const networkId = firstNetworkOf(1)
const account = `0x${'aa'.repeat(20)}` as const
const token = `0x${'cc'.repeat(20)}` as const
const own = `0x${'11'.repeat(32)}` as const
const place = { networkId, epoch: 0, account }

const channel: ChannelRecord = {
  ...{ key: `${networkId}:${own}`, networkId, chainId: 1, epoch: 0, payer: account, receiver: batchSettlement, token },
  ...{ channelId: own, origin: 'https://radio.example', config: '{}', withdrawDelaySeconds: 60, voucher: null },
  ...{ deposited: 9n, signed: 0n, charged: 0n, claimed: 0n, state: 'open', createdAt: 0 },
  ...{ withdrawalAt: null, checkedAt: null },
}
const came = (id: number, part: Partial<TransferRecord> = {}): TransferRecord => ({
  ...{ key: `${id}`, networkId, epoch: 0, account, token, from: batchSettlement, to: account, amount: 9n, memo: null },
  ...{ hash: numberToHex(id, { size: 32 }), blockHash: `0x${'bb'.repeat(32)}`, blockNumber: id, logIndex: 1, at: id },
  ...part,
})

interface Said {
  event: string
  channelId: string
  amount: bigint
  address: Address
  hash: string
}

let said: Map<string, Partial<Said>>
let asked: number
/** The receipts of a chain that says of each transaction what the test wants. */
const connection = {
  async batch(calls) {
    asked += 1
    return calls.map(({ params = [] }) => {
      const hash = String(params[0])
      const what = said.get(hash)
      if (what === undefined) return { ok: true, result: null }
      const { event = events.channelWithdrawn, channelId = own, amount = 9n, address = batchSettlement } = what
      const place = { blockHash: `0x${'bb'.repeat(32)}`, blockNumber: '0x5', transactionHash: what.hash ?? hash }
      const topics = [event, channelId, pad(account)]
      const log = { ...place, address, topics, data: numberToHex(amount, { size: 32 }), logIndex: '0x0' }
      return {
        ok: true,
        result: { ...place, from: account, to: batchSettlement, status: '0x1', logs: [log], gasUsed: '0x1' },
      }
    })
  },
} as Pick<Connection, 'batch'> as Connection

let database: Database
beforeEach(async () => {
  said = new Map()
  asked = 0
  database = await openDatabase(crypto.randomUUID())
  await database.put('channels', channel)
})
afterEach(() => database.close())
const returnedMoney = () =>
  createReturnedMoney({
    database,
    connectionOf: () => connection,
    onFault: error => expect.unreachable(String(error)),
  })

it('is what the contract says that a channel of the account gave back, withdrawn or refunded', async () => {
  said = new Map([came(1), came(2)].map(({ hash }) => [hash, {}]))
  said.set(came(2).hash, { event: events.channelRefunded })
  const returned = await returnedMoney().read(place, [came(1), came(2)])
  const from = { origin: 'https://radio.example', channelId: own }
  expect([...returned]).toEqual([
    ['1', from],
    ['2', from],
  ])
})

it.each<[string, Partial<TransferRecord>, Partial<Said>]>([
  ['the channel is somebody else’s', {}, { channelId: `0x${'22'.repeat(32)}` }],
  ['a seller is paid out of a channel', {}, { event: events.channelClaimed }],
  ['another contract says so', {}, { address: token }],
  ['another amount moved', {}, { amount: 8n }],
  ['another token moved', { token: `0x${'dd'.repeat(20)}` }, {}],
  ['somebody else sent it', { from: `0x${'ee'.repeat(20)}` }, {}],
  ['the receipt is of another transaction', {}, { hash: `0x${'ff'.repeat(32)}` }],
])('is nothing where %s', async (_what, part, words) => {
  said.set(came(1).hash, words)
  expect([...(await returnedMoney().read(place, [came(1, part)]))]).toEqual([])
})

it('is read once, behind the page that shows it, and again in another block', async () => {
  said.set(came(1).hash, {})
  const money = returnedMoney()
  const read = Promise.withResolvers<void>()
  expect((await money.known(place, [came(1)], read.resolve)).size).toBe(0)
  await read.promise
  expect((await money.known(place, [came(1)], () => expect.unreachable('nothing is new'))).size).toBe(1)
  expect(asked).toBe(1)
  await money.read(place, [came(1, { blockHash: `0x${'cd'.repeat(32)}` })])
  expect(asked).toBe(2)
})

it('asks nothing for an account without a channel', async () => {
  await database.clear('channels')
  await returnedMoney().read(place, [came(1)])
  expect(asked).toBe(0)
})
