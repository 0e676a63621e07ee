import { describe, expect, it } from 'vitest'
import { type DappMessage, type DappRequest, longestRequest } from '@/lib/language/dapp'
import { type BridgePort, createBridge } from './bridge'

/** A worker's end of a port, as far as the bridge can see one. */
function createPort() {
  const requests: DappRequest[] = []
  let onMessage: (message: DappMessage) => void = () => undefined
  let onDisconnect: () => void = () => undefined
  let isOpen = true
  const port: BridgePort = {
    postMessage: request => requests.push(structuredClone(request)),
    disconnect() {
      isOpen = false
    },
    onMessage: {
      addListener(listener) {
        onMessage = listener
      },
    },
    onDisconnect: {
      addListener(listener) {
        onDisconnect = listener
      },
    },
  }
  return {
    port,
    requests,
    answer: (message: DappMessage) => onMessage(message),
    die: () => onDisconnect(),
    isOpen: () => isOpen,
  }
}

function setUp() {
  const ports: ReturnType<typeof createPort>[] = []
  const told: unknown[] = []
  const delayed: { ms: number; task: () => void }[] = []
  let alive = true
  let uses = 0
  let isAttended = false
  const bridge = createBridge({
    connect() {
      if (!alive) throw new Error('Extension context invalidated.')
      const made = createPort()
      ports.push(made)
      return made.port
    },
    isAlive: () => alive,
    isAttended: () => isAttended,
    toPage: text => told.push(JSON.parse(text)),
    later: (ms, task) => delayed.push({ ms, task }),
    onFirstUse: () => {
      uses += 1
    },
  })
  const last = () => {
    const port = ports.at(-1)
    if (port === undefined) throw new Error('nothing connected')
    return port
  }
  return {
    bridge,
    ports,
    told,
    delayed,
    last,
    uses: () => uses,
    attend: () => {
      isAttended = true
    },
    ask: (...text: unknown[]) => bridge.fromPage(JSON.stringify(text)),
    update: () => {
      alive = false
    },
  }
}

describe('the bridge', () => {
  it('says of each request whether the person was on the page when it was made', () => {
    const { ask, attend, last } = setUp()
    ask('a', 'eth_chainId')
    attend()
    ask('b', 'eth_chainId')
    last().die()
    expect(last().requests).toEqual([
      { id: 'a', method: 'eth_chainId' },
      { id: 'b', method: 'eth_chainId', isAttended: true },
    ])
  })

  it('connects with the first request and not before', () => {
    const { bridge, ports, ask, uses } = setUp()
    bridge.wake()
    bridge.restored()
    expect([ports.length, uses()]).toEqual([0, 0])
    ask('a', 'eth_chainId')
    ask('b', 'eth_accounts')
    expect([ports.length, uses()]).toEqual([1, 1])
  })

  it('sends what is unanswered again, under the same id, when the worker died', () => {
    const { ports, told, ask, last } = setUp()
    ask('a', 'eth_chainId')
    ask('b', 'eth_sendTransaction', [{ value: '0x1' }])
    last().answer({ kind: 'result', id: 'a', result: '0x1' })
    last().die()
    expect(ports).toHaveLength(2)
    expect(last().requests).toEqual([{ id: 'b', method: 'eth_sendTransaction', params: [{ value: '0x1' }] }])
    last().answer({ kind: 'result', id: 'b', result: '0xhash' })
    expect(told).toEqual([
      ['result', 'a', '0x1'],
      ['result', 'b', '0xhash'],
    ])
  })

  it('stays away while nothing is unanswered, and comes back with the next request or news', () => {
    const { bridge, ports, ask, last } = setUp()
    ask('a', 'eth_chainId')
    last().answer({ kind: 'result', id: 'a', result: '0x1' })
    last().die()
    expect(ports).toHaveLength(1)
    bridge.wake()
    expect(ports).toHaveLength(2)
  })

  it('asks for its subscriptions again until the page ends them', () => {
    const { ask, last } = setUp()
    ask('a', 'eth_subscribe', ['newHeads'])
    last().answer({ kind: 'result', id: 'a', result: '0xa' })
    last().die()
    // By the id it has: the worker sees whether it is still the same one.
    expect(last().requests).toEqual([{ id: 'a', method: 'eth_subscribe', params: ['newHeads'], subscription: '0xa' }])
    ask('b', 'eth_unsubscribe', ['0xa'])
    last().answer({ kind: 'result', id: 'b', result: true })
    const before = last()
    before.die()
    expect(last()).toBe(before)
  })

  it('asks no more for a subscription that the worker ended', () => {
    const { ask, last } = setUp()
    ask('a', 'eth_subscribe', ['newHeads'])
    last().answer({ kind: 'result', id: 'a', result: '0xa' })
    last().answer({ kind: 'error', id: 'a', error: { code: 4100, message: 'no' } })
    const before = last()
    before.die()
    expect(last()).toBe(before)
  })

  it('does not drive a worker that keeps dying in circles', () => {
    const { ports, delayed, ask, last } = setUp()
    ask('a', 'eth_chainId')
    last().die()
    last().die()
    // The first one looks whether the extension is still there, the second one connects.
    expect([ports.length, delayed.map(({ ms }) => ms)]).toEqual([2, [50, 50]])
    delayed[1]?.task()
    last().die()
    expect([ports.length, delayed.map(({ ms }) => ms)]).toEqual([3, [50, 50, 100]])
  })

  it('ends what is unanswered when the port was lost a moment before the extension, and the one made in between is silent', () => {
    const { ports, told, delayed, ask, last, update } = setUp()
    ask('a', 'eth_accounts')
    last().die()
    expect(ports).toHaveLength(2)
    update()
    delayed[0]?.task()
    expect(told).toEqual([['gone']])
    for (const { task } of delayed) task()
    expect([told.length, ports.length, delayed.length]).toEqual([1, 2, 1])
  })

  it('tells a page that waits for nothing of an update, and soon stops looking where there was none', () => {
    const idle = setUp()
    idle.ask('a', 'eth_accounts')
    idle.last().answer({ kind: 'result', id: 'a', result: [] })
    idle.last().die()
    for (let index = 0; index < idle.delayed.length; index++) idle.delayed[index]?.task()
    expect(idle.delayed.map(({ ms }) => ms)).toEqual([50, 100, 200, 400, 800, 1_600])
    expect(idle.told).toEqual([['result', 'a', []]])

    const updated = setUp()
    updated.ask('a', 'eth_accounts')
    updated.last().answer({ kind: 'result', id: 'a', result: [] })
    updated.last().die()
    updated.update()
    for (const { task } of updated.delayed) task()
    expect(updated.told.at(-1)).toEqual(['gone'])
  })

  it('goes on looking while something is unanswered, until the worker is heard', () => {
    const { delayed, ask, last } = setUp()
    ask('a', 'eth_accounts')
    last().die()
    for (let index = 0; index < 12; index++) delayed[index]?.task()
    expect(delayed.map(({ ms }) => ms).slice(-2)).toEqual([10_000, 10_000])
    const before = delayed.length
    last().answer({ kind: 'state', chainId: '0x1', accounts: [] })
    for (const { task } of [...delayed]) task()
    expect(delayed).toHaveLength(before)
  })

  it('tells the page once that the extension was updated, and never connects again', () => {
    const { bridge, ports, told, ask, last, update } = setUp()
    ask('a', 'eth_accounts')
    update()
    last().die()
    ask('b', 'eth_accounts')
    bridge.wake()
    bridge.restored()
    expect(told).toEqual([['gone']])
    expect(ports).toHaveLength(1)
  })

  it('notices an update also when it had no connection', () => {
    const { told, ask, update } = setUp()
    update()
    ask('a', 'eth_accounts')
    expect(told).toEqual([['gone']])
  })

  it('has no port while the page is in the back-forward cache, and asks again when it comes back', () => {
    const { bridge, ports, told, ask, last } = setUp()
    ask('a', 'eth_requestAccounts')
    const silent = last()
    bridge.putAway()
    expect(silent.isOpen()).toBe(false)
    bridge.wake()
    expect(ports).toHaveLength(1)
    bridge.restored()
    expect(ports).toHaveLength(2)
    expect(last().requests).toEqual([{ id: 'a', method: 'eth_requestAccounts' }])
    silent.answer({ kind: 'state', chainId: '0x1', accounts: [] })
    silent.die()
    expect([told, ports.length]).toEqual([[], 2])
  })

  it('refuses a request that is too large to carry', () => {
    const { ports, told, ask } = setUp()
    ask('a', 'eth_call', ['x'.repeat(longestRequest)])
    expect(told).toEqual([['error', 'a', -32600, 'The request is too large.']])
    expect(ports).toHaveLength(0)
  })

  it('passes errors on as they are', () => {
    const { told, ask, last } = setUp()
    ask('a', 'eth_call')
    ask('b', 'eth_call')
    last().answer({ kind: 'error', id: 'a', error: { code: 4100, message: 'no' } })
    last().answer({ kind: 'error', id: 'b', error: { code: 3, message: 'reverted', data: '0x' } })
    expect(told).toEqual([
      ['error', 'a', 4100, 'no'],
      ['error', 'b', 3, 'reverted', '0x'],
    ])
  })
})
