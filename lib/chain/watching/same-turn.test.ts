import { describe, expect, it } from 'vitest'
import type { Sighting } from './types'
import { acceptSubscriptions, from, hash, silentConnection, watcherOver } from './watcher.fixture'

const item = {
  hash,
  from,
  nonce: '0x5',
  blockNumber: '0x7',
  blockHash: null,
  status: '0x1',
  gasUsed: '0x5208',
  gasPrice: '0x1',
}

/** A watcher on a connection that accepts subscriptions and never answers a call, with the sightings it tells. */
function listening() {
  const { subscribed, subscribe } = acceptSubscriptions()
  const { watcher, clock } = watcherOver(silentConnection({ subscribe }))
  const sightings: Sighting[] = []
  watcher.onSighting(sighting => sightings.push(sighting))
  return { subscribed, watcher, clock, sightings }
}

describe('a pushed pre-confirmation', () => {
  it('is told before the call that delivers its frame returns, with the time of that turn', async () => {
    const { subscribed, watcher, clock, sightings } = listening()
    watcher.watch({ hash, from, nonce: 5 })
    await Promise.resolve()
    const push = subscribed.get('["newPreconfirmed",true]')
    clock.advance(123)
    push?.(item)
    expect(sightings).toEqual([
      {
        hash,
        kind: 'preconfirmed',
        receivedAt: clock.now(),
        receipt: {
          blockHash: null,
          blockNumber: 7n,
          status: 'success',
          gasUsed: 21_000n,
          effectiveGasPrice: 1n,
          l1Fee: null,
          contractAddress: null,
        },
      },
    ])
  })

  it('with another sender or nonce is not told', async () => {
    const { subscribed, watcher, sightings } = listening()
    watcher.watch({ hash, from, nonce: 5 })
    await Promise.resolve()
    const push = subscribed.get('["newPreconfirmed",true]')
    push?.({ ...item, nonce: '0x6' })
    push?.({ ...item, from: '0x00000000000000000000000000000000000000bb' })
    expect(sightings).toEqual([])
  })

  it('of any transaction is a tick, at most ten a second', async () => {
    const { subscribed, watcher, clock } = listening()
    let ticks = 0
    watcher.onTick(() => {
      ticks += 1
    })
    await Promise.resolve()
    // Nothing is in flight, so that hashes are subscribed to.
    const push = subscribed.get('["newPreconfirmed"]')
    for (let count = 0; count < 50; count += 1) push?.(`0x${String(count).padStart(64, '0')}`)
    expect(ticks).toBe(1)
    clock.advance(100)
    expect(ticks).toBe(2)
    clock.advance(1_000)
    expect(ticks).toBe(2)
  })

  it('is subscribed to in full only while a transaction is in flight, and not at all without listeners', async () => {
    const { subscribed, watcher } = listening()
    expect([...subscribed.keys()]).toEqual([])
    const stop = watcher.onTick(() => undefined)
    await Promise.resolve()
    expect([...subscribed.keys()].sort()).toEqual(['["newHeads"]', '["newPreconfirmed"]'])
    watcher.watch({ hash, from, nonce: 5 })
    await Promise.resolve()
    expect([...subscribed.keys()].sort()).toEqual(['["newHeads"]', '["newPreconfirmed",true]'])
    watcher.unwatch(hash)
    stop()
    await Promise.resolve()
    expect([...subscribed.keys()]).toEqual([])
  })
})
