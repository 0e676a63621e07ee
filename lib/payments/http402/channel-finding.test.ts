import 'fake-indexeddb/auto'
import { computeChannelId } from '@x402/evm/batch-settlement/client'
import { type Hex, toHex } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/lib/storage/open'
import { channelFor } from './channel'
import { findAllChannels, findChannels, saltsNeeded } from './channel-finding'
import {
  account,
  chainAnswering,
  entry,
  facilitator,
  merchant,
  placed,
  previewChain,
  termsOf,
} from './fixtures.fixture'

const { options: offered } = termsOf(
  entry({ scheme: 'batch-settlement' }, { receiverAuthorizer: facilitator, withdrawDelay: 900 }),
)
const options = placed(offered)
const saltsOf = (count: number) => Array.from({ length: count }, (_, index) => toHex(index + 1, { size: 32 }))
const salts = saltsOf(4)

let database: Database
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
})
afterEach(() => database.close())

const words = (...values: bigint[]): Hex => `0x${values.map(value => toHex(value, { size: 32 }).slice(2)).join('')}`

/** The id of its channel, as the published package computes it. */
function idOf(salt: Hex): Hex {
  const [option] = options
  if (option === undefined) throw new Error('there is one')
  const config = {
    payer: account,
    payerAuthorizer: account,
    receiver: merchant,
    receiverAuthorizer: facilitator,
    token: option.token,
    withdrawDelay: 900,
    salt,
  }
  return computeChannelId(config, `eip155:${previewChain}`)
}

/** A chain with money in the channel of the second salt. */
function chain(withdrawalSince = 0n) {
  const id = idOf(salts[1] ?? '0x')
  const connection = chainAnswering(params => {
    const asked = JSON.stringify(params)
    if (!asked.includes(id.slice(2))) return words(0n, 0n)
    return asked.includes('0x7a7ebd7b') ? words(100_000n, 30_000n) : words(0n, withdrawalSince)
  })
  return { id, connection }
}
const partsOf = (connection: ReturnType<typeof chain>['connection']) => ({
  database,
  connection: () => connection,
  epoch: () => 0,
  origin: 'https://shop.example',
  now: 7,
})
const find = (connection: ReturnType<typeof chain>['connection']) =>
  findChannels(options, account, salts, partsOf(connection))

it('a deposit that the wallet forgot is found by computing ids, and its money is in the list', async () => {
  const { id, connection } = chain()
  await find(connection)
  expect(await database.getAll('channels')).toMatchObject([
    { channelId: id, payer: account, receiver: merchant, deposited: 100_000n, claimed: 30_000n, state: 'stopped' },
  ])
})

it('one that is being withdrawn is found as that', async () => {
  await find(chain(1_790_000_000n).connection)
  expect(await database.getAll('channels')).toMatchObject([{ state: 'withdrawing', withdrawalAt: 1_790_000_000_000 }])
})

it('nothing more is signed for it: the next payment opens a channel of its own', async () => {
  const { id, connection } = chain()
  const rows = await find(connection)
  const [option] = options
  if (option === undefined) throw new Error('there is one')
  const used = [...rows]
  for (const salt of [salts[0], salts[2]]) {
    const next = channelFor(option, account, used, { salts, busy: new Set() })
    expect(next?.config.salt).toBe(salt)
    expect(next?.channelId).not.toBe(id)
    const [row] = rows
    if (row === undefined || next === null) throw new Error('there is one')
    used.push({ ...row, key: next.channelId, channelId: next.channelId })
  }
  expect(saltsNeeded(account, used)).toBeGreaterThan(used.length)
})

it('a row that is there stays as it is, and a chain that does not answer changes nothing', async () => {
  const { connection } = chain()
  const [row] = await find(connection)
  if (row === undefined) throw new Error('there is one')
  await database.put('channels', { ...row, state: 'open', charged: 50_000n })
  expect(await find(connection)).toEqual([])
  expect(await database.getAll('channels')).toMatchObject([{ state: 'open', charged: 50_000n }])
  await database.clear('channels')
  const silent = chainAnswering(() => {
    throw new Error('no answer')
  })
  expect(await find(silent)).toEqual([])
})

it('a deposit behind many earlier channels is found at once, and a new channel has a salt', async () => {
  const ids = saltsOf(9).map(idOf)
  const connection = chainAnswering(params => {
    const isOwn = ids.some(id => JSON.stringify(params).includes(id.slice(2)))
    return isOwn && JSON.stringify(params).includes('0x7a7ebd7b') ? words(100_000n, 30_000n) : words(0n, 0n)
  })
  const tried = await findAllChannels(options, account, async count => saltsOf(count), partsOf(connection))
  const rows = await database.getAll('channels')
  expect(rows.map(({ channelId }) => channelId).sort()).toEqual(ids.sort())
  const [option] = options
  if (option === undefined) throw new Error('there is one')
  expect(channelFor(option, account, rows, { salts: tried, busy: new Set() })?.config.salt).toBe(saltsOf(10)[9])
})

it('an endpoint that claims money in every channel is not asked for ever', async () => {
  const connection = chainAnswering(() => words(100_000n, 0n))
  const tried = await findAllChannels(options, account, async count => saltsOf(count), partsOf(connection))
  expect(tried.length).toBeGreaterThan(await database.count('channels'))
})
