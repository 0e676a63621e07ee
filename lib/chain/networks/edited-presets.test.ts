import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { chainIdReply } from '@/lib/base/rpc/schemas'
import { covers } from '@/lib/chain/rpc/door'
import { endAll, freshDatabase, genesisB, http, serve, start } from '@/test/networks/serve'
import type { NetworkChanges, Networks } from './networks'
import { type LocalPreview, previewChainId } from './presets'

afterEach(endAll)

const main = firstNetworkOf(8453)
const preview = firstNetworkOf(previewChainId)

/** What an edit form sends for a network where nothing was changed. */
function unchanged(networks: Networks, networkId = main): NetworkChanges {
  const entry = networks.get(networkId)
  if (entry === undefined) throw new Error('no such network')
  const { name, currency, explorerUrl, faucetUrl, testing } = entry
  return { name, symbol: currency.symbol, explorerUrl, faucetUrl, testing }
}

/** Two versions of the wallet differ in the addresses of the embedded network, which is a preset. */
const versionWith = (port: number): { localPreview: LocalPreview } => {
  const url = `http://127.0.0.1:${port}`
  return { localPreview: { rpcUrl: url, wsUrl: `ws://127.0.0.1:${port}/ws`, faucetUrl: url, explorerUrl: `${url}/x` } }
}

describe('a preset that the person edits', () => {
  it('keeps its chain id, identity and place, also after the worker starts again', async () => {
    const database = await freshDatabase()
    const networks = await start({ database })
    const { id, chainId, order, source, methodPrefix } = networks.get(main) ?? {}
    await networks.edit(main, {
      name: 'My main network',
      symbol: 'ether',
      explorerUrl: 'https://explorer.example',
      faucetUrl: 'https://faucet.example/api',
      testing: true,
    })
    const expected = {
      ...{ id, chainId, order, source, methodPrefix },
      name: 'My main network',
      currency: { symbol: 'ether', decimals: 18 },
      explorerUrl: 'https://explorer.example',
      faucetUrl: 'https://faucet.example/api',
      testing: true,
      edited: ['name', 'currency', 'faucetUrl', 'explorerUrl', 'testing'],
    }
    expect(networks.get(main)).toMatchObject(expected)
    const again = await start({ database })
    expect(again.get(main)).toMatchObject(expected)
    expect(again.list().map(entry => entry.chainId)).toEqual(networks.list().map(entry => entry.chainId))
    expect(covers(again.allowedUrls(), 'https://faucet.example/api/drip')).toBe(true)
  })

  it('is as it came once the edit is taken back, by Restore or by hand', async () => {
    const database = await freshDatabase()
    const networks = await start({ database })
    const asItCame = networks.list()
    const before = unchanged(networks)
    await networks.edit(main, { ...before, name: 'Mine' })
    expect(networks.own()).toHaveLength(1)
    await networks.remove(main)
    expect(networks.list()).toEqual(asItCame)
    await networks.edit(main, { ...before, name: 'Mine' })
    await networks.edit(main, before)
    expect(networks.list()).toEqual(asItCame)
    expect(networks.own()).toEqual([])
    expect(await database.getAll('networks')).toEqual([])
  })

  it('takes no name of another network of its chain', async () => {
    const networks = await start()
    const endpoints = [{ http: 'http://127.0.0.1:8545', socket: null }]
    const fork = {
      chainId: 8453,
      symbol: 'ETH',
      endpoints,
      explorerUrl: null,
      testing: true,
      source: 'person',
    } as const
    await networks.add({ ...fork, name: 'Fork' })
    const changes = { ...unchanged(networks), name: 'fork' }
    await expect(networks.edit(main, changes)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(networks.get(main)?.name).toBe('Base')
  })

  it('has the new values of a later version in what the person did not change, and the person’s in the rest', async () => {
    const database = await freshDatabase()
    const networks = await start({ database, ...versionWith(8545) })
    await networks.edit(preview, { ...unchanged(networks, preview), name: 'Mine' })
    const later = await start({ database, ...versionWith(9545) })
    expect(later.get(preview)).toMatchObject({
      name: 'Mine',
      endpoints: [{ http: 'http://127.0.0.1:9545', socket: 'ws://127.0.0.1:9545/ws' }],
      faucetUrl: 'http://127.0.0.1:9545/api/preview/faucet',
      explorerUrl: 'http://127.0.0.1:9545/x',
    })
    await later.setEndpoints(preview, [{ http: 'https://node.example', socket: null }])
    const latest = await start({ database, ...versionWith(7545) })
    expect(latest.get(preview)).toMatchObject({
      name: 'Mine',
      endpoints: [{ http: 'https://node.example' }],
      explorerUrl: 'http://127.0.0.1:7545/x',
    })
  })

  it('keeps the endpoints that an earlier version stored, when only those could be changed', async () => {
    const database = await freshDatabase()
    const { ...original } = (await start()).get(preview)
    const stored = { ...original, id: preview, explorerUrl: 'https://older.example' } as typeof original
    await database.put('networks', { ...stored, endpoints: [{ http: 'https://node.example', socket: null }] } as never)
    expect((await start({ database })).get(preview)).toMatchObject({
      endpoints: [{ http: 'https://node.example' }],
      explorerUrl: 'https://chain.base.org/vibenet/explorer',
      edited: ['endpoints'],
    })
  })

  it('goes along in a backup with what was changed alone', async () => {
    const from = await start(versionWith(8545))
    await from.edit(preview, { ...unchanged(from, preview), name: 'Mine' })
    const database = await freshDatabase()
    const here = await start({ database, ...versionWith(9545) })
    await here.restore(from.own())
    const expected = { name: 'Mine', endpoints: [{ http: 'http://127.0.0.1:9545' }] }
    expect(here.get(preview)).toMatchObject(expected)
    expect((await start({ database, ...versionWith(9545) })).get(preview)).toMatchObject(expected)
  })

  it('can be removed where a later version has no such preset', async () => {
    const database = await freshDatabase()
    const [entry] = (await start()).list()
    await database.put('networks', { ...entry, id: firstNetworkOf(99), chainId: 99 } as never)
    const networks = await start({ database })
    expect(networks.get(firstNetworkOf(99))).toMatchObject({ source: 'person', name: entry?.name })
    await networks.remove(firstNetworkOf(99))
    expect((await start({ database })).get(firstNetworkOf(99))).toBeUndefined()
  })
})

describe('an endpoint given to a preset', () => {
  const askMain = (networks: Networks) => networks.connection(main).request('eth_chainId', [], chainIdReply)

  it('is used only while it serves the chain of the preset', async () => {
    const [wrong, right] = [await serve({ chainId: 1 }), await serve({ chainId: 8453 })]
    const networks = await start()
    const { connection } = { connection: networks.connection(main) }
    await networks.setEndpoints(main, [http(wrong)])
    await expect(networks.checkGenesis(main)).rejects.toMatchObject({ kind: 'wrong-chain' })
    await networks.setEndpoints(main, [http(right)])
    expect(await askMain(networks)).toBe(8453)
    expect(networks.connection(main)).toBe(connection)
    expect(networks.epoch(main)).toBe(0)
  })

  it('is not used where it has another first block than the endpoint before it', async () => {
    const [right, wrong] = [await serve({ chainId: 8453 }), await serve({ chainId: 8453, genesis: genesisB })]
    const networks = await start()
    await networks.setEndpoints(main, [http(right)])
    await networks.checkGenesis(main)
    await networks.setEndpoints(main, [http(right), http(wrong)])
    await networks.checkGenesis(main)
    right.close()
    await expect(networks.checkGenesis(main)).rejects.toMatchObject({ kind: expect.any(String) })
    expect(networks.health(main).map(({ state }) => state)).toEqual(['failing', 'lying'])
    expect(networks.epoch(main)).toBe(0)
  })
})
