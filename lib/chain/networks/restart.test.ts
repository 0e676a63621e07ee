import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  askChainId,
  chainId,
  endAll,
  freshDatabase,
  genesisB,
  http,
  networkId,
  serve,
  start,
  withNetwork,
} from '@/test/networks/serve'

afterEach(endAll)

describe('a chain that restarts', () => {
  it('begins one new epoch when its genesis changed, and keeps it', async () => {
    const database = await freshDatabase()
    const endpoint = await serve()
    const networks = await withNetwork([http(endpoint)], { database })
    const heard = vi.fn()
    networks.onEpoch(heard)
    expect(await networks.checkGenesis(networkId)).toBe(0)
    endpoint.chain.genesis = genesisB
    expect(await networks.checkGenesis(networkId)).toBe(1)
    expect(await networks.checkGenesis(networkId)).toBe(1)
    expect(heard.mock.calls).toEqual([[chainId, 1]])
    const again = await start({ database })
    expect(again.epoch(networkId)).toBe(1)
  })

  it('is noticed by the first call of a new worker', async () => {
    const database = await freshDatabase()
    const endpoint = await serve()
    await askChainId(await withNetwork([http(endpoint)], { database }))
    endpoint.chain.genesis = genesisB
    const later = await start({ database })
    await askChainId(later)
    expect(later.epoch(networkId)).toBe(1)
  })

  it('is a wrong chain on a network with real money', async () => {
    const endpoint = await serve()
    const networks = await withNetwork([http(endpoint)], { testing: false })
    await networks.checkGenesis(networkId)
    endpoint.chain.genesis = genesisB
    await expect(networks.checkGenesis(networkId)).rejects.toMatchObject({ kind: 'wrong-chain' })
    expect(networks.epoch(networkId)).toBe(0)
  })

  it('is a wrong chain where another endpoint still has the old genesis', async () => {
    const [odd, honest] = [await serve(), await serve()]
    const networks = await withNetwork([http(odd), http(honest)])
    await networks.checkGenesis(networkId)
    odd.chain.genesis = genesisB
    expect(await networks.checkGenesis(networkId)).toBe(0)
    expect(networks.health(networkId)[0]).toMatchObject({ state: 'lying' })
  })

  it('is noticed with the same genesis by a final block that changed', async () => {
    const endpoint = await serve({ height: 1_000 })
    const networks = await withNetwork([http(endpoint)])
    expect(await networks.checkGenesis(networkId)).toBe(0)
    endpoint.chain.height = 1_200
    expect(await networks.checkGenesis(networkId)).toBe(0)
    endpoint.chain.fork = 'd'
    expect(await networks.checkGenesis(networkId)).toBe(1)
  })

  it('is not a backend that is one block behind what was final', async () => {
    const endpoint = await serve({ height: 1_000, final: 1_000 })
    const networks = await withNetwork([http(endpoint)])
    await networks.checkGenesis(networkId)
    endpoint.chain.height = 999
    endpoint.chain.final = 999
    expect(await networks.checkGenesis(networkId)).toBe(0)
    // An endpoint far behind is no restart either: at the same height it has no other block.
    endpoint.chain.height = 60
    endpoint.chain.final = 60
    await expect(networks.checkGenesis(networkId)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(networks.epoch(networkId)).toBe(0)
  })

  it('is not one answer of another chain, before the next one continues the old chain', async () => {
    const endpoint = await serve({ height: 1_000 })
    const networks = await withNetwork([http(endpoint)])
    await networks.checkGenesis(networkId)
    endpoint.chain.onceGenesis = genesisB
    expect(await networks.checkGenesis(networkId)).toBe(0)
  })

  it('an endpoint behind a final block is unavailable, and not wrong, where money is real', async () => {
    const endpoint = await serve({ height: 1_000 })
    const networks = await withNetwork([http(endpoint)], { testing: false })
    await networks.checkGenesis(networkId)
    endpoint.chain.height = 60
    await expect(networks.checkGenesis(networkId)).rejects.toMatchObject({ kind: 'unavailable' })
    endpoint.chain.height = 1_001
    expect(await networks.checkGenesis(networkId)).toBe(0)
    endpoint.chain.fork = 'd'
    await expect(networks.checkGenesis(networkId)).rejects.toMatchObject({ kind: 'wrong-chain' })
  })

  it('a final block above the endpoint’s own head is not remembered', async () => {
    const endpoint = await serve({ height: 1_000, final: 1_000_000_000 })
    const networks = await withNetwork([http(endpoint)], { testing: false })
    await networks.checkGenesis(networkId)
    delete endpoint.chain.final
    expect(await networks.checkGenesis(networkId)).toBe(0)
    endpoint.chain.height = 60
    await expect(networks.checkGenesis(networkId)).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('is noticed by its height where no endpoint gives the first block', async () => {
    const endpoint = await serve({
      height: 100_000,
      methods: {
        eth_getBlockByNumber: () => {
          throw { code: 4444, message: 'pruned history unavailable' }
        },
      },
    })
    const networks = await withNetwork([http(endpoint)])
    expect(await networks.checkGenesis(networkId)).toBe(0)
    endpoint.chain.height = 99_990
    expect(await networks.checkGenesis(networkId)).toBe(0)
    endpoint.chain.height = 12
    expect(await networks.checkGenesis(networkId)).toBe(1)
  })
})
