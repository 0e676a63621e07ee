import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { type Address, createPublicClient, createWalletClient, type Hash, type Hex, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Arrivals, createArrivals } from '@/lib/activity/arrivals/arrivals'
import { systemClock } from '@/lib/base/clock'
import { failureIn } from '@/lib/base/failure'
import { recordFaults } from '@/lib/base/faults.fixture'
import { toQuantity } from '@/lib/base/hex'
import { RpcError } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import { type Database, openDatabase } from '@/lib/storage/open'
import { watchDisk } from '@/test/full-disk'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { connectTo, drip, newAccount } from '@/test/transactions/connect'
import { createPast, type Past } from './past'
import { type PastProgress, searchPast } from './search'

let network: PreviewNetwork
let database: Database
let networks: Networks
let connection: Connection
let arrivals: Arrivals
let past: Past
let own: Hash[]
let epoch = 0
const payer = newAccount()

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 200, preconfirmMs: 40 })
  database = await openDatabase(crypto.randomUUID())
  ;({ networks, connection } = await connectTo(network, { database, clock: systemClock }))
  await drip(network.faucetUrl, connection, payer.address, 3)
}, 60_000)
afterAll(async () => {
  networks.stop()
  database.close()
  await network.stop()
})
beforeEach(async () => {
  own = []
  epoch = 0
  await begin(connection)
})

/** A worker that starts: what it knows is in the database. */
async function begin(through: Connection): Promise<void> {
  const onFault = (error: unknown) => {
    throw error
  }
  arrivals = createArrivals({
    ...{ connectionOf: () => through, clock: systemClock, database, faults: recordFaults() },
    isSpending: async () => false,
    epochOf: () => epoch,
    vouchedOn: async () => [],
  })
  past = createPast({
    ...{ database, connectionOf: () => through, onFault, arrivals, search: searchPast },
    epochOf: () => epoch,
    isOwn: async (_networkId, hash) => own.includes(hash),
  })
}

const chain = () => createPublicClient({ transport: http(network.rpcUrl) })
const client = (account: PrivateKeyAccount) => createWalletClient({ account, transport: http(network.rpcUrl) })

/** Sends it and waits until it is in a sealed block. */
async function send(by: PrivateKeyAccount, to: Address | null, value: bigint, data: Hex = '0x', gas = 100_000n) {
  const hash = await client(by).sendTransaction({ to, value, data, gas, chain: null })
  const { blockNumber } = await chain().waitForTransactionReceipt({ hash, pollingInterval: 40 })
  await expect.poll(() => chain().getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(blockNumber)
  return hash
}

async function searchAll({ address }: PrivateKeyAccount): Promise<PastProgress[]> {
  const steps: PastProgress[] = []
  while (steps.at(-1)?.done == null) steps.push(await past.step(firstNetworkOf(network.chainId), address))
  return steps
}

const sentOf = ({ address }: PrivateKeyAccount) => past.sent(firstNetworkOf(network.chainId), address)
const cameTo = ({ address }: PrivateKeyAccount) => arrivals.list(firstNetworkOf(network.chainId), address)

/** Passes its payment on to the address in the data. */
const forwarder = '0x695f5f5f5f345f355af1005f52600a6016f3'
/** Refuses every call. */
const refuser = '0x635f5ffd005f526004601cf3'

async function deployed(code: Hex): Promise<Address> {
  const { contractAddress } = await chain().getTransactionReceipt({ hash: await send(payer, null, 0n, code) })
  if (contractAddress == null) throw new Error('no contract')
  return contractAddress
}

/**
 * Answers like an endpoint that fails, or like nodes that lack the states of some blocks. `fault` is asked for each
 * batch.
 */
function withoutStates(fault: () => RpcError | ((block: bigint) => boolean), through = connection): Connection {
  return {
    ...through,
    async batch(calls) {
      const current = fault()
      const items = await through.batch(calls)
      return items.map((item, index) => {
        if (current instanceof RpcError) return { ok: false, error: current }
        const { method, params = [] } = calls[index] ?? {}
        const isGone = method === 'eth_getBalance' && current(BigInt(params[1] as Hex))
        return isGone ? { ok: false, error: new RpcError('node-error', 'no such state') } : item
      })
    },
  }
}

/**
 * An endpoint whose newest block is the one after a transaction, however long a test takes. States are asked for at
 * growing distances from the newest block: the one right before the transaction is among them.
 */
async function standingAfter(hash: Hash): Promise<Connection> {
  const { blockNumber } = await chain().getTransactionReceipt({ hash })
  const head = toQuantity(blockNumber + 1n)
  return {
    ...connection,
    request: (method, params, schema) =>
      connection.request(
        method,
        params?.map(each => (each === 'latest' ? head : each)),
        schema,
      ),
  }
}

describe('past blocks', { timeout: 60_000 }, () => {
  it('tell what came in and what was sent from elsewhere, each in its block, as the chain has it', async () => {
    const account = newAccount()
    const elsewhere = newAccount().address
    const refusing = await deployed(refuser)
    const first = await send(payer, account.address, 3n * 10n ** 16n)
    const passed = await send(payer, await deployed(forwarder), 7n, `0x${account.address.slice(2).padStart(64, '0')}`)
    const paid = await send(account, elsewhere, 11n)
    const failed = await send(account, refusing, 13n)
    const made = await send(account, null, 0n, forwarder)
    const second = await send(payer, account.address, 5n)
    const steps = await searchAll(account)
    expect(steps.at(-1)).toMatchObject({ done: 'end', share: 1 })
    expect(steps.reduce((sum, { found }) => sum + found, 0)).toBe(6)

    expect(await cameTo(account)).toHaveLength(3)
    expect(await cameTo(account)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ hash: second, from: payer.address.toLowerCase(), amount: 5n, level: 'sealed' }),
        expect.objectContaining({ hash: null, from: null, amount: 7n }),
        expect.objectContaining({ hash: first, amount: 3n * 10n ** 16n }),
      ]),
    )
    expect(passed).not.toBe(second)
    const blockOf = async (hash: Hash) => Number((await chain().getTransactionReceipt({ hash })).blockNumber)
    const blocks = (await cameTo(account)).map(({ amount, blockNumber }) => [amount, blockNumber])
    expect(blocks).toEqual(
      expect.arrayContaining([
        [5n, await blockOf(second)],
        [7n, await blockOf(passed)],
        [3n * 10n ** 16n, await blockOf(first)],
      ]),
    )
    expect((await sentOf(account)).map(({ hash, nonce, status }) => [hash, nonce, status])).toEqual([
      [made, 2, 'success'],
      [failed, 1, 'reverted'],
      [paid, 0, 'success'],
    ])
    for (const row of await sentOf(account)) {
      const receipt = await chain().getTransactionReceipt({ hash: row.hash })
      const block = await chain().getBlock({ blockNumber: receipt.blockNumber })
      expect(row).toMatchObject({ blockNumber: receipt.blockNumber, at: Number(block.timestamp) * 1_000 })
    }
    // All of it together is what the account has.
    const came = (await cameTo(account)).reduce((sum, { amount }) => sum + amount, 0n)
    const left = (await sentOf(account)).reduce(
      (sum, { value, feePaid, status }) => sum + (feePaid ?? 0n) + (status === 'success' ? value : 0n),
      0n,
    )
    // The rest is the operator fees, which no receipt has.
    const rest = came - left - (await chain().getBalance(account))
    expect(rest >= 0n && rest < 1_000_000n).toBe(true)
  })

  it('are searched on from where another worker ended, and nothing is told twice', async () => {
    const account = newAccount()
    for (const value of [10n ** 16n, 2n, 3n]) await send(payer, account.address, value)
    const mine = await send(account, payer.address, 1n)
    own = [mine]
    let steps = 0
    for (let done: PastProgress['done'] = null; done === null; steps += 1) {
      await begin(connection)
      ;({ done } = await past.step(firstNetworkOf(network.chainId), account.address))
    }
    expect(steps).toBeGreaterThan(1)
    // Blocks have times in whole seconds.
    expect(new Set((await cameTo(account)).map(({ amount }) => amount))).toEqual(new Set([2n, 3n, 10n ** 16n]))
    expect(await sentOf(account)).toEqual([])
    await send(payer, account.address, 4n)
    const [again, ...more] = await searchAll(account)
    expect([again?.found, more.length]).toEqual([1, 0])
    expect(await searchAll(account)).toMatchObject([{ found: 0, done: 'end', share: 1 }])
    expect(await cameTo(account)).toHaveLength(4)
    // A chain that restarted has another past.
    past.forget(firstNetworkOf(network.chainId))
    await expect.poll(() => database.count('pastSearches')).toBe(0)
    expect(await database.count('pastTransactions')).toBe(0)
  })

  it('are searched down to a wanted block and no further, each time from the newest one', async () => {
    const account = newAccount()
    await send(payer, account.address, 10n ** 16n)
    const from = Number(await chain().getBlockNumber({ cacheTime: 0 }))
    const search = async () => {
      let progress: PastProgress
      do progress = await past.step(firstNetworkOf(network.chainId), account.address, from)
      while (!progress.isSearched)
      return (await cameTo(account)).map(({ amount }) => amount)
    }
    expect(await search()).toEqual([])
    await send(payer, account.address, 6n)
    expect(await search()).toEqual([6n])
    await send(payer, account.address, 7n)
    expect((await search()).toSorted()).toEqual([6n, 7n])
    expect((await searchAll(account)).at(-1)).toMatchObject({ done: 'end', found: 1 })
  })

  it('are searched down to a wanted block however many changes were found above it', async () => {
    const account = newAccount()
    const networkId = firstNetworkOf(network.chainId)
    const from = Number(await chain().getBlockNumber({ cacheTime: 0 }))
    for (const value of [5n, 6n]) await send(payer, account.address, value)
    const top = await chain().getBlockNumber({ cacheTime: 0 })
    const range = { top, reached: top, floor: 0n, below: null, oldest: 0n, changes: 200 }
    await database.put('pastSearches', {
      ...range,
      networkId,
      epoch,
      key: `${networkId}:${account.address.toLowerCase()}`,
    })
    let progress: PastProgress
    do progress = await past.step(networkId, account.address, from)
    while (!progress.isSearched)
    // Blocks have times in whole seconds.
    expect(new Set((await cameTo(account)).map(({ amount }) => amount))).toEqual(new Set([5n, 6n]))
  })

  it('are searched again where a full disk kept what was found from being stored', async () => {
    const account = newAccount()
    for (const value of [10n ** 16n, 2n]) await send(payer, account.address, value)
    await send(account, payer.address, 1n)
    const shared = database
    const onEmptyDisk = async () => {
      database = await openDatabase(crypto.randomUUID())
      await begin(connection)
    }
    /** What another worker finds on the disk. */
    const kept = async () => {
      await begin(connection)
      return { came: await cameTo(account), sent: await sentOf(account) }
    }
    await onEmptyDisk()
    const disk = watchDisk(database.name)
    await searchAll(account)
    const writes = disk.writes()
    const whole = await kept()
    expect([whole.came.length, whole.sent.length]).toEqual([2, 1])
    for (let at = 1; at <= writes; at += 1) {
      await onEmptyDisk()
      const full = watchDisk(database.name, write => write === at)
      await expect(searchAll(account).catch(failureIn), `write ${at}`).resolves.toMatchObject({ code: 'disk-full' })
      full.free()
      await searchAll(account)
      expect(await kept(), `write ${at}`).toEqual(whole)
      database.close()
    }
    database = shared
  })

  it('end where the endpoint has no older states, which is said; trouble with the endpoint ends nothing', async () => {
    const account = newAccount()
    await send(payer, account.address, 5n)
    const between = await chain().getBlockNumber({ cacheTime: 0 })
    const after = await standingAfter(await send(payer, account.address, 6n))
    let trouble: RpcError | null = null
    const pruned = withoutStates(() => trouble ?? (block => block < between), after)
    await begin(pruned)
    trouble = new RpcError('rate-limited', 'slow down')
    await expect(past.step(firstNetworkOf(network.chainId), account.address)).rejects.toMatchObject({
      kind: 'rate-limited',
    })
    trouble = null
    const steps = await searchAll(account)
    expect(steps.at(-1)).toMatchObject({ done: 'state', share: 1 })
    expect((await cameTo(account)).map(({ amount }) => amount)).toEqual([6n])
  })

  it('are searched deeper once an endpoint has older states, whatever the one before had', async () => {
    const account = newAccount()
    await send(payer, account.address, 5n)
    const between = await chain().getBlockNumber({ cacheTime: 0 })
    const after = await standingAfter(await send(payer, account.address, 6n))
    await begin(withoutStates(() => block => block < between, after))
    expect((await searchAll(account)).at(-1)).toMatchObject({ done: 'state' })
    // Still none: nothing is lost by asking.
    expect((await searchAll(account)).at(-1)).toMatchObject({ done: 'state', share: 1 })
    expect((await cameTo(account)).map(({ amount }) => amount)).toEqual([6n])
    await begin(connection)
    expect((await searchAll(account)).at(-1)).toMatchObject({ done: 'end', share: 1 })
    expect(await cameTo(account)).toHaveLength(2)
    expect(await cameTo(account)).toEqual(expect.arrayContaining([expect.objectContaining({ amount: 5n })]))
  })

  it('are searched to the end where one node of a pool has no old states', async () => {
    const account = newAccount()
    for (const value of [5n, 6n]) await send(payer, account.address, value)
    let batches = 0
    const head = await chain().getBlockNumber({ cacheTime: 0 })
    await begin(
      withoutStates(() => {
        batches += 1
        return batches % 2 === 1 ? block => block < head - 1n : () => false
      }),
    )
    expect((await searchAll(account)).at(-1)).toMatchObject({ done: 'end' })
    expect(await cameTo(account)).toHaveLength(2)
  })

  it('are searched to the end where one node of a pool is behind', async () => {
    const account = newAccount()
    await send(payer, account.address, 5n)
    for (const _ of ['first', 'resumed']) {
      network.faults.set({ backends: [{}, { lagBlocks: 3 }] })
      await begin(connection)
      const steps = await searchAll(account).finally(() => network.faults.set({ backends: [] }))
      expect(steps.map(({ done }) => done).filter(done => done !== null)).toEqual(['end'])
      await send(payer, account.address, 6n)
    }
  })

  it('tell what was sent and what came where one node of a pool is behind and has no receipt of it', async () => {
    const account = newAccount()
    await send(payer, account.address, 10n ** 16n)
    const came: Hash[] = []
    const sent: Hash[] = []
    // Each request goes to the next node: whichever comes first, one that is behind is asked for a receipt.
    for (const backends of [
      [{}, { lagBlocks: 2 }],
      [{ lagBlocks: 2 }, {}],
      [{}, {}, { lagBlocks: 2 }],
    ]) {
      came.push(await send(payer, account.address, 5n))
      sent.push(await send(account, payer.address, 1n))
      network.faults.set({ backends })
      await begin(connection)
      await searchAll(account).finally(() => network.faults.set({ backends: [] }))
    }
    const steps = await searchAll(account)
    expect(steps.at(-1)).toMatchObject({ done: 'end' })
    expect((await sentOf(account)).map(({ hash }) => hash)).toEqual(sent.toReversed())
    const hashes = (await cameTo(account)).map(({ hash }) => hash)
    expect(hashes).toEqual(expect.arrayContaining(came))
  })

  it('do not count as searched where no node has a receipt: the step is an error, and is made again later', async () => {
    const account = newAccount()
    const came = await send(payer, account.address, 10n ** 16n)
    const sent = await send(account, payer.address, 1n)
    network.faults.set({ receiptsLateMs: 3_600_000 })
    const networkId = firstNetworkOf(network.chainId)
    await expect(searchAll(account).finally(() => network.faults.set({ receiptsLateMs: 0 }))).rejects.toMatchObject({
      kind: 'node-error',
    })
    expect(await past.sent(networkId, account.address)).toEqual([])
    await begin(connection)
    expect((await searchAll(account)).at(-1)).toMatchObject({ done: 'end', share: 1 })
    expect((await sentOf(account)).map(({ hash }) => hash)).toEqual([sent])
    expect((await cameTo(account)).map(({ hash }) => hash)).toEqual([came])
  })

  it('are not said to have ended where no node has the newest one: that is an error of the endpoint', async () => {
    const account = newAccount()
    await send(payer, account.address, 5n)
    const head = await chain().getBlockNumber({ cacheTime: 0 })
    let isBehind = true
    await begin(withoutStates(() => block => isBehind && block >= head))
    const networkId = firstNetworkOf(network.chainId)
    await expect(past.step(networkId, account.address)).rejects.toMatchObject({ kind: 'node-error' })
    isBehind = false
    expect((await searchAll(account)).at(-1)).toMatchObject({ done: 'end' })
    await send(payer, account.address, 6n)
    isBehind = true
    await expect(past.step(networkId, account.address)).rejects.toMatchObject({ kind: 'node-error' })
  })

  it('are enough after very many changes; blocks that come later are searched all the same', async () => {
    const account = newAccount()
    await send(payer, account.address, 5n)
    const networkId = firstNetworkOf(network.chainId)
    const head = await chain().getBlockNumber({ cacheTime: 0 })
    const many = { networkId, epoch, oldest: 0n, changes: 199 }
    const key = `${networkId}:${account.address.toLowerCase()}`
    // In the middle of the blocks that came since, with a part below that was not reached.
    await database.put('pastSearches', { ...many, key, top: head, reached: head, floor: 2n, below: 1n })
    expect((await searchAll(account)).at(-1)).toMatchObject({ done: 'enough', found: 1 })
    await send(payer, account.address, 6n)
    const steps = await searchAll(account)
    expect(steps.at(-1)).toMatchObject({ done: 'end' })
    expect(await cameTo(account)).toHaveLength(2)
  })
})

/** Takes the block of a transaction off the chain, and waits until the chain is longer than it was. */
async function reorganiseAt(hash: Hash, fate: 'forgotten' | 'waiting'): Promise<void> {
  const { blockNumber, blockHash } = await chain().getTransactionReceipt({ hash })
  const isThere = async () =>
    (
      await chain()
        .getBlock({ blockNumber })
        .catch(() => null)
    )?.hash === blockHash
  let head: bigint
  do {
    head = await chain().getBlockNumber({ cacheTime: 0 })
    // The chain goes on meanwhile; so far that the block is out of reach, and it is tried again.
    await network.faults.reorganise(Number(head - blockNumber) + 4, fate)
  } while (await isThere())
  await expect.poll(() => chain().getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(head)
}

describe('a transaction whose block left the chain', () => {
  it('is forgotten by the next search, which finds what took its place', async () => {
    const account = newAccount()
    await drip(network.faucetUrl, connection, account.address, 1)
    // In a block that stays, some blocks below.
    await expect.poll(() => chain().getBalance({ address: account.address, blockTag: 'latest' })).toBeGreaterThan(0n)
    const funded = await chain().getBlockNumber({ cacheTime: 0 })
    await expect.poll(() => chain().getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(funded + 5n)
    const hash = await send(account, newAccount().address, 7n)
    await searchAll(account)
    expect(await past.sent(connection.networkId, account.address)).toMatchObject([{ hash }])
    await reorganiseAt(hash, 'forgotten')
    // Another worker finds the same.
    await begin(connection)
    await searchAll(account)
    expect(await past.sent(connection.networkId, account.address)).toEqual([])
    const other = await send(account, newAccount().address, 8n)
    await searchAll(account)
    expect(await past.sent(connection.networkId, account.address)).toMatchObject([{ hash: other, value: 8n }])
  })

  it('stays where the endpoint does not answer for it', async () => {
    const account = newAccount()
    await drip(network.faucetUrl, connection, account.address, 1)
    const hash = await send(account, newAccount().address, 7n)
    await searchAll(account)
    await begin({
      ...connection,
      async batch(calls, options) {
        const items = await connection.batch(calls, options)
        return items.map((item, index) =>
          calls[index]?.method === 'eth_getTransactionReceipt'
            ? { ok: false, error: new RpcError('node-error', 'the receipts are away') }
            : item,
        )
      },
    })
    await past.step(connection.networkId, account.address)
    expect(await past.sent(connection.networkId, account.address)).toMatchObject([{ hash }])
  })
})

describe('money whose block left the chain', { timeout: 60_000 }, () => {
  /** Waits until what the chain has now is below the blocks that a test takes off it. */
  async function settleDown(): Promise<void> {
    const now = await chain().getBlockNumber({ cacheTime: 0 })
    await expect.poll(() => chain().getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(now + 5n)
  }

  it('vanishes at the next search, by the same worker or another one, also from the database', async () => {
    for (const isSame of [true, false]) {
      const account = newAccount()
      await settleDown()
      const hash = await send(payer, account.address, 7n)
      await searchAll(account)
      expect(await cameTo(account)).toMatchObject([{ hash, amount: 7n }])
      await reorganiseAt(hash, 'forgotten')
      if (!isSame) await begin(connection)
      await searchAll(account)
      expect(await cameTo(account)).toEqual([])
      await begin(connection)
      expect(await cameTo(account)).toEqual([])
    }
  })

  it('moves to the block in which its transaction is now', async () => {
    const account = newAccount()
    await settleDown()
    const hash = await send(payer, account.address, 7n)
    const before = await chain().getTransactionReceipt({ hash })
    await searchAll(account)
    await reorganiseAt(hash, 'waiting')
    const after = await chain().waitForTransactionReceipt({ hash, pollingInterval: 40 })
    expect(after.blockNumber).not.toBe(before.blockNumber)
    await expect.poll(() => chain().getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(after.blockNumber)
    await searchAll(account)
    const { timestamp } = await chain().getBlock({ blockNumber: after.blockNumber })
    expect(await cameTo(account)).toMatchObject([
      { hash, amount: 7n, blockNumber: Number(after.blockNumber), at: Number(timestamp) * 1_000, level: 'sealed' },
    ])
  })

  it('from a contract vanishes too, and stays where its block stays', async () => {
    const account = newAccount()
    const data: Hex = `0x${account.address.slice(2).padStart(64, '0')}`
    const contract = await deployed(forwarder)
    await send(payer, contract, 7n, data)
    await settleDown()
    const hash = await send(payer, contract, 9n, data)
    await searchAll(account)
    expect((await cameTo(account)).map(({ amount }) => amount)).toEqual([9n, 7n])
    await searchAll(account)
    expect((await cameTo(account)).map(({ amount }) => amount)).toEqual([9n, 7n])
    await reorganiseAt(hash, 'forgotten')
    await searchAll(account)
    expect((await cameTo(account)).map(({ amount }) => amount)).toEqual([7n])
  })

  it('stays where the endpoint does not answer for it', async () => {
    const account = newAccount()
    const hash = await send(payer, account.address, 7n)
    await searchAll(account)
    await begin({
      ...connection,
      async batch(calls, options) {
        const items = await connection.batch(calls, options)
        return items.map((item, index) =>
          calls[index]?.method === 'eth_getTransactionReceipt'
            ? { ok: false, error: new RpcError('node-error', 'the receipts are away') }
            : item,
        )
      },
    })
    await past.step(connection.networkId, account.address)
    expect(await cameTo(account)).toMatchObject([{ hash }])
  })
})
