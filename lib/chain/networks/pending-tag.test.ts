import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { quantity } from '@/lib/base/rpc/schemas'
import { both, endAll, http, networkId, serve, withNetwork } from '@/test/networks/serve'

afterEach(endAll)

const account = `0x${'11'.repeat(20)}`
const balanceBy = (tag: string) => ({ method: 'eth_getBalance', params: [account, tag] })

/** Refusals of nodes that do not know the tag. */
const refusals = [
  { code: -32_602, message: 'pending block is not supported' },
  { code: -32_000, message: 'pending state is not available' },
  // Nimbus
  { code: -32_000, message: '`eth_getBalance` raised an exception', data: 'Unsupported block tag pending' },
  { code: -32_602, message: 'Invalid block number' },
]

async function withoutTag(refusal: unknown) {
  const asked: string[] = []
  const endpoint = await serve({
    methods: {
      eth_getBalance([, tag]) {
        asked.push(String(tag))
        if (tag === 'pending') throw refusal
        return '0x7'
      },
    },
  })
  return { endpoint, asked }
}

describe('an endpoint that refuses the tag pending', () => {
  it.each(refusals)('%o is asked by latest instead, from then on at once', async refusal => {
    const { endpoint, asked } = await withoutTag(refusal)
    const connection = (await withNetwork([http(endpoint)])).connection(networkId)
    expect(await connection.request('eth_getBalance', [account, 'pending'], quantity)).toBe(7n)
    expect(asked).toEqual(['pending', 'latest'])
    expect(await connection.request('eth_getBalance', [account, 'pending'], quantity)).toBe(7n)
    expect(asked).toEqual(['pending', 'latest', 'latest'])
  })

  it('gives one answer to both tags in a batch, so that nothing seems to be pre-confirmed', async () => {
    const { endpoint, asked } = await withoutTag(refusals[0])
    const connection = (await withNetwork([http(endpoint)])).connection(networkId)
    for (const expected of [['latest', 'pending', 'latest'], ['latest']]) {
      const items = await connection.batch([
        balanceBy('latest'),
        { method: 'eth_chainId', params: [] },
        balanceBy('pending'),
      ])
      expect(items.map(item => item.ok && item.result)).toEqual(['0x7', '0x1092', '0x7'])
      expect(asked.splice(0)).toEqual(expected)
    }
  })

  it('does so over its socket too', async () => {
    const { endpoint, asked } = await withoutTag(refusals[0])
    const connection = (await withNetwork([both(endpoint)])).connection(networkId)
    await connection.subscribe(['newHeads'], () => undefined)
    expect(await connection.request('eth_getBalance', [account, 'pending'], quantity)).toBe(7n)
    const items = await connection.batch([balanceBy('pending'), balanceBy('latest')])
    expect(items.map(item => item.ok && item.result)).toEqual(['0x7', '0x7'])
    expect(asked).toEqual(['pending', 'latest', 'latest'])
    expect(endpoint.requests).toEqual([])
  })

  it('is tried again after some minutes', async () => {
    let skipped = 0
    const clock = { ...systemClock, now: () => systemClock.now() + skipped }
    const { endpoint, asked } = await withoutTag(refusals[0])
    const connection = (await withNetwork([http(endpoint)], { clock })).connection(networkId)
    await connection.batch([balanceBy('pending')])
    skipped = 301_000
    await connection.batch([balanceBy('pending')])
    expect(asked).toEqual(['pending', 'latest', 'pending', 'latest'])
  })

  it('answers a page in its own words', async () => {
    const { endpoint, asked } = await withoutTag(refusals[0])
    const connection = (await withNetwork([http(endpoint)])).connection(networkId)
    await expect(connection.passThrough('eth_getBalance', [account, 'pending'])).rejects.toMatchObject(
      refusals[0] ?? {},
    )
    expect(asked).toEqual(['pending'])
  })
})

it.each([
  { code: 3, message: 'execution reverted: still pending' },
  { code: -32_005, message: 'too many pending requests' },
  { code: -32_000, message: 'internal error' },
  { code: -32_602, message: 'invalid address' },
])('a question that failed with %o is not asked by latest', async refusal => {
  const { endpoint, asked } = await withoutTag(refusal)
  const connection = (await withNetwork([http(endpoint)])).connection(networkId)
  await expect(connection.request('eth_getBalance', [account, 'pending'], quantity)).rejects.toMatchObject(refusal)
  expect(asked).not.toContain('latest')
})

it('another endpoint of the network is asked by the tag all the same', async () => {
  const [refusing, knowing] = [await withoutTag(refusals[0]), await withoutTag(null)]
  const networks = await withNetwork([http(refusing.endpoint), http(knowing.endpoint)], { testing: false })
  const connection = networks.connection(networkId)
  await connection.batch([balanceBy('pending')])
  const [items] = await connection.others([balanceBy('latest')])
  expect(items).toMatchObject([{ ok: true, result: '0x7' }])
  await refusing.endpoint.close()
  await connection.batch([balanceBy('pending')]).catch(() => undefined)
  expect(knowing.asked).toContain('pending')
})
