import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { type Address, createWalletClient, type Hash, type Hex, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TokenTransfer } from '@/lib/activity/tokens/transfers'
import { systemClock } from '@/lib/base/clock'
import { blockNumberReply, receiptReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import { type Database, openDatabase } from '@/lib/storage/open'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { balanceOf, connectTo, drip, eventually, newAccount } from '@/test/transactions/connect'
import { type Arrivals, createArrivals } from './arrivals'

let network: PreviewNetwork
let database: Database
let networks: Networks
let connection: Connection
let arrivals: Arrivals
let spends = false
let epoch = 0
/** The payer's next nonce: several of its payments may be in one block. */
let nonce = 0
const payer = newAccount()

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 2_000, preconfirmMs: 50 })
  database = await openDatabase(crypto.randomUUID())
  ;({ networks, connection } = await connectTo(network, { database, clock: systemClock }))
  await drip(network.faucetUrl, connection, payer.address, 3)
}, 60_000)
afterAll(async () => {
  networks.stop()
  database.close()
  await network.stop()
})
beforeEach(() => {
  spends = false
  epoch = 0
  arrivals = begin()
})

function begin(stored: Database = database): Arrivals {
  return createArrivals({
    connectionOf: () => connection,
    clock: systemClock,
    isSpending: async () => spends,
    database: stored,
    epochOf: () => epoch,
    vouchedOn: async () => [],
    faults: recordFaults(),
  })
}

function pay(to: Address, value: bigint, data: Hex = '0x'): Promise<Hash> {
  const client = createWalletClient({ account: payer, transport: http(network.rpcUrl) })
  return client.sendTransaction({ to, value, data, nonce: nonce++, chain: null, gas: 100_000n })
}

async function read(address: Address): Promise<void> {
  const [sealed, pending] = await Promise.all([
    balanceOf(connection, address, 'latest'),
    balanceOf(connection, address, 'pending'),
  ])
  arrivals.onReading({ networkId: firstNetworkOf(network.chainId), address, sealed, pending, readAt: Date.now() })
}

async function nextBlock(): Promise<void> {
  const height = () => connection.request('eth_blockNumber', [], blockNumberReply)
  const before = await height()
  await eventually(async () => (await height()) > before)
}

const rowsOf = (address: Address) => arrivals.list(firstNetworkOf(network.chainId), address)

/** Reads repeatedly, as the balance reader does, until the rows are as wanted. */
async function readUntil(address: Address, isRight: () => Promise<boolean>): Promise<void> {
  await eventually(async () => {
    await read(address)
    return isRight()
  })
}

/** A contract that passes its payment on to the address in the data. */
async function deployForwarder(): Promise<Address> {
  const runtime = '5f5f5f5f345f355af100'
  const client = createWalletClient({ account: payer, transport: http(network.rpcUrl) })
  const hash = await client.sendTransaction({
    data: `0x69${runtime}5f52600a6016f3`,
    nonce: nonce++,
    chain: null,
    gas: 200_000n,
  })
  let contract: Address | null = null
  await eventually(async () => {
    const receipt = await connection.request('eth_getTransactionReceipt', [hash], receiptReply)
    contract = receipt?.contractAddress ?? null
    return contract !== null
  })
  if (contract === null) throw new Error('no contract')
  return contract
}

describe('native currency that arrives', { timeout: 60_000 }, () => {
  it('is one arrival with its sender, first pre-confirmed, then sealed', async () => {
    const { address } = newAccount()
    await read(address)
    const hash = await pay(address, 5n)
    await readUntil(address, async () => (await rowsOf(address)).length > 0)
    expect(await rowsOf(address)).toMatchObject([
      { hash, from: payer.address.toLowerCase(), token: null, amount: 5n, isWithdrawn: false },
    ])
    await readUntil(address, async () => (await rowsOf(address))[0]?.level === 'sealed')
    expect(await rowsOf(address)).toHaveLength(1)
    expect((await rowsOf(address))[0]?.sealedAt).toBeGreaterThanOrEqual((await rowsOf(address))[0]?.at ?? Number.NaN)
  })

  it('is withdrawn when its pre-confirmation is', async () => {
    const { address } = newAccount()
    await read(address)
    // At the beginning of a block, which must not be sealed before its pre-confirmation is withdrawn.
    await nextBlock()
    const hash = await pay(address, 6n)
    await readUntil(address, async () => (await rowsOf(address)).length > 0)
    expect((await rowsOf(address))[0]?.level).toBe('preconfirmed')
    await network.faults.revoke(hash, 'forgotten')
    // The network forgot the transaction, and its nonce is free again.
    nonce -= 1
    await readUntil(address, async () => (await rowsOf(address))[0]?.isWithdrawn === true)
    expect(await rowsOf(address)).toMatchObject([{ hash, level: 'preconfirmed', sealedAt: null }])
  })

  it('is one arrival for each payment of a block', async () => {
    const { address } = newAccount()
    await read(address)
    for (const value of [7n, 8n]) await pay(address, value)
    await readUntil(address, async () => (await rowsOf(address)).length === 2)
    expect((await rowsOf(address)).map(({ amount }) => amount)).toEqual(expect.arrayContaining([7n, 8n]))
    expect((await rowsOf(address)).every(({ hash }) => hash !== null)).toBe(true)
  })

  it('from a contract is an arrival without sender and transaction', async () => {
    const forwarder = await deployForwarder()
    const { address } = newAccount()
    await read(address)
    await pay(forwarder, 9n, `0x${address.slice(2).padStart(64, '0')}`)
    await readUntil(address, async () => (await rowsOf(address)).length > 0)
    expect(await rowsOf(address)).toMatchObject([{ hash: null, from: null, amount: 9n }])
    await readUntil(address, async () => (await rowsOf(address))[0]?.level === 'sealed')
    expect(await rowsOf(address)).toHaveLength(1)
  })

  it('without a transaction is no arrival while the account itself spends', async () => {
    const forwarder = await deployForwarder()
    const { address } = newAccount()
    await read(address)
    spends = true
    await pay(forwarder, 10n, `0x${address.slice(2).padStart(64, '0')}`)
    await eventually(async () => (await balanceOf(connection, address, 'latest')) === 10n)
    await read(address)
    // A payment with a transaction is told, which proves that the earlier reading was taken.
    await pay(address, 11n)
    await readUntil(address, async () => (await rowsOf(address)).length > 0)
    expect(await rowsOf(address)).toMatchObject([{ amount: 11n }])
  })

  it('is kept over a restart of the browser', async () => {
    const { address } = newAccount()
    await read(address)
    await pay(address, 12n)
    await readUntil(address, async () => (await rowsOf(address)).length > 0)
    arrivals = begin()
    expect(await rowsOf(address)).toMatchObject([{ amount: 12n }])
    await readUntil(address, async () => (await rowsOf(address))[0]?.level === 'sealed')
    const [sealed] = await rowsOf(address)
    expect(await database.get('arrivals', sealed?.id ?? '')).toEqual(sealed)
  })

  it('is not read at the unlock, but when it is asked for', async () => {
    const asked: string[] = []
    const watched = new Proxy(database, {
      get(target, name) {
        asked.push(String(name))
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const worker = begin(watched)
    worker.unlocked()
    worker.rest()
    expect(asked).toEqual([])
    await worker.list(firstNetworkOf(network.chainId), payer.address)
    expect(asked).toContain('getAll')
  })

  it('is forgotten with its chain, also in the database', async () => {
    const { address } = newAccount()
    await read(address)
    await pay(address, 14n)
    await readUntil(address, async () => (await rowsOf(address)).length > 0)
    const id = (await rowsOf(address))[0]?.id ?? ''
    arrivals.forget(firstNetworkOf(network.chainId))
    expect(await rowsOf(address)).toEqual([])
    expect(await database.get('arrivals', id)).toBeUndefined()
  })

  it('is forgotten at the unlock where its chain restarted while the wallet was locked', async () => {
    const { address } = newAccount()
    await read(address)
    await pay(address, 16n)
    await readUntil(address, async () => (await rowsOf(address)).length > 0)
    const id = (await rowsOf(address))[0]?.id ?? ''
    arrivals.rest()
    expect(await rowsOf(address)).toEqual([])
    epoch = 1
    arrivals.unlocked()
    expect(await rowsOf(address)).toEqual([])
    await expect.poll(() => database.get('arrivals', id)).toBeUndefined()
  })

  it('pre-confirmed when the browser closed is read again, however old', async () => {
    const { address } = newAccount()
    await read(address)
    await pay(address, 15n)
    await readUntil(address, async () => (await rowsOf(address))[0]?.level === 'sealed')
    const [sealed] = await rowsOf(address)
    if (sealed === undefined) throw new Error('nothing arrived')
    const at = sealed.at - 86_400_000
    await database.put('arrivals', { ...sealed, level: 'preconfirmed', at, sealedAt: null })
    arrivals = begin()
    await readUntil(address, async () => (await rowsOf(address))[0]?.level === 'sealed')
    expect(await rowsOf(address)).toHaveLength(1)
  })
})

describe('tokens that arrive', () => {
  const owner: Address = '0x00000000000000000000000000000000000000aa'
  const transfer: TokenTransfer = {
    token: '0x00000000000000000000000000000000000000dd',
    from: '0x00000000000000000000000000000000000000bb',
    to: owner,
    amount: 5n,
    hash: `0x${'12'.repeat(32)}`,
    blockNumber: 7n,
    removed: false,
    isSealed: false,
  }
  /** Each test has a chain of its own. */
  let chainId = 100
  beforeEach(() => {
    chainId += 1
  })
  const hear = (change: Partial<TokenTransfer> = {}) =>
    arrivals.onTransfer(firstNetworkOf(chainId), owner, { ...transfer, ...change })
  const rows = () => arrivals.list(firstNetworkOf(chainId), owner)

  it('are one row that rises from pre-confirmed to sealed, and does not fall by a late push', async () => {
    hear()
    expect(await rows()).toMatchObject([
      { level: 'preconfirmed', token: transfer.token, from: transfer.from, amount: 5n },
    ])
    hear({ isSealed: true })
    hear()
    expect(await rows()).toMatchObject([{ level: 'sealed', isWithdrawn: false }])
  })

  it('are withdrawn when their log leaves the chain', async () => {
    hear({ isSealed: true })
    hear({ isSealed: true, removed: true })
    expect(await rows()).toMatchObject([{ level: 'preconfirmed', isWithdrawn: true }])
    hear({ isSealed: true })
    expect(await rows()).toMatchObject([{ level: 'sealed', isWithdrawn: false }])
  })

  it('are kept up to the newest hundred of an account, also in the database', async () => {
    const networkId = firstNetworkOf(77)
    for (let index = 0; index < 102; index++)
      arrivals.onTransfer(networkId, owner, { ...transfer, amount: BigInt(index + 1) })
    await expect.poll(async () => (await arrivals.list(networkId, owner)).length).toBe(100)
    const kept = (await arrivals.list(networkId, owner)).map(({ amount }) => amount)
    expect(kept).toContain(102n)
    expect(kept).not.toContain(1n)
    const stored = (await database.getAll('arrivals')).filter(row => row.networkId === networkId)
    expect(stored.map(({ amount }) => amount).sort()).toEqual(kept.sort())
  })

  it('are none when sent by the account, sent to itself, or of amount zero', async () => {
    hear({ from: owner, to: transfer.from })
    hear({ from: owner })
    hear({ amount: 0n })
    hear({ removed: true })
    expect(await rows()).toEqual([])
  })
})
