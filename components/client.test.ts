import { describe, expect, it, vi } from 'vitest'
import { Failure } from '@/lib/base/failure'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { procedures } from '@/lib/language/procedures'
import type { Slices, TransactionView, UiRequest, UiResponse } from '@/lib/language/ui'
import { createClient, type UiPort } from './client'
import type { AskRepeatable } from './client-calls'
import { acceptedTransaction } from './transaction.fixture'

interface FakePort extends UiPort {
  sent: UiRequest[]
  say(message: UiResponse): void
  die(): void
}

function fakePort(): FakePort {
  let onMessage: (message: UiResponse) => void = () => undefined
  let onDisconnect = () => {}
  return {
    sent: [],
    postMessage(message) {
      this.sent.push(message)
    },
    disconnect() {},
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
    say: message => onMessage(message),
    die: () => onDisconnect(),
  }
}

const fromRow: AskRepeatable = (procedure, answer) => answer(procedures[procedure].repeatable)

function setUp(askRepeatable = fromRow) {
  const clock = createManualClock()
  const ports: FakePort[] = []
  const onPush = vi.fn()
  const connect = vi.fn(() => {
    const port = fakePort()
    ports.push(port)
    return port
  })
  const client = createClient({
    connect,
    slices: ['session', 'selection', 'balance', 'activity'],
    clock,
    askRepeatable,
    onPush,
  })
  const port = () => {
    const last = ports.at(-1)
    if (last === undefined) throw new Error('no port was opened')
    return last
  }
  const lastCall = () => {
    const call = port().sent.findLast(message => message.kind === 'call')
    if (call?.kind !== 'call') throw new Error('nothing was asked')
    return call
  }
  return { client, clock, connect, ports, port, lastCall, onPush }
}

const unlocked: Slices['session'] = { vault: 'unlocked', lockAt: null, retryAt: null }
const selection: Slices['selection'] = {
  networkId: firstNetworkOf(1),
  chainId: 1,
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
}
const balance = (pending: bigint, receivedAt: number | null): NonNullable<Slices['balance']> => ({
  networkId: firstNetworkOf(1),
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  sealed: '0x0',
  pending: `0x${pending.toString(16)}`,
  readAt: 0,
  receivedAt,
})
const row = (id: string, createdAt: number, changes: Partial<TransactionView> = {}): TransactionView => ({
  ...acceptedTransaction,
  id,
  createdAt,
  ...changes,
})
const slice = <Name extends keyof Slices>(name: Name, value: Slices[Name]) =>
  ({ kind: 'slice', name, value }) as Extract<UiResponse, { kind: 'slice'; name: Name }>

describe('calls', () => {
  it('resolves with the answer to its own id', async () => {
    const { client, port } = setUp()
    const first = client.call('account.add', {})
    const second = client.call('select', { networkId: firstNetworkOf(5) })
    const ids = port().sent.flatMap(message => (message.kind === 'call' ? [message.id] : []))
    port().say({ kind: 'result', id: ids[1] ?? 0, output: null })
    port().say({ kind: 'result', id: ids[0] ?? 0, output: { address: '0x01' } })
    await expect(first).resolves.toEqual({ address: '0x01' })
    await expect(second).resolves.toBeNull()
  })

  it('rejects with the failure that the worker names', async () => {
    const { client, port, lastCall } = setUp()
    const unlock = client.call('vault.unlock', { password: 'wrong' })
    port().say({
      kind: 'failure',
      id: lastCall().id,
      failure: { code: 'wrong-password', details: { retryInMs: 5_000 } },
    })
    await expect(unlock).rejects.toEqual(new Failure('wrong-password', { retryInMs: 5_000 }))
  })

  it('repeats a repeatable call after the worker died', async () => {
    const { client, clock, port, ports, lastCall } = setUp()
    const reject = client.call('approval.reject', { id: 'a' })
    clock.advance(30_000)
    port().die()
    expect(ports).toHaveLength(2)
    expect(lastCall()).toMatchObject({ procedure: 'approval.reject', input: { id: 'a' } })
    port().say({ kind: 'result', id: lastCall().id, output: null })
    await expect(reject).resolves.toBeNull()
  })

  it('rejects a call that could happen twice, and does not repeat it', async () => {
    const { client, clock, port } = setUp()
    const propose = client.call('send.propose', { to: selection?.address ?? '0x', value: '0x1' })
    clock.advance(30_000)
    port().die()
    await expect(propose).rejects.toMatchObject({ code: 'worker-restarted' })
    expect(port().sent.filter(message => message.kind === 'call')).toEqual([])
  })

  it('gives up a call after the worker died with it four times', async () => {
    const { client, clock, port } = setUp()
    const approve = client.call('approval.approve', { id: 'a', digest: '0x' })
    for (let death = 0; death < 4; death += 1) {
      clock.advance(5_000)
      port().die()
    }
    await expect(approve).rejects.toMatchObject({ code: 'worker-restarted' })
  })

  it('rejects all calls after the extension was replaced under the page', async () => {
    const { client, clock, connect, port } = setUp()
    const lock = client.call('vault.lock', {})
    connect.mockImplementation(() => {
      throw new Error('Extension context invalidated.')
    })
    clock.advance(30_000)
    port().die()
    await expect(lock).rejects.toMatchObject({ code: 'worker-restarted' })
  })
})

describe('a call that a dead worker left unanswered', () => {
  /** A client whose table of procedures is loaded when the test says so. */
  function setUpLate() {
    const asked: { procedure: string; answer: (isRepeatable: boolean) => void }[] = []
    const all = setUp((procedure, answer) => asked.push({ procedure, answer }))
    const calls = () => all.port().sent.filter(message => message.kind === 'call')
    const dies = () => {
      all.clock.advance(30_000)
      all.port().die()
    }
    return { ...all, asked, calls, dies }
  }

  it('is sent to the new worker when the table has said that it may be repeated', async () => {
    const { client, port, lastCall, asked, calls, dies } = setUpLate()
    const lock = client.call('vault.lock', {})
    dies()
    expect(asked.map(({ procedure }) => procedure)).toEqual(['vault.lock'])
    expect(calls()).toEqual([])
    asked[0]?.answer(true)
    expect(calls()).toHaveLength(1)
    port().say({ kind: 'result', id: lastCall().id, output: null })
    await expect(lock).resolves.toBeNull()
  })

  it('waits for the table through further deaths, and is asked about once', () => {
    const { client, asked, calls, dies } = setUpLate()
    void client.call('vault.lock', {})
    dies()
    dies()
    expect(asked).toHaveLength(1)
    asked[0]?.answer(true)
    expect(calls()).toHaveLength(1)
  })

  it('is rejected when the table has said that it may not, and other calls go on', async () => {
    const { client, asked, calls, dies } = setUpLate()
    const add = client.call('account.add', {})
    dies()
    void client.call('vault.lock', {}).catch(() => undefined)
    asked[0]?.answer(false)
    await expect(add).rejects.toMatchObject({ code: 'worker-restarted', details: { procedure: 'account.add' } })
    expect(calls()).toMatchObject([{ procedure: 'vault.lock' }])
  })

  it('stays rejected when the table answers after the extension was replaced', async () => {
    const { client, connect, asked, ports, dies } = setUpLate()
    const lock = client.call('vault.lock', {})
    connect.mockImplementation(() => {
      throw new Error('Extension context invalidated.')
    })
    dies()
    asked[0]?.answer(true)
    await expect(lock).rejects.toMatchObject({ code: 'worker-restarted' })
    expect(ports).toHaveLength(1)
  })
})

describe('the port', () => {
  it('subscribes again after the worker died', () => {
    const { clock, port, ports } = setUp()
    clock.advance(30_000)
    port().die()
    expect(ports).toHaveLength(2)
    expect(port().sent[0]).toEqual({ kind: 'subscribe', slices: ['session', 'selection', 'balance', 'activity'] })
  })

  it('subscribes once to the slices of a screen opened later, and again after the worker died', () => {
    const { client, clock, port } = setUp()
    client.listen('authorizations', () => undefined)
    client.listen('authorizations', () => undefined)
    const late = { kind: 'subscribe', slices: ['authorizations'] }
    expect(port().sent.slice(1)).toEqual([late])
    clock.advance(30_000)
    port().die()
    expect(port().sent).toEqual([
      { kind: 'subscribe', slices: ['session', 'selection', 'balance', 'activity', 'authorizations'] },
    ])
  })

  it('waits longer and longer for a worker that cannot start', () => {
    const { clock, port, ports } = setUp()
    port().die()
    expect(ports).toHaveLength(1)
    clock.advance(100)
    expect(ports).toHaveLength(2)
    port().die()
    clock.advance(249)
    expect(ports).toHaveLength(2)
    clock.advance(1)
    expect(ports).toHaveLength(3)
  })

  it('ignores messages of a port that was replaced', () => {
    const { client, clock, ports } = setUp()
    clock.advance(30_000)
    client.reconnect()
    expect(ports).toHaveLength(2)
    ports[0]?.say(slice('session', unlocked))
    expect(client.read('session')).toBeUndefined()
  })
})

describe('slices', () => {
  it('tells only the listeners of the slice that changed', () => {
    const { client, port } = setUp()
    const onBalance = vi.fn()
    const onActivity = vi.fn()
    client.listen('balance', onBalance)
    client.listen('activity', onActivity)
    port().say(slice('balance', balance(1n, null)))
    expect(onBalance).toHaveBeenCalledOnce()
    expect(onActivity).not.toHaveBeenCalled()
  })

  it('puts a new row first and a changed one in its place', () => {
    const { client, port } = setUp()
    port().say(slice('activity', [row('b', 2), row('a', 1)]))
    port().say({ kind: 'activity-row', row: row('c', 3) })
    port().say({ kind: 'activity-row', row: row('a', 1, { level: 'sealed' }) })
    expect(client.read('activity')?.map(({ id, level }) => [id, level])).toEqual([
      ['c', 'accepted'],
      ['b', 'accepted'],
      ['a', 'sealed'],
    ])
  })

  it('leaves out a row of another account or network', () => {
    const { client, port } = setUp()
    port().say(slice('selection', selection))
    port().say(slice('activity', []))
    port().say({ kind: 'activity-row', row: row('other', 1, { networkId: firstNetworkOf(2) }) })
    expect(client.read('activity')).toEqual([])
  })

  it('forgets balance and history when the wallet locks', () => {
    const { client, port } = setUp()
    port().say(slice('session', unlocked))
    port().say(slice('balance', balance(1n, null)))
    port().say(slice('activity', [row('a', 1)]))
    port().say(slice('session', { vault: 'locked', lockAt: null, retryAt: null }))
    expect(client.read('balance')).toBeUndefined()
    expect(client.read('activity')).toBeUndefined()
  })
})

describe('a value that is sent again', () => {
  it('draws nothing', () => {
    const { client, port } = setUp()
    const drawn = vi.fn()
    client.listen('activity', drawn)
    port().say(slice('activity', [row('a', 1)]))
    const first = client.read('activity')
    port().say(slice('activity', [row('a', 1)]))
    expect(drawn).toHaveBeenCalledTimes(1)
    expect(client.read('activity')).toBe(first)
    port().say(slice('activity', [row('a', 1, { level: 'sealed' })]))
    expect(drawn).toHaveBeenCalledTimes(2)
  })

  it('is heard by screens that read more with every sending', () => {
    const { client, port } = setUp()
    const heard = vi.fn()
    const stop = client.hear('activity', heard)
    expect(client.told('activity')).toBe(0)
    port().say(slice('activity', [row('a', 1)]))
    port().say(slice('activity', [row('a', 1)]))
    expect(heard).toHaveBeenCalledTimes(2)
    expect(client.told('activity')).toBe(2)
    stop()
    port().say(slice('activity', []))
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('draws nothing where the snapshot had it', () => {
    const { client, port } = setUp()
    client.paint({ lockAt: null, slices: { selection, balance: balance(1n, null) } })
    const drawn = vi.fn()
    client.listen('balance', drawn)
    port().say(slice('balance', balance(1n, null)))
    expect(drawn).not.toHaveBeenCalled()
  })
})

describe('the snapshot', () => {
  it('is painted until the worker sends a value', () => {
    const { client, port } = setUp()
    client.paint({ lockAt: null, slices: { session: unlocked, balance: balance(1n, null) } })
    expect(client.read('balance')?.pending).toBe('0x1')
    port().say(slice('balance', balance(2n, null)))
    expect(client.read('balance')?.pending).toBe('0x2')
  })

  it('is not painted once the lock deadline has passed', () => {
    const { client, clock } = setUp()
    client.paint({ lockAt: clock.now(), slices: { session: unlocked, balance: balance(1n, null) } })
    expect(client.read('session')).toBeUndefined()
    expect(client.read('balance')).toBeUndefined()
  })

  it('never replaces a value that the worker sent', () => {
    const { client, port } = setUp()
    port().say(slice('session', { vault: 'locked', lockAt: null, retryAt: null }))
    client.paint({ lockAt: null, slices: { session: unlocked } })
    expect(client.read('session')?.vault).toBe('locked')
  })
})

describe('the time from a push to its paint', () => {
  it('is measured for news, not for the first value', () => {
    const { port, onPush } = setUp()
    port().say(slice('balance', balance(1n, 1_000)))
    expect(onPush).not.toHaveBeenCalled()
    port().say(slice('balance', balance(2n, 2_000)))
    expect(onPush).toHaveBeenCalledExactlyOnceWith(2_000, 'balance')
  })

  it('is measured once for one push', () => {
    const { port, onPush } = setUp()
    port().say(slice('balance', balance(1n, null)))
    port().say(slice('balance', balance(2n, 2_000)))
    port().say(slice('balance', balance(2n, 2_000)))
    expect(onPush).toHaveBeenCalledTimes(1)
  })

  it('is measured for a row that a push changed', () => {
    const { port, onPush } = setUp()
    port().say(slice('activity', []))
    port().say({ kind: 'activity-row', row: row('a', 1, { receivedAt: 5_000 }) })
    expect(onPush).toHaveBeenCalledExactlyOnceWith(5_000, 'activity')
  })
})
