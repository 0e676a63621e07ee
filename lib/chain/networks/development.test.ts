import 'fake-indexeddb/auto'
import { toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { endAll, http, serve, start } from '@/test/networks/serve'
import { type Anvil, startAnvil } from '@/test/preview-network/anvil'
import { newAccount } from '@/test/transactions/connect'
import { approved, createStage, reaching, type StageNetwork } from '@/test/transactions/stage'
import { isDevelopmentNode } from './development'

afterEach(endAll)

it.each([
  ['http://127.0.0.1:8545', 'anvil/v1.5.1', true],
  ['http://localhost:8545', 'HardhatNetwork/2.26.3/@nomicfoundation/edr/0.11.3', true],
  ['http://[::1]:8545', 'Ganache/v7.9.2', true],
  ['https://node.example', 'anvil/v1.5.1', false],
  ['http://127.0.0.1.node.example', 'anvil/v1.5.1', false],
  ['http://127.0.0.1:8545', 'Monad/0.12.2', false],
  ['http://127.0.0.1:8545', null, false],
])('%s that calls itself %j is a node for development on this machine: %s', (url, version, isSo) => {
  expect(isDevelopmentNode(url, version)).toBe(isSo)
})

describe('a chain that tells of blocks before their votes', () => {
  const monad = 143
  const version = (said: unknown) => ({
    chainId: monad,
    methods: {
      web3_clientVersion: () => {
        if (said === undefined) throw { code: -32601, message: 'method not found' }
        return said
      },
    },
  })

  /** Whether blocks of the network count only with their votes, once each endpoint was asked. */
  async function isProposingWith(versions: readonly unknown[]): Promise<boolean> {
    const endpoints = await Promise.all(versions.map(said => serve(version(said))))
    const networks = await start()
    const { id } = await networks.add({
      ...{ chainId: monad, name: 'Fork', symbol: 'MON', endpoints: endpoints.map(http), explorerUrl: null },
      ...{ testing: true, source: 'person' },
    })
    const connection = networks.connection(id)
    expect(connection.isProposing()).toBe(true)
    await connection.batch([{ method: 'eth_blockNumber', params: [] }])
    await connection.others([{ method: 'eth_blockNumber', params: [] }])
    return connection.isProposing()
  }

  it.each([
    ['all of whose endpoints are for development does not', ['anvil/v1.5.1', 'anvil/v1.5.1'], false],
    ['with an endpoint that is not for development does', ['anvil/v1.5.1', 'Monad/0.12.2'], true],
    ['with an endpoint that does not say what it is does', [undefined], true],
  ])('%s', async (_name, versions, isProposing) => {
    expect(await isProposingWith(versions)).toBe(isProposing)
  })

  it('counts as such again after another node took the address of the one for development', async () => {
    const chain: Parameters<typeof serve>[0] = version('anvil/v1.5.1')
    const endpoint = await serve(chain)
    const networks = await start()
    await networks.add({
      ...{ chainId: monad, name: 'Fork', symbol: 'MON', endpoints: [http(endpoint)], explorerUrl: null },
      ...{ testing: true, source: 'person' },
    })
    await networks.checkGenesis(firstNetworkOf(monad))
    expect(networks.connection(firstNetworkOf(monad)).isProposing()).toBe(false)
    Object.assign(endpoint.chain, version('Monad/0.12.2'))
    await networks.checkGenesis(firstNetworkOf(monad))
    expect(networks.connection(firstNetworkOf(monad)).isProposing()).toBe(true)
  })
})

describe('Anvil with the chain id of Monad', { timeout: 30_000 }, () => {
  let anvil: Anvil
  let network: StageNetwork
  const stage = createStage(() => network)

  beforeAll(async () => {
    anvil = await startAnvil(['--chain-id', '143'])
    network = { chainId: 143, rpcUrl: anvil.url, wsUrl: '', faucetUrl: '' }
  }, 60_000)
  afterAll(() => anvil.stop())
  afterEach(() => expect(stage.clear()).toEqual([]))

  it.each([
    ['over HTTP alone', () => null],
    ['with a socket', () => anvil.url.replace('http', 'ws')],
  ])('seals a transaction with its block, %s', async (_name, socket) => {
    const account = newAccount()
    await anvil.request('anvil_setBalance', [account.address, toHex(10n ** 18n)])
    const wallet = await stage.begin({ account, drips: 0, wsUrl: socket() })
    const id = await approved(wallet, newAccount().address, 1n)
    await wallet.transactions.execute(id)
    // Its tag `safe` is 32 blocks behind: no block of this chain has it.
    expect(await reaching(wallet, id, 'sealed')).toMatchObject({ nonce: 0, receipt: { status: 'success' } })
  })
})
