import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { quantity } from '@/lib/base/rpc/schemas'
import { both, chainId, endAll, freshDatabase, http, networkId, serve, start, withNetwork } from '@/test/networks/serve'
import type { Networks } from './networks'

/** Networks of several endpoints of which some have a socket. Each endpoint is known by the gas price it names. */

afterEach(endAll)

const named = (price: string) => serve({ methods: { eth_gasPrice: () => price } })
const priceCall = { method: 'eth_gasPrice', params: [] }
const askedPrice = (networks: Networks) => networks.connection(networkId).request('eth_gasPrice', [], quantity)

async function witnesses(networks: Networks, by?: string): Promise<unknown[]> {
  const answers = await networks.connection(networkId).others([priceCall], by)
  return answers.map(([item]) => (item?.ok === true ? item.result : item?.error))
}

/** With an open socket. */
async function subscribed(networks: Networks): Promise<void> {
  await networks.connection(networkId).subscribe(['newHeads'], () => undefined)
}

describe('an endpoint is not its own witness', () => {
  it('where it is second and only it has a socket', async () => {
    const [first, second] = [await named('0xa'), await named('0xb')]
    const networks = await withNetwork([http(first), both(second)], { testing: false })
    expect(networks.inUse(networkId)).toBeNull()
    await subscribed(networks)
    expect(await askedPrice(networks)).toBe(11n)
    expect(networks.inUse(networkId)).toBe(second.url)
    expect(await witnesses(networks)).toEqual(['0xa'])
  })

  it('where it is first, has the open socket, and rests over HTTP', async () => {
    const [first, second] = [await named('0xa'), await named('0xb')]
    const networks = await withNetwork([both(first), both(second)], { testing: false })
    await subscribed(networks)
    // A method that its socket does not offer fails over HTTP, so that it is avoided there.
    first.chain.methods = {
      eth_gasPrice: () => '0xa',
      eth_syncing() {
        throw { code: -32_601, message: 'no' }
      },
    }
    const connection = networks.connection(networkId)
    await connection.request('eth_syncing', [], quantity).catch(() => undefined)
    first.chain.chainId = 1
    await networks.checkGenesis(networkId)
    expect(networks.health(networkId)[0]).toMatchObject({ state: 'lying' })
    expect(await askedPrice(networks)).toBe(10n)
    expect(await witnesses(networks)).toEqual(['0xb'])
  })

  it('also when another is in use by the time it is judged', async () => {
    const [first, second] = [await named('0xa'), await named('0xb')]
    const networks = await withNetwork([http(first), both(second)], { testing: false })
    const end = await networks.connection(networkId).subscribe(['newHeads'], () => undefined)
    const [item] = await networks.connection(networkId).batch([priceCall])
    expect(item).toMatchObject({ result: '0xb', by: second.url })
    end()
    await expect.poll(() => second.sockets.size, { timeout: 10_000 }).toBe(0)
    expect(await askedPrice(networks)).toBe(10n)
    expect(networks.inUse(networkId)).toBe(first.url)
    expect(await witnesses(networks)).toEqual(['0xb'])
    expect(await witnesses(networks, item?.by)).toEqual(['0xa'])
  })

  it('where a method that its socket does not offer is answered by another', async () => {
    const [first, second] = [await named('0xa'), await named('0xb')]
    const networks = await withNetwork([http(first), both(second)], { testing: false })
    await subscribed(networks)
    second.chain.methods = {
      eth_gasPrice() {
        throw { code: -32_601, message: 'the method eth_gasPrice does not exist' }
      },
    }
    const items = await networks.connection(networkId).batch([priceCall, { method: 'eth_chainId', params: [] }])
    expect(items.map(({ by }) => by)).toEqual([first.url, second.url])
  })
})

describe('the one that most contradict', () => {
  it('is avoided with its socket, and another without one is used', async () => {
    const [first, second] = [await named('0xa'), await named('0xb')]
    const networks = await withNetwork([http(first), both(second)], { testing: false })
    const connection = networks.connection(networkId)
    await subscribed(networks)
    connection.discredit(second.url)
    expect(networks.health(networkId).map(({ state }) => state)).toEqual(['unknown', 'lying'])
    expect(await askedPrice(networks)).toBe(10n)
    expect(networks.inUse(networkId)).toBe(first.url)
    expect(connection.socket()).toBe('closed')
    expect(second.sockets.size).toBe(0)
  })

  it('has its socket opened again once it is no longer avoided', async () => {
    let skipped = 0
    const clock = { ...systemClock, now: () => systemClock.now() + skipped }
    const [first, second] = [await named('0xa'), await named('0xb')]
    const networks = await withNetwork([http(first), both(second)], { testing: false, clock })
    const connection = networks.connection(networkId)
    await subscribed(networks)
    connection.discredit(second.url)
    expect(connection.socket()).toBe('closed')
    skipped = 301_000
    await expect.poll(() => connection.socket(), { timeout: 20_000 }).toBe('open')
    expect(await askedPrice(networks)).toBe(11n)
  })
})

describe('one endpoint that is listed twice', () => {
  it.each([
    ['as it is', (url: string) => url],
    ['with a last slash', (url: string) => `${url}/`],
    ['with capitals and a fragment', (url: string) => `${url.replace('http', 'HTTP')}#main`],
  ])('%s is refused', async (_, spelled) => {
    const endpoint = await named('0xa')
    const networks = await withNetwork([http(endpoint)])
    const before = networks.get(networkId)
    const twice = [http(endpoint), { http: spelled(endpoint.url), socket: null }]
    const refused = { code: 'endpoint-twice' }
    await expect(networks.setEndpoints(networkId, twice)).rejects.toMatchObject(refused)
    expect(networks.get(networkId)).toEqual(before)
    const added = { name: 'There', symbol: 'E', explorerUrl: null, testing: false, source: 'person' } as const
    await expect(networks.add({ ...added, chainId: 5, endpoints: twice })).rejects.toMatchObject(refused)
  })

  it('by a site votes once', async () => {
    const networks = await start()
    const endpoints = ['https://a.example', 'https://a.example/', 'https://b.example'].map(url => ({
      http: url,
      socket: null,
    }))
    await networks.add({
      ...{ chainId, name: 'N', symbol: 'E', endpoints, explorerUrl: null, testing: false },
      source: 'site',
    })
    expect(networks.health(networkId).map(each => each.http)).toEqual(['https://a.example', 'https://b.example'])
  })

  it('in a stored row votes once, and keeps its socket', async () => {
    const database = await freshDatabase()
    const [first, second] = [await named('0xa'), await named('0xb')]
    const before = await withNetwork([http(first), http(second)], { database, testing: false })
    const row = before.get(networkId)
    if (row === undefined) throw new Error('not added')
    const twice = { http: `${first.url}/`, socket: first.socketUrl }
    await database.put('networks', { ...row, endpoints: [http(first), twice, http(second)] })
    const networks = await start({ database })
    expect(await askedPrice(networks)).toBe(10n)
    expect(await witnesses(networks)).toEqual(['0xb'])
    expect(networks.health(networkId).map(health => [health.http, health.socket])).toEqual([
      [first.url, first.socketUrl],
      [second.url, null],
    ])
    await subscribed(networks)
    expect(networks.inUse(networkId)).toBe(first.url)
  })
})
