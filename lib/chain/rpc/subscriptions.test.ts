import { describe, expect, it } from 'vitest'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { RpcError } from '@/lib/base/rpc/errors'
import { createSubscriptions } from './subscriptions'

/** A subscription that ran on a socket that broke; the next socket accepts it while `server.takes`. */
async function interrupted() {
  const clock = createManualClock()
  const asked: string[] = []
  const server = { takes: true }
  const subscriptions = createSubscriptions({
    async call({ method }) {
      asked.push(method)
      if (!server.takes) throw new RpcError('node-error', 'not now')
      return `0x${asked.length}`
    },
    clock,
    onBroken: () => undefined,
  })
  const heard: unknown[] = []
  let gaps = 0
  subscriptions.establish()
  const { established, end } = subscriptions.add(
    ['newHeads'],
    item => heard.push(item),
    () => {
      gaps += 1
    },
  )
  await established
  subscriptions.interrupt()
  server.takes = false
  subscriptions.establish()
  await expect.poll(() => asked.length).toBe(2)
  return { clock, asked, server, subscriptions, heard, gaps: () => gaps, end }
}

describe('a subscription that ran and was then refused', () => {
  it('is tried again on the same socket, and the gap is told', async () => {
    const { clock, asked, server, subscriptions, heard, gaps } = await interrupted()
    clock.advance(10_000)
    expect(asked).toHaveLength(2)
    server.takes = true
    clock.advance(5_000)
    await expect.poll(gaps).toBe(1)
    subscriptions.dispatch({ subscription: '0x3', result: 'head' })
    expect(heard).toEqual(['head'])
    clock.advance(3_600_000)
    expect(asked).toHaveLength(3)
  })

  it('is tried at growing intervals', async () => {
    const { clock, asked } = await interrupted()
    for (const waitMs of [15_000, 30_000, 60_000, 120_000, 240_000, 300_000, 300_000]) {
      const { length } = asked
      clock.advance(waitMs - 1)
      expect(asked).toHaveLength(length)
      clock.advance(1)
      expect(asked).toHaveLength(length + 1)
      await Promise.resolve()
    }
  })

  it('is not tried without listeners or without a socket', async () => {
    const first = await interrupted()
    first.end()
    first.clock.advance(3_600_000)
    expect(first.asked).toHaveLength(2)
    const second = await interrupted()
    second.subscriptions.interrupt()
    second.clock.advance(3_600_000)
    expect(second.asked).toHaveLength(2)
  })
})
