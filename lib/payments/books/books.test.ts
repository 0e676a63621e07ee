import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { type Address, encodeFunctionData, type LocalAccount, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { currencyAddress } from '@/lib/base/currency-address'
import { recordFaults } from '@/lib/base/faults.fixture'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { Networks } from '@/lib/chain/networks/networks'
import { readCapturedTransfer } from '@/lib/payments/desk/captured-transfer'
import { createPaymentRequests } from '@/lib/payments/desk/requests'
import { createTransfers } from '@/lib/payments/transfers/transfers'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { TransferRecord } from '@/lib/storage/payment-records'
import { testDollarAbi } from '@/test/preview-network/contracts/abi/test-dollar'
import { deployForger } from '@/test/preview-network/contracts/forger'
import { type NetworkFixture, startNetworkFixture } from '@/test/preview-network/contracts/network-fixture'
import { connectTo, newAccount } from '@/test/transactions/connect'
import { booksOf, type Spending } from './books'

let network: NetworkFixture
let payer: LocalAccount
let forge: (to: Address, times: number) => Promise<void>
let database: Database
let networks: Networks
let money: Address[]

beforeAll(async () => {
  network = await startNetworkFixture({ blockMs: 3_600_000 })
  payer = await network.person(1_000_000000n)
  forge = await deployForger(network, payer)
  await network.seal()
})
afterAll(() => network.stop())

beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  money = [network.contracts.testDollar]
})
afterEach(() => {
  networks.stop()
  database.close()
})

/** A shop, what it asks for, and its books as the wallet keeps them. */
async function setUp() {
  const connected = await connectTo(network.network, { database, clock: systemClock })
  networks = connected.networks
  const shop = newAccount().address
  const { chainId } = network
  const epoch = networks.epoch(firstNetworkOf(chainId))
  const connectionOf = () => connected.connection
  const requests = createPaymentRequests({ database, connectionOf, clock: systemClock })
  const transfers = createTransfers({
    database,
    connectionOf,
    epochOf: networks.epoch,
    moneyOf: async () => money,
    startOf: async () => null,
    clock: systemClock,
    faults: recordFaults(),
  })
  return {
    shop,
    connection: connected.connection,
    transfers,
    ask: (amount: bigint | null) =>
      requests.add(
        { networkId: firstNetworkOf(chainId), epoch, account: shop },
        { token: lowerCaseAddress(network.contracts.testDollar), amount, memo: null, label: 'Repair' },
      ),
    close: requests.close,
    async books() {
      await transfers.backfill(firstNetworkOf(chainId), shop)
      return booksOf(
        shop,
        {
          requests: await requests.rows({ networkId: firstNetworkOf(chainId), epoch, account: shop }),
          captured: new Map(),
          returned: new Map(),
          spent: [],
        },
        await transfers.all(firstNetworkOf(chainId), shop),
      )
    },
  }
}

async function send(to: Address, amount: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transfer', args: [to, amount] })
  await network.send(payer, { to: network.contracts.testDollar, data })
}

async function pay(to: Address, amount: bigint): Promise<void> {
  await send(to, amount)
  await network.seal()
}

describe('the books', () => {
  it('hold a paid request as paid, however many logs a contract forges after it', async () => {
    const { shop, ask, books, transfers } = await setUp()
    const { id } = await ask(5n)
    await pay(shop, 5n)
    for (const times of [200, 9_800]) {
      for (let left = times; left > 0; left -= 1_000) {
        await forge(shop, Math.min(left, 1_000))
        await network.seal()
      }
      const { paid, unmatched } = await books()
      expect(paid.map(({ request, transfer }) => [request, transfer.amount])).toEqual([[id, 5n]])
      expect(unmatched).toEqual([])
    }
    const logs = await network.client.getLogs({
      fromBlock: 0n,
      event: testDollarAbi.find(isTransfer),
      args: { to: shop },
    })
    expect(logs.length).toBe(10_001)
    expect(await transfers.rows(firstNetworkOf(network.chainId), shop, 200)).toHaveLength(1)
    expect(await database.count('transfers')).toBe(1)
  })

  it('lose what a reorganisation takes away: the request is open again', async () => {
    const { shop, ask, books } = await setUp()
    await ask(6n)
    await network.seal()
    await pay(shop, 6n)
    expect((await books()).paid).toHaveLength(1)
    await network.network.faults.reorganise(1, 'forgotten')
    expect((await books()).paid).toEqual([])
  })

  it('take later money for the corrected request, and not for the closed one with the typo', async () => {
    const { shop, ask, close, books } = await setUp()
    const typo = await ask(5n)
    await close(typo.id)
    await network.seal()
    await pay(shop, 5n)
    expect(await books()).toMatchObject({ paid: [], unmatched: [{ reason: 'no-request' }] })
    const right = await ask(5n)
    await pay(shop, 5n)
    expect((await books()).paid.map(({ request }) => request)).toEqual([right.id])
  })

  it('keep a request paid that is closed while its payment is only pre-confirmed', async () => {
    const { shop, ask, close, books } = await setUp()
    const { id } = await ask(5n)
    await network.seal()
    await send(shop, 5n)
    expect((await books()).paid).toMatchObject([{ request: id, transfer: { blockHash: null } }])
    await close(id)
    await network.seal()
    expect((await books()).paid.map(({ request }) => request)).toEqual([id])
  })

  it('tell of money of the chain itself that came in to whom it may go back, by the transaction that carried it', async () => {
    const { shop, connection } = await setUp()
    const networkId = firstNetworkOf(network.chainId)
    const { transactionHash } = await network.send(payer, { to: shop, data: '0x', value: 9n })
    const asked = { hash: transactionHash, logIndex: null }
    const read = (account: Address) => readCapturedTransfer(connection, { networkId, epoch: 0, account }, asked)
    await expect(read(shop)).rejects.toMatchObject({ code: 'invalid-input' })
    await network.seal()
    expect(await read(shop)).toMatchObject({
      ...{ hash: transactionHash, logIndex: null, token: currencyAddress, amount: 9n },
      payer: lowerCaseAddress(payer.address),
    })
    await expect(read(newAccount().address)).rejects.toMatchObject({ code: 'invalid-input' })
  })

  it('take in a token from its beginning once it is vouched for', async () => {
    const { shop, books } = await setUp()
    money = []
    await pay(shop, 7n)
    expect((await books()).unmatched).toEqual([])
    money = [network.contracts.testDollar]
    expect((await books()).unmatched.map(({ transfer }) => transfer.amount)).toEqual([7n])
  })

  it('match the first of three hundred honest transfers', () => {
    const account = lowerCaseAddress(newAccount().address)
    const token = lowerCaseAddress(network.contracts.testDollar)
    const row = (blockNumber: number, amount: bigint): TransferRecord => ({
      key: `${blockNumber}`,
      networkId: firstNetworkOf(1),
      epoch: 0,
      account,
      token,
      from: lowerCaseAddress(payer.address),
      to: account,
      amount,
      memo: null,
      hash: toHex(blockNumber, { size: 32 }),
      blockHash: toHex(blockNumber, { size: 32 }),
      blockNumber,
      logIndex: 0,
      at: 0,
    })
    const transfers = [row(1, 5n), ...Array.from({ length: 300 }, (_, index) => row(index + 2, 1n))]
    const asked = {
      id: 'a',
      networkId: firstNetworkOf(1),
      epoch: 0,
      account,
      token,
      amount: 5n,
      memo: null,
      label: '',
      fromBlock: 0,
      closedAt: null,
      createdAt: 0,
    }
    const paidBy = { arrival: 'it', hash: toHex(7, { size: 32 }), at: 5, blockNumber: 7 }
    const native = { ...asked, id: 'b', token: null, paidBy }
    const known = {
      requests: [asked, native, { ...native, id: 'c', paidBy: null }],
      captured: new Map(),
      returned: new Map(),
      spent: [],
    }
    expect(booksOf(account, known, transfers).native).toEqual([{ request: native, paidBy }])
    expect(
      booksOf(account, { requests: [asked], captured: new Map(), returned: new Map(), spent: [] }, transfers).paid,
    ).toMatchObject([{ request: 'a', transfer: { blockNumber: 1 } }])
  })

  it('link what left the account to what it was for; a seller that names a transaction of another is not believed', () => {
    const [account, seller, other, token] = [1, 2, 3, 4].map(digit => toHex(digit, { size: 20 }))
    if (account === undefined || seller === undefined || other === undefined || token === undefined) throw new Error()
    const row = (blockNumber: number, to: Address, amount: bigint): TransferRecord => ({
      ...{ key: `${blockNumber}`, networkId: firstNetworkOf(1), epoch: 0, account, token, from: account, to, amount },
      ...{ memo: null, hash: toHex(blockNumber, { size: 32 }), blockHash: toHex(blockNumber, { size: 32 }) },
      ...{ blockNumber, logIndex: 0, at: 0 },
    })
    const hashes = (...blocks: number[]) => new Set(blocks.map(block => toHex(block, { size: 32 })))
    const refund = { kind: 'refund' as const, label: null, of: `${toHex(9, { size: 32 })}:3` }
    const payout = { kind: 'payout' as const, label: 'Wages', of: toHex(8, { size: 32 }) }
    const paid = { kind: 'http402' as const, label: 'https://news.example', of: null }
    const spent: Spending[] = [
      { ...refund, hashes: hashes(1), token, to: null, most: null },
      { ...payout, hashes: hashes(2), token, to: null, most: null },
      { ...paid, hashes: hashes(3, 4, 5), token, to: seller, most: 5n },
    ]
    const transfers = [row(1, other, 1n), row(2, other, 2n), row(3, seller, 5n), row(4, other, 5n), row(5, seller, 6n)]
    const { outgoing } = booksOf(account, { requests: [], captured: new Map(), returned: new Map(), spent }, [
      ...transfers,
      row(6, seller, 1n),
    ])
    expect(outgoing.map(({ purpose }) => purpose)).toEqual([refund, payout, paid, null, null, null])
  })

  it('name the transfer that a refund gives back by its place on the chain, wherever that was when it was reserved', () => {
    const [account, customer, token] = [toHex(1, { size: 20 }), toHex(2, { size: 20 }), toHex(4, { size: 20 })]
    const hash = toHex(9, { size: 32 })
    const row = (blockNumber: number, logIndex: number, changes: Partial<TransferRecord>): TransferRecord => ({
      ...{ key: `${blockNumber}:${logIndex}`, networkId: firstNetworkOf(1), epoch: 0, account, token, memo: null },
      ...{ from: customer, to: account, amount: 5n, hash, blockHash: toHex(blockNumber, { size: 32 }) },
      ...{ blockNumber, logIndex, at: 0, ...changes },
    })
    const back = (block: number) =>
      row(block, 0, { from: account, to: customer, amount: 1n, hash: toHex(block, { size: 32 }) })
    const givingBack = (
      block: number,
      transfer: string,
      which: { amount: bigint; ordinal: number } | null,
    ): Spending => ({
      ...{ kind: 'refund', label: null, of: transfer, hashes: new Set([toHex(block, { size: 32 })]), token, to: null },
      ...{ most: null, refund: { transfer, token, to: customer, which } },
    })
    const spent = [
      // Reserved at 3 and 4, sealed at 5 and 6.
      givingBack(20, `${hash}:3`, { amount: 5n, ordinal: 0 }),
      givingBack(21, `${hash}:4`, { amount: 5n, ordinal: 1 }),
      // A row of an earlier version does not say which: it keeps its place where that is one of several.
      givingBack(22, `${hash}:6`, null),
      givingBack(23, `${hash}:1`, null),
      // Its transaction is not on the chain.
      givingBack(24, `${toHex(8, { size: 32 })}:2`, { amount: 5n, ordinal: 0 }),
    ]
    const transfers = [row(9, 5, {}), row(9, 6, {}), ...[20, 21, 22, 23, 24].map(back)]
    const { outgoing } = booksOf(account, { requests: [], captured: new Map(), returned: new Map(), spent }, transfers)
    expect(outgoing.map(({ purpose }) => purpose?.of)).toEqual([
      ...[`${hash}:5`, `${hash}:6`, `${hash}:6`, `${hash}:1`],
      `${toHex(8, { size: 32 })}:2`,
    ])
  })
})

function isTransfer(
  item: (typeof testDollarAbi)[number],
): item is Extract<typeof item, { type: 'event'; name: 'Transfer' }> {
  return item.type === 'event' && item.name === 'Transfer'
}
