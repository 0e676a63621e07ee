import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { type Address, encodeFunctionData, type Hex, type LocalAccount } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import type { Connection } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import { memoFromText } from '@/lib/payments/shared/memo'
import { type Database, openDatabase } from '@/lib/storage/open'
import { testDollarAbi } from '@/test/preview-network/contracts/abi/test-dollar'
import { type NetworkFixture, startNetworkFixture } from '@/test/preview-network/contracts/network-fixture'
import { connectTo, newAccount } from '@/test/transactions/connect'
import { createTransfers, type Transfers } from './transfers'

let network: NetworkFixture
let payer: LocalAccount
let database: Database
let networks: Networks
let connection: Connection
let transfers: Transfers

// Blocks end when the test says so.
beforeAll(async () => {
  network = await startNetworkFixture({ blockMs: 3_600_000 })
  payer = await network.person(1_000_000000n)
  await network.seal()
})
afterAll(() => network.stop())

beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  ;({ networks, connection } = await connectTo(network.network, { database, clock: systemClock }))
  transfers = createTransfers({
    database,
    connectionOf: () => connection,
    epochOf: networks.epoch,
    moneyOf: async () => [network.contracts.testDollar],
    startOf: async () => null,
    clock: systemClock,
    faults: recordFaults(),
  })
})
afterEach(() => {
  networks.stop()
  database.close()
})

const lower = (address: Address) => address.toLowerCase()
const reference = memoFromText('Invoice 12') ?? '0x'

async function pay(to: Address, amount: bigint, memo: Hex | null = null, from: LocalAccount = payer) {
  const data =
    memo === null
      ? encodeFunctionData({ abi: testDollarAbi, functionName: 'transfer', args: [to, amount] })
      : encodeFunctionData({ abi: testDollarAbi, functionName: 'transferWithMemo', args: [to, amount, memo] })
  return network.send(from, { to: network.contracts.testDollar, data })
}

async function read(account: Address) {
  await transfers.backfill(firstNetworkOf(network.chainId), account)
  return transfers.rows(firstNetworkOf(network.chainId), account, 50)
}

describe('transfers to and from an account', () => {
  it('are there pre-confirmed, then sealed in the same row, with the memo that stands right after each', async () => {
    const shop = newAccount().address
    await pay(shop, 5n, reference)
    await pay(shop, 6n)
    const before = await read(shop)
    expect(before).toMatchObject([
      { amount: 6n, memo: null, blockHash: null },
      { amount: 5n, memo: reference, blockHash: null, from: lower(payer.address), to: lower(shop) },
    ])
    await network.seal()
    const after = await read(shop)
    expect(after.map(({ amount, memo, hash }) => ({ amount, memo, hash }))).toEqual(
      before.map(({ amount, memo, hash }) => ({ amount, memo, hash })),
    )
    expect(after.every(({ blockHash }) => blockHash !== null)).toBe(true)
    const block = await network.client.getBlock()
    expect(after[0]?.at).toBe(Number(block.timestamp) * 1_000)
  })

  it('leave nothing behind in a reorganisation, and are found where they are then', async () => {
    const shop = newAccount().address
    await pay(shop, 7n)
    await network.seal()
    const gone = await pay(shop, 8n)
    await network.seal()
    expect(await read(shop)).toHaveLength(2)
    await network.network.faults.reorganise(1, 'forgotten')
    const left = await read(shop)
    expect(left).toMatchObject([{ amount: 7n }])
    expect(left.some(({ hash }) => hash === gone.transactionHash)).toBe(false)
  })

  it('deeper than what is read again are noticed by the block they were read up to', async () => {
    const shop = newAccount().address
    await pay(shop, 9n)
    for (let blocks = 0; blocks < 16; blocks += 1) await network.seal()
    expect(await read(shop)).toMatchObject([{ amount: 9n }])
    await network.network.faults.reorganise(17, 'forgotten')
    for (let blocks = 0; blocks < 20; blocks += 1) await network.seal()
    expect(await read(shop)).toEqual([])
  })

  it('stay as they were when the network cannot be read, and come whole afterwards', async () => {
    const shop = newAccount().address
    await pay(shop, 1n)
    await network.seal()
    await read(shop)
    await pay(shop, 2n)
    await network.seal()
    network.network.faults.set({ http: { status: 503, methods: ['eth_getLogs'] } })
    await expect(transfers.backfill(firstNetworkOf(network.chainId), shop)).rejects.toMatchObject({ name: 'RpcError' })
    network.network.faults.clear()
    expect(await transfers.rows(firstNetworkOf(network.chainId), shop, 50)).toMatchObject([{ amount: 1n }])
    expect(await read(shop)).toMatchObject([{ amount: 2n }, { amount: 1n }])
  })

  it('come by themselves while somebody looks', async () => {
    const shop = newAccount().address
    const seen = async (wanted: (rows: Awaited<ReturnType<typeof transfers.rows>>) => boolean) => {
      for (;;) {
        const changed = new Promise<void>(resolve => {
          const stop = transfers.onChange(() => {
            stop()
            resolve()
          })
        })
        if (wanted(await transfers.rows(firstNetworkOf(network.chainId), shop, 50))) return
        await changed
      }
    }
    const stop = transfers.follow(firstNetworkOf(network.chainId), shop)
    await seen(rows => rows.length === 0)
    await pay(shop, 3n)
    await seen(rows => rows[0]?.blockHash === null && rows[0].amount === 3n)
    await network.seal()
    await seen(rows => rows.length === 1 && rows[0]?.blockHash !== null)
    await network.network.faults.reorganise(1, 'forgotten')
    await seen(rows => rows.length === 0)
    stop()
  })

  it('of an account to itself are one row', async () => {
    await pay(payer.address, 4n)
    await network.seal()
    const rows = await read(payer.address)
    expect(rows.filter(({ amount, from, to }) => amount === 4n && from === to)).toHaveLength(1)
  })
})
