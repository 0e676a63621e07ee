import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import {
  askChainId,
  type Chain,
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
import type { Networks } from './networks'

let skipped = 0
const skipping = { ...systemClock, now: () => systemClock.now() + skipped }
afterEach(async () => {
  skipped = 0
  await endAll()
})

/** What one endpoint may say that is not so. The honest ones are at height 1,000. */
const lies: Record<string, Chain> = {
  'another first block': { genesis: genesisB },
  'another final block': { fork: 'd' },
  'a height far above': { height: 1_000_000_000 },
  'a final block far above its head': { final: 1_000_000_000 },
  'a final block at its head': { final: 1_000, fork: 'd' },
  'a time in the future': { timestamp: Math.floor(Date.now() / 1_000) + 86_400 },
}
const honest = () => serve({ height: 1_000, timestamp: Math.floor(Date.now() / 1_000) })
const lying = (lie: Chain) => serve({ height: 1_000, timestamp: Math.floor(Date.now() / 1_000), ...lie })
const states = (networks: Networks) => networks.health(networkId).map(({ state }) => state)

/** Has every endpoint verified once, in the given order, whatever comes of it. */
async function verifiedEach(networks: Networks, urls: string[]): Promise<void> {
  const entry = networks.get(networkId)?.endpoints ?? []
  for (const url of urls) {
    await networks.setEndpoints(networkId, [
      ...entry.filter(endpoint => endpoint.http === url),
      ...entry.filter(endpoint => endpoint.http !== url),
    ])
    await askChainId(networks).catch(() => undefined)
  }
  await networks.setEndpoints(networkId, entry)
}

describe.each(Object.entries(lies))('an endpoint that says %s', (_, lie) => {
  it('and was taken out keeps no honest endpoint out', async () => {
    const database = await freshDatabase()
    const [liar, good] = [await lying(lie), await honest()]
    const networks = await withNetwork([http(liar)], { database, testing: false })
    await askChainId(networks)
    await networks.setEndpoints(networkId, [http(good)])
    expect(await askChainId(networks)).toBe(chainId)
    expect(states(networks)).toEqual(['healthy'])
    const later = await start({ database })
    expect(await askChainId(later)).toBe(chainId)
  })

  it('does not keep out the honest endpoint before it', async () => {
    const [good, liar] = [await honest(), await lying(lie)]
    const networks = await withNetwork([http(good), http(liar)], { testing: false })
    await verifiedEach(networks, [liar.url, good.url])
    await networks.checkGenesis(networkId)
    expect(states(networks)[0]).toBe('healthy')
  })

  it('is outvoted by two honest ones, whichever was asked first', async () => {
    const [liar, one, two] = [await lying(lie), await honest(), await honest()]
    const networks = await withNetwork([http(liar), http(one), http(two)], { testing: false })
    await verifiedEach(networks, [liar.url, one.url, two.url, one.url])
    expect(states(networks)[2]).toBe('healthy')
  })
})

describe('what an endpoint said of its chain', () => {
  it('is shown, and forgotten when the person says so', async () => {
    const endpoint = await serve({ height: 1_000 })
    const networks = await withNetwork([http(endpoint)], { testing: false })
    await askChainId(networks)
    expect(networks.landmarks(networkId).get(endpoint.url)).toMatchObject({ checkpoint: { number: 950n } })
    endpoint.chain.fork = 'd'
    await expect(networks.checkGenesis(networkId)).rejects.toMatchObject({ kind: 'wrong-chain' })
    await networks.forgetLandmarks(networkId, endpoint.url)
    expect(networks.landmarks(networkId).size).toBe(0)
    expect(await networks.checkGenesis(networkId)).toBe(0)
    expect(states(networks)).toEqual(['healthy'])
  })

  it('goes with the network that is removed', async () => {
    const endpoint = await serve({ height: 1_000 })
    const networks = await withNetwork([http(endpoint)], { testing: false })
    await askChainId(networks)
    await networks.remove(networkId)
    endpoint.chain.genesis = genesisB
    await networks.add({
      chainId,
      name: 'Here',
      symbol: 'ETH',
      endpoints: [http(endpoint)],
      explorerUrl: null,
      testing: false,
      source: 'person',
    })
    expect(await askChainId(networks)).toBe(chainId)
  })
})

it('a head ahead of our clock makes no other endpoint lag', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const good = await serve({ timestamp: now })
  const liar = await serve({ timestamp: now + 86_400 })
  const late = await serve({ timestamp: now - 600 })
  const networks = await withNetwork([http(good), http(liar), http(late)], { clock: skipping })
  await askChainId(networks)
  skipped = 20_000
  await askChainId(networks)
  await expect.poll(() => states(networks)[2]).toBe('lagging')
  expect(states(networks)).toEqual(['healthy', 'healthy', 'lagging'])
})
