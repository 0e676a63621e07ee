import { describe, expect, it } from 'vitest'
import { createListeners } from '@/lib/base/listeners'
import { RpcError } from '@/lib/base/rpc/errors'
import type { SocketState } from '@/lib/base/rpc/types'
import { from, hash, silentConnection, watcherOver } from './watcher.fixture'

const heads = '["newHeads"]'
const hashes = '["newPreconfirmed"]'
const full = '["newPreconfirmed",true]'
const shreds = '["shreds",false]'
const miniBlocks = '["miniBlocks"]'
const proposals = '["monadNewHeads"]'
const others = [shreds, miniBlocks, proposals]

/**
 * A watcher with a transaction in flight, on a connection that accepts all subscriptions but the refused ones and those
 * of other families, and never answers a call.
 */
function watching(...refused: string[]) {
  return watchingWithout(...refused, ...others)
}

/** The same on a connection that accepts those of other families too. */
function watchingWithout(...refused: string[]) {
  const refusing = new Set(refused)
  const asked: string[] = []
  const subscribed = new Set<string>()
  const listeners = createListeners<[SocketState]>()
  let state: SocketState = 'open'
  const connection = silentConnection({
    async subscribe(params) {
      const name = JSON.stringify(params)
      asked.push(name)
      if (refusing.has(name)) throw new RpcError('node-error', 'internal error')
      subscribed.add(name)
      return () => subscribed.delete(name)
    },
    socket: () => state,
    onSocket: listeners.add,
    others: async () => [],
    discredit: () => undefined,
    unread: () => undefined,
    isProposing: () => false,
    isDevelopment: () => false,
  })
  const { watcher, clock } = watcherOver(connection)
  watcher.watch({ hash, from, nonce: 5 })
  return {
    clock,
    watcher,
    asked,
    refusing,
    subscriptions: () => [...subscribed].sort(),
    through(...states: SocketState[]) {
      for (const next of states) {
        state = next
        listeners.tell(next)
      }
    },
  }
}

describe('a refused subscription', () => {
  it('is tried once on the next socket', async () => {
    const { refusing, subscriptions, through } = watching(heads)
    await expect.poll(subscriptions).toEqual([full])
    refusing.clear()
    through('closed', 'connecting', 'open')
    await expect.poll(subscriptions).toEqual([heads, full])
  })

  it('of full transactions is tried on the next socket, and replaces the one of hashes', async () => {
    const { refusing, subscriptions, through } = watching(full)
    await expect.poll(subscriptions).toEqual([heads, hashes])
    refusing.clear()
    through('closed', 'connecting', 'open')
    await expect.poll(subscriptions).toEqual([heads, full])
  })

  it('is not tried again on the same socket when that falls silent and recovers', async () => {
    const { asked, subscriptions, through } = watching(heads, full)
    await expect.poll(subscriptions).toEqual([hashes])
    const before = [...asked]
    through('silent', 'open', 'silent', 'open')
    expect(asked).toEqual(before)
  })

  it('that is refused again is not tried a third time', async () => {
    const { asked, subscriptions, through } = watching(heads, full)
    await expect.poll(subscriptions).toEqual([hashes])
    through('closed', 'connecting', 'open')
    await expect.poll(() => asked.filter(name => name === full)).toHaveLength(2)
    await expect.poll(subscriptions).toEqual([hashes])
    expect(asked.filter(name => name === heads)).toHaveLength(2)
  })

  it('is tried again after 15 s, with the others that were refused', async () => {
    const { clock, asked, refusing, subscriptions } = watching(heads, full, hashes)
    await expect.poll(() => asked).toHaveLength(6)
    clock.advance(14_999)
    expect(asked).toHaveLength(6)
    refusing.clear()
    clock.advance(1)
    await expect.poll(subscriptions).toEqual([heads, full])
  })

  it('is tried at growing intervals', async () => {
    const { clock, asked } = watching(heads)
    const times = () => asked.filter(name => name === heads).length
    for (const [count, waitMs] of [15_000, 30_000, 60_000, 120_000, 240_000].entries()) {
      await expect.poll(times).toBe(count + 1)
      clock.advance(waitMs - 1)
      expect(times()).toBe(count + 1)
      clock.advance(1)
    }
    await expect.poll(times).toBe(6)
  })

  it('is not tried while nothing is in flight, nor earlier when something is again', async () => {
    const { clock, asked, watcher } = watching(heads, full, hashes)
    await expect.poll(() => asked).toHaveLength(6)
    watcher.unwatch(hash)
    clock.advance(10_000)
    watcher.watch({ hash, from, nonce: 5 })
    watcher.unwatch(hash)
    clock.advance(3_600_000)
    expect(asked).toHaveLength(6)
  })
})

describe('the family of a network', () => {
  it.each([
    ['shreds', [], shreds],
    ['mini-blocks', [shreds], miniBlocks],
    ['proposals', [shreds, miniBlocks], proposals],
  ])('(%s) is found by trying, where its own subscription is refused', async (_name, refused, taken) => {
    const { asked, subscriptions, watcher } = watchingWithout(full, hashes, ...refused)
    await expect.poll(subscriptions).toEqual([taken, heads].sort())
    expect(asked).toEqual([heads, full, hashes, ...refused, taken])
    watcher.unwatch(hash)
    await expect.poll(subscriptions).toEqual([])
    // It is known from then on: nothing else is asked for while the same socket lives.
    watcher.watch({ hash, from, nonce: 5 })
    await expect.poll(subscriptions).toEqual([taken, heads].sort())
    expect(asked.slice(-2).sort()).toEqual([taken, heads].sort())
  })

  it('gives way to the network’s own subscription, once that is taken', async () => {
    const { refusing, subscriptions, through } = watchingWithout(full, hashes)
    await expect.poll(subscriptions).toEqual([heads, shreds])
    refusing.clear()
    through('closed', 'connecting', 'open')
    await expect.poll(subscriptions).toEqual([heads, full])
  })

  it('is none where every subscription is refused', async () => {
    const { asked, subscriptions } = watching(full, hashes)
    await expect.poll(() => asked).toEqual([heads, full, hashes, ...others])
    expect(subscriptions()).toEqual([heads])
  })
})
