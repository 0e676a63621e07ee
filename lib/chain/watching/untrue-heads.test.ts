import type { Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import type { BatchItem } from '@/lib/base/rpc/types'
import { acceptSubscriptions, silentConnection, watcherOver } from './watcher.fixture'

const absurd = 10 ** 9
const quantity = (value: number) => `0x${value.toString(16)}`
const hashOf = (height: number): Hash => `0x${height.toString(16).padStart(64, '0')}`
const head = (height: number) => ({
  number: quantity(height),
  hash: hashOf(height),
  parentHash: hashOf(height - 1),
  timestamp: quantity(height),
})

/** A watcher with a listener for ticks. Readings are answered with the block at `polled.height`. */
async function listening(socket: 'open' | 'none') {
  const { subscribed, subscribe } = acceptSubscriptions()
  const polled = { height: 0, readings: 0 }
  const connection = silentConnection({
    subscribe,
    async batch(calls) {
      polled.readings += 1
      const block = { ...head(polled.height), gasLimit: '0x0', gasUsed: '0x0', transactions: [] }
      return calls.map((): BatchItem => ({ ok: true, result: block }))
    },
    socket: () => socket,
  })
  const { watcher, clock } = watcherOver(connection)
  const told: number[] = []
  watcher.onTick(({ height }) => told.push(Number(height)))
  await Promise.resolve()
  return {
    watcher,
    told,
    push(...heights: number[]) {
      for (const height of heights) {
        clock.advance(200)
        subscribed.get('["newHeads"]')?.(head(height))
      }
    },
    async poll(...heights: number[]) {
      for (const height of heights) {
        const { readings } = polled
        polled.height = height
        clock.advance(2_000)
        await expect.poll(() => polled.readings).toBeGreaterThan(readings)
      }
    },
  }
}

/** `count` heights in order, beginning with `from`. */
const run = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

describe('a head that was never on the chain', () => {
  it('is forgotten when the next heads continue the chain, and pushes count as before', async () => {
    const { watcher, told, push } = await listening('open')
    push(...run(100, 20))
    expect(watcher.regime()).toBe('fast-blocks')
    push(absurd, ...run(120, 20))
    expect(watcher.regime()).toBe('fast-blocks')
    expect(told).toEqual([...run(100, 20), absurd, ...run(121, 19)])
  })

  it('is forgotten when it was the first', async () => {
    const { watcher, told, push } = await listening('open')
    push(absurd, ...run(100, 20))
    expect(watcher.regime()).toBe('fast-blocks')
    expect(told).toEqual([absurd, ...run(101, 19)])
  })

  it('is forgotten over HTTP alone', async () => {
    const { watcher, told, poll } = await listening('none')
    await poll(100, 101, absurd, 103, 104, 105)
    await expect.poll(() => told).toEqual([100, 101, absurd, 104, 105])
    expect(watcher.regime()).toBe('http-only')
  })
})
