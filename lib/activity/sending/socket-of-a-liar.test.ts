import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { receiptReply } from '@/lib/base/rpc/schemas'
import { type FaultyGateway, startFaultyGateway } from '@/test/faulty-gateway'
import { lies } from '@/test/hostile/endpoint-lies'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { approved, createStage, rowThat, type Wallet } from '@/test/transactions/stage'

/** Two endpoints, the first one honest; only the second, which lies, has a socket, so that calls go to it. */

let network: PreviewNetwork
let liar: FaultyGateway
let honest: FaultyGateway
const stage = createStage(() => network)

beforeAll(async () => {
  const options = { blockMs: 300, preconfirmMs: 60, safeBlocks: 1, finalizedBlocks: 2 }
  network = await createPreviewNetwork({ chainId: 424_242, ...options })
}, 60_000)
afterAll(() => network.stop())
afterEach(async () => {
  stage.clear()
  await liar.close()
  await honest.close()
})

async function walletAmong(says: string): Promise<Wallet> {
  const lie = lies.find(each => each.says === says)
  if (lie === undefined) throw new Error('no such lie')
  liar = await startFaultyGateway(network)
  honest = await startFaultyGateway(network)
  Object.assign(liar.faults, lie.faults())
  const account = newAccount()
  await network.faults.alter('anvil_setBalance', [account.address, '0x8ac7230489e80000'])
  const wallet = await stage.begin({ account, drips: 0 })
  const id = firstNetworkOf(network.chainId)
  const named = { name: 'Here', symbol: 'ETH', explorerUrl: null, faucetUrl: null }
  await wallet.networks.edit(id, { ...named, testing: false })
  await wallet.networks.setEndpoints(id, [
    { http: honest.url, socket: null },
    { http: liar.url, socket: liar.socketUrl },
  ])
  await wallet.connection.subscribe(['newHeads'], () => undefined)
  expect(wallet.networks.inUse(id)).toBe(liar.url)
  return wallet
}

it('what it keeps to itself is given to the other', { timeout: 60_000 }, async () => {
  const wallet = await walletAmong('that it never heard of what it keeps')
  const id = await approved(wallet, newAccount().address, 5n)
  await wallet.transactions.execute(id)
  const { hash } = await rowThat(wallet, id, row => row.level === 'accepted')
  await expect.poll(() => honest.calls.includes('eth_sendRawTransaction'), { timeout: 50_000 }).toBe(true)
  const receipt = async () => {
    const response = await fetch(network.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] }),
    })
    return receiptReply.parse(Object(await response.json()).result)
  }
  await expect.poll(async () => (await receipt())?.status, { timeout: 20_000 }).toBe('success')
})

it.each(['that what it keeps is in a final block', 'that what it keeps is in a final block, which lists it'])(
  '%s is not final by its word, because the other is asked',
  { timeout: 60_000 },
  async says => {
    const wallet = await walletAmong(says)
    const told: string[] = []
    wallet.transactions.onRow(({ level }) => told.push(level))
    const id = await approved(wallet, newAccount().address, 5n)
    await wallet.transactions.execute(id)
    await rowThat(wallet, id, row => row.level === 'sealed' || row.level === 'safe')
    honest.calls.length = 0
    // It stays one against one, however often it is read.
    const isAsked = () => honest.calls.filter(method => method === 'eth_getTransactionReceipt').length >= 3
    await expect.poll(isAsked, { timeout: 40_000 }).toBe(true)
    expect(told).not.toContain('final')
    expect((await wallet.transactions.byId(id))?.inFlight).toBe(1)
  },
)
