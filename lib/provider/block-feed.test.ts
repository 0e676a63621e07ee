import { expect, it } from 'vitest'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { RpcError } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import { answeredBy } from '@/test/transactions/interference'
import { createBlockFeed } from './block-feed'

const settled = () => new Promise(resolve => setImmediate(resolve))

/** A page that follows logs on an endpoint without a socket, whose node for logs may be behind, or out of order. */
async function following() {
  const clock = createManualClock()
  const chain = { head: 100, behind: 0, isDown: false, logs: [] as number[] }
  const answer = (method: string, range: { fromBlock: string; toBlock: string }): unknown => {
    if (method === 'eth_blockNumber') return `0x${chain.head.toString(16)}`
    if (chain.isDown) throw new RpcError('rate-limited', 'over rate limit')
    const [first, last] = [Number(range.fromBlock), Number(range.toBlock)]
    if (last > chain.head - chain.behind)
      throw new RpcError('not-now', 'block range extends beyond current head block', { code: -32602 })
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }
  const connection: Connection = {
    ...answeredBy(1, () => ({ ok: true, result: null })),
    subscribe: async () => {
      throw new RpcError('method-unavailable', 'The network has no socket')
    },
    request: async (method, params, schema) => schema.parse(answer(method, Object(params[0]))),
  }
  const feed = createBlockFeed({
    networks: { connection: () => connection },
    clock,
    keepAlive: { hold: () => () => undefined },
  })
  const stop = await feed.follow(connection.networkId, ['logs'], item => chain.logs.push(Number(item)))
  await settled()
  return {
    chain,
    stop,
    async seal(blocks: number) {
      chain.head += blocks
      clock.advance(1_000)
      await settled()
    },
  }
}

it('gives each log once and in order where the node that is asked for logs is behind', async () => {
  const { chain, seal, stop } = await following()
  await seal(1)
  for (const behind of [1, 3, 2, 0, 5, 0]) {
    chain.behind = behind
    await seal(2)
  }
  expect(chain.logs).toEqual(Array.from({ length: 13 }, (_, index) => 101 + index))
  stop()
})

it('reads the logs later that could not be read, and gives up on more than twenty blocks of them', async () => {
  const { chain, seal, stop } = await following()
  chain.isDown = true
  await seal(4)
  chain.isDown = false
  await seal(1)
  expect(chain.logs).toEqual([101, 102, 103, 104, 105])
  chain.isDown = true
  for (let outage = 0; outage < 3; outage += 1) await seal(10)
  chain.isDown = false
  await seal(1)
  expect(chain.logs.slice(5)).toEqual(Array.from({ length: 11 }, (_, index) => 126 + index))
  stop()
})
