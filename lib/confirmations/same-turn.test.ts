import type { Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import { RpcError } from '@/lib/rpc/errors'
import type { Connection } from '@/lib/rpc/types'
import { createManualClock } from '@/lib/values/manual-clock'
import type { Sighting } from './types'
import { createConfirmationWatcher } from './watcher'

const hash: Hash = `0x${'ab'.repeat(32)}`
const from = '0x00000000000000000000000000000000000000aa'
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

/** A connection that takes subscriptions, keeps what they call, and never answers anything else. */
function captured() {
  const subscribed = new Map<string, (item: unknown) => void>()
  const connection: Connection = {
    chainId: 1,
    request: () => Promise.reject(new RpcError('unreachable', 'out')),
    passThrough: () => Promise.reject(new RpcError('unreachable', 'out')),
    batch: () => new Promise(() => undefined),
    async subscribe(params, onItem) {
      subscribed.set(JSON.stringify(params), onItem)
      return () => subscribed.delete(JSON.stringify(params))
    },
    socket: () => 'open',
    onSocket: () => () => undefined,
  }
  return { subscribed, connection }
}

function watcherOver(connection: Connection) {
  const clock = createManualClock()
  const watcher = createConfirmationWatcher({
    connection,
    network: { methodPrefix: 'base', preconfirmationSubscription: 'newPreconfirmed' },
    clock,
    keepAlive: { hold: () => () => undefined },
    checkGenesis: async () => 0,
    onEpoch: () => () => undefined,
  })
  const sightings: Sighting[] = []
  watcher.onSighting(sighting => sightings.push(sighting))
  return { watcher, clock, sightings }
}

describe('a pushed pre-confirmation', () => {
  it('is told before the call that delivers the frame returns, with the time of that turn', async () => {
    const { connection, subscribed } = captured()
    const { watcher, clock, sightings } = watcherOver(connection)
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
    watcher.stop()
  })

  it('with another sender or nonce is told to nobody', async () => {
    const { connection, subscribed } = captured()
    const { watcher, sightings } = watcherOver(connection)
    watcher.watch({ hash, from, nonce: 5 })
    await Promise.resolve()
    const push = subscribed.get('["newPreconfirmed",true]')
    push?.({ ...item, nonce: '0x6' })
    push?.({ ...item, from: '0x00000000000000000000000000000000000000bb' })
    expect(sightings).toEqual([])
    watcher.stop()
  })

  it('of anybody is a tick for those who show balances, ten a second at most', async () => {
    const { connection, subscribed } = captured()
    const { watcher, clock } = watcherOver(connection)
    let ticks = 0
    watcher.onTick(() => {
      ticks += 1
    })
    await Promise.resolve()
    // Nothing is in flight: bare hashes are enough.
    const push = subscribed.get('["newPreconfirmed"]')
    for (let count = 0; count < 50; count += 1) push?.(`0x${String(count).padStart(64, '0')}`)
    expect(ticks).toBe(1)
    clock.advance(100)
    expect(ticks).toBe(2)
    clock.advance(1_000)
    expect(ticks).toBe(2)
    watcher.stop()
  })

  it('is asked for in full exactly while something is in flight, and for nobody not at all', async () => {
    const { connection, subscribed } = captured()
    const { watcher } = watcherOver(connection)
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
    watcher.stop()
  })
})
