import 'fake-indexeddb/auto'
import { parseTransaction, toHex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBalanceReader } from '@/lib/activity/tokens/balance-reader'
import { createTokens } from '@/lib/activity/tokens/tokens'
import { wallClock as clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import { recordFaults } from '@/lib/base/faults.fixture'
import { toQuantity } from '@/lib/base/hex'
import { isAtLeast } from '@/lib/base/level'
import { firstNetworkOf, type NetworkId } from '@/lib/base/network-id'
import { transactionCountReply } from '@/lib/base/rpc/schemas'
import { createNetworks, type Networks } from '@/lib/chain/networks/networks'
import { probeEndpoint } from '@/lib/chain/networks/probe'
import { covers, createDoor } from '@/lib/chain/rpc/door'
import { createConfirmationWatcher } from '@/lib/chain/watching/watcher'
import { createApprovals } from '@/lib/decisions/approvals/approvals'
import { sharedChain, sharedChainRisks } from '@/lib/decisions/shared-chain'
import { openDatabase } from '@/lib/storage/open'
import type { TransactionRecord } from '@/lib/storage/records'
import { type Anvil, startAnvil } from '@/test/preview-network/anvil'
import { newAccount } from '@/test/transactions/connect'
import { approve, createLocks, signWith } from '@/test/transactions/worker-life'
import { createDrafts } from './drafts'
import { createTransactions } from './transactions'

/** A chain and a local fork of it, both real, in one wallet. */

const chainId = 31_337
const account = newAccount()
const somebody = newAccount().address
const databaseName = crypto.randomUUID()
const blocks = ['--block-time', '0.3']

let chain: Anvil
let fork: Anvil
let worker: Awaited<ReturnType<typeof begin>>
const onChain = firstNetworkOf(chainId)
let onFork: NetworkId

beforeAll(async () => {
  chain = await startAnvil(blocks)
  await chain.request('anvil_setBalance', [account.address, toHex(10n ** 18n)])
  worker = await begin()
  const added = { chainId, symbol: 'ETH', explorerUrl: null, testing: false, source: 'person' } as const
  await worker.networks.add({ ...added, name: 'Chain', endpoints: [{ http: chain.url, socket: null }] })
}, 60_000)
afterAll(async () => {
  worker.end()
  await fork.stop()
  await chain.stop()
})

/** A worker's life on the database. */
async function begin() {
  const faults = recordFaults()
  const database = await openDatabase(databaseName)
  const keepAlive = { hold: () => () => undefined }
  const networks: Networks = await createNetworks({
    ...{ database, clock, keepAlive, faults, localPreview: null, probeEndpoint },
    door: createDoor({ isAllowed: url => covers(networks.allowedUrls(), url), clock }),
  })
  const watchers = new Map<NetworkId, ReturnType<typeof createConfirmationWatcher>>()
  function watcherOf(networkId: NetworkId) {
    const network = networks.get(networkId)
    if (network === undefined) throw new Failure('network-unknown', { networkId })
    const watcher =
      watchers.get(networkId) ??
      createConfirmationWatcher({
        ...{ connection: networks.connection(networkId), network, clock, keepAlive, faults },
        checkGenesis: () => networks.checkGenesis(networkId),
        onEpoch: listener => networks.onEpoch((id, epoch) => id === networkId && listener(epoch)),
      })
    watchers.set(networkId, watcher)
    return watcher
  }
  const approvals = createApprovals({
    ...{ database, clock, faults, chainIdOf: networks.chainIdOf },
    async networkRisks(networkId) {
      const network = networks.get(networkId)
      if (network === undefined) return []
      return sharedChainRisks(network, await sharedChain(network, networks.ofChain(network.chainId), async () => null))
    },
  })
  const connectionOf = networks.connection
  const transactions = createTransactions({
    ...{ database, approvals, connectionOf, watcherOf, epochOf: networks.epoch, clock, createDrafts, faults },
    signer: signWith(account, account, approvals),
    locks: createLocks(),
  })
  await transactions.recover()
  return {
    approvals,
    faults,
    networks,
    tokens: createTokens({ database, connectionOf, faults }),
    balances: createBalanceReader({ connectionOf, watcherOf, clock }),
    transactions,
    end() {
      for (const watcher of watchers.values()) watcher.stop()
      networks.stop()
      database.close()
    },
  }
}

/** Starts another worker after this one died. */
async function restart(): Promise<void> {
  await worker.transactions.stored()
  worker.end()
  worker = await begin()
}

/** Proposes, approves and sends a payment whose bytes are the same on every chain with this id. */
async function send(networkId: NetworkId, value = 5n) {
  const fee = { gas: '0x5208', maxFeePerGas: toQuantity(4n * 10n ** 9n), maxPriorityFeePerGas: '0x1' } as const
  const id = await worker.transactions.propose({
    ...{ requester: { kind: 'wallet' }, networkId, account: account.address, purpose: 'send', replaces: null },
    transaction: { to: somebody, value: toQuantity(value), data: '0x', ...fee },
    requestKey: null,
  })
  await approve(worker, id)
  const approval = await worker.approvals.get(id)
  await worker.transactions.execute(id)
  return { id, risks: approval?.shown.risks ?? [], row: await sealed(id) }
}

function sealed(id: string): Promise<TransactionRecord> {
  return new Promise(resolve => {
    const look = (row: TransactionRecord | undefined): void => {
      if (row?.id !== id || !isAtLeast(row.level, 'sealed')) return
      stop()
      resolve(row)
    }
    const stop = worker.transactions.onRow(look)
    void worker.transactions.byId(id).then(look)
  })
}

const rowsOn = async (networkId: NetworkId) =>
  (await worker.transactions.rows(networkId, account.address, 100)).map(({ nonce }) => nonce).sort()
const countOn = (networkId: NetworkId) =>
  worker.networks
    .connection(networkId)
    .request('eth_getTransactionCount', [account.address, 'latest'], transactionCountReply)

/** Reads the balance as the balance reader does. */
async function balanceOn(networkId: NetworkId): Promise<bigint> {
  const read = new Promise<bigint>(resolve => {
    const stop = worker.balances.onReading(reading => {
      if (reading.networkId !== networkId) return
      stop()
      resolve(reading.sealed)
    })
  })
  worker.balances.follow(networkId, account.address)
  return read.finally(worker.balances.rest)
}
const balanceAt = async (anvil: Anvil) =>
  BigInt(String(await anvil.request('eth_getBalance', [account.address, 'latest'])))

it('a chain and its fork stand side by side, and nothing of the one gets into the other', {
  timeout: 60_000,
}, async () => {
  const before = await send(onChain)
  expect(before.risks).not.toContainEqual(expect.objectContaining({ code: 'shared-chain' }))
  await send(onChain)

  fork = await startAnvil(['--fork-url', chain.url, ...blocks])
  const { id, testing } = await worker.networks.add({
    ...{ chainId, name: 'Fork', symbol: 'ETH', explorerUrl: null, testing: false, source: 'person' },
    endpoints: [{ http: fork.url, socket: null }],
  })
  onFork = id
  expect([onFork, testing]).toEqual([-1, true])
  await restart()
  expect(worker.networks.ofChain(chainId).map(({ name }) => name)).toEqual(['Chain', 'Fork'])

  // The fork goes on where the chain was: the wallet counts on from there, and the chain stays.
  const first = await send(onFork)
  expect(first.row).toMatchObject({ networkId: onFork, chainId, nonce: 2 })
  expect(parseTransaction(first.row.raw).chainId).toBe(chainId)
  expect(first.risks).toContainEqual({
    ...{ code: 'shared-chain', level: 'caution' },
    values: { network: 'Fork', other: 'Chain', id: String(chainId) },
  })
  const second = await send(onFork)
  expect([await rowsOn(onChain), await rowsOn(onFork)]).toEqual([
    [0, 1],
    [2, 3],
  ])
  expect([await countOn(onChain), await countOn(onFork)]).toEqual([2, 4])

  // The same bytes are one transaction on each.
  await restart()
  const twin = await send(onChain)
  expect(twin.risks).toContainEqual(expect.objectContaining({ code: 'shared-chain' }))
  expect(twin.row).toMatchObject({ networkId: onChain, chainId, nonce: 2, hash: first.row.hash })
  expect(twin.id).not.toBe(first.id)
  expect([await rowsOn(onChain), await rowsOn(onFork)]).toEqual([
    [0, 1, 2],
    [2, 3],
  ])
  expect((await worker.transactions.byHash(onChain, first.row.hash))?.id).toBe(twin.id)
  expect((await worker.transactions.byHash(onFork, first.row.hash))?.id).toBe(first.id)
  expect(await worker.transactions.byHash(onChain, second.row.hash)).toBeUndefined()
  expect(await worker.transactions.readNumbers(onChain, account.address)).toBe(3)
  expect(await worker.transactions.readNumbers(onFork, account.address)).toBe(4)

  const balances = [await balanceOn(onChain), await balanceOn(onFork)]
  expect(balances).toEqual([await balanceAt(chain), await balanceAt(fork)])
  expect(balances[0]).not.toBe(balances[1])
})

it('a fork that begins anew begins a new epoch of itself, and the chain goes on', { timeout: 60_000 }, async () => {
  expect([...worker.networks.landmarks(onChain).keys()]).toEqual([chain.url])
  expect([...worker.networks.landmarks(onFork).keys()]).toEqual([fork.url])
  await fork.request('anvil_reset', [])
  expect([await worker.networks.checkGenesis(onChain), await worker.networks.checkGenesis(onFork)]).toEqual([0, 1])
  await restart()
  expect([worker.networks.epoch(onChain), worker.networks.epoch(onFork)]).toEqual([0, 1])
  await fork.request('anvil_setBalance', [account.address, toHex(10n ** 18n)])
  const count = await countOn(onFork)
  expect((await send(onFork)).row).toMatchObject({ epoch: 1, nonce: count })
  expect((await send(onChain)).row).toMatchObject({ epoch: 0, nonce: 3 })
})

it('one that was removed gives nothing to the next: its number is not given again', { timeout: 60_000 }, async () => {
  await worker.networks.remove(onFork)
  await restart()
  const again = await worker.networks.add({
    ...{ chainId, name: 'Fork', symbol: 'ETH', explorerUrl: null, testing: false, source: 'person' },
    endpoints: [{ http: fork.url, socket: null }],
  })
  expect(again.id).toBe(-2)
  expect(worker.networks.epoch(again.id)).toBe(0)
  expect(await rowsOn(again.id)).toEqual([])
  expect(await rowsOn(onChain)).toEqual([0, 1, 2, 3])
  const count = await countOn(again.id)
  expect((await send(again.id)).row).toMatchObject({ networkId: -2, epoch: 0, nonce: count })
  expect(worker.faults.seen).toEqual([])
})
