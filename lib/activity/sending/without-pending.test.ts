import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createBalanceReader } from '@/lib/activity/tokens/balance-reader'
import { systemClock } from '@/lib/base/clock'
import { firstNetworkOf } from '@/lib/base/network-id'
import { transactionCountReply } from '@/lib/base/rpc/schemas'
import { type FaultyGateway, startFaultyGateway } from '@/test/faulty-gateway'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { approved, createStage, reaching, type Wallet } from '@/test/transactions/stage'

/** An endpoint that refuses the tag `pending`: the wallet sends all the same, and says no more than it knows. */

let network: PreviewNetwork
let gateway: FaultyGateway
const stage = createStage(() => network)

beforeAll(async () => {
  network = await createPreviewNetwork({ blockMs: 1_000, preconfirmMs: 60 })
}, 60_000)
afterAll(() => network.stop())
beforeEach(async () => {
  gateway = await startFaultyGateway(network)
  gateway.faults.answer = ({ params }) =>
    JSON.stringify(params ?? []).includes('"pending"')
      ? { error: { code: -32_602, message: 'pending block is not supported' } }
      : undefined
})
afterEach(async () => {
  expect(stage.clear()).toEqual([])
  await gateway.close()
})

async function walletThere(): Promise<Wallet> {
  const account = newAccount()
  await network.faults.alter('anvil_setBalance', [account.address, '0x8ac7230489e80000'])
  const wallet = await stage.begin({ account, drips: 0 })
  await wallet.networks.setEndpoints(firstNetworkOf(network.chainId), [{ http: gateway.url, socket: null }])
  return wallet
}

it('is sent through, one number after the other, by the count of sealed blocks and the journal', async () => {
  const wallet = await walletThere()
  const payees = [newAccount().address, newAccount().address, newAccount().address]
  const ids: string[] = []
  for (const to of payees) {
    const id = await approved(wallet, to, 5n)
    await wallet.transactions.execute(id)
    ids.push(id)
  }
  const rows = await Promise.all(ids.map(id => reaching(wallet, id, 'sealed')))
  expect(rows.map(({ nonce }) => nonce)).toEqual([0, 1, 2])
  const count = await wallet.connection.request(
    'eth_getTransactionCount',
    [wallet.account.address, 'latest'],
    transactionCountReply,
  )
  expect(count).toBe(3)
})

it('names a balance of sealed blocks, and nothing before they are sealed', async () => {
  const wallet = await walletThere()
  const { networkId } = wallet.connection
  const failures: unknown[] = []
  const balances = createBalanceReader({
    connectionOf: () => wallet.connection,
    watcherOf: () => wallet.watcher,
    clock: systemClock,
  })
  balances.onFailure((_, error) => failures.push(error))
  const readings: [bigint, bigint][] = []
  const changed = new Promise<void>(resolve => {
    balances.onReading(({ sealed, pending }) => {
      readings.push([sealed, pending])
      if (new Set(readings.map(([each]) => each)).size > 1) resolve()
    })
  })
  balances.follow(networkId, wallet.account.address)
  const id = await approved(wallet, newAccount().address, 5n)
  await wallet.transactions.execute(id)
  await reaching(wallet, id, 'sealed')
  balances.refresh()
  await changed
  balances.rest()
  expect(readings.filter(([sealed, pending]) => sealed !== pending)).toEqual([])
  expect(failures).toEqual([])
})
