import { describe, expect, it } from 'vitest'
import type { BridgeText } from '@/lib/language/dapp'
import { createPageProvider } from './provider'

function setUp() {
  const sent: unknown[][] = []
  const reported: unknown[] = []
  const delayed: (() => void)[] = []
  let asked = 0
  let isTaken = true
  let count = 0
  const { provider, receive } = createPageProvider({
    send(text) {
      if (text === '') asked += 1
      else sent.push(JSON.parse(text))
      return isTaken
    },
    later: (_ms, task) => delayed.push(task),
    randomId: () => `id-${++count}`,
    report: error => reported.push(error),
  })
  const tell = (...frame: BridgeText) => receive(JSON.stringify(frame))
  return {
    provider,
    sent,
    reported,
    tell,
    /** Lets the time pass that was asked for; returns how often the bridge has been asked for so far. */
    pass() {
      for (const task of delayed.splice(0)) task()
      return asked
    },
    endBridge() {
      isTaken = false
    },
  }
}

describe('the provider in the page', () => {
  it('answers each request once, whatever order the answers come in', async () => {
    const { provider, sent, tell } = setUp()
    const first = provider.request({ method: 'eth_chainId' })
    const second = provider.request({ method: 'eth_call', params: [{ to: '0x1' }, 'pending'] })
    expect(sent).toEqual([
      ['id-1', 'eth_chainId'],
      ['id-2', 'eth_call', [{ to: '0x1' }, 'pending']],
    ])
    tell('result', 'id-2', '0xaa')
    tell('result', 'id-1', '0x1')
    tell('result', 'id-1', '0x2')
    expect(await Promise.all([first, second])).toEqual(['0x1', '0xaa'])
  })

  it('rejects with an Error that has the code, and the data only if there is some', async () => {
    const { provider, tell } = setUp()
    const refused = provider.request({ method: 'eth_accounts' })
    const reverted = provider.request({ method: 'eth_call' })
    tell('error', 'id-1', 4100, 'not connected')
    tell('error', 'id-2', 3, 'execution reverted', '0x08c379a0')
    await expect(refused).rejects.toBeInstanceOf(Error)
    await expect(refused).rejects.toMatchObject({ code: 4100, message: 'not connected' })
    await expect(refused).rejects.not.toHaveProperty('data')
    await expect(reverted).rejects.toMatchObject({ code: 3, data: '0x08c379a0' })
  })

  it('sends on what a page gives for a request, right or wrong, and never throws itself', () => {
    const { provider, sent } = setUp()
    const ask = (args: unknown) => Reflect.apply(provider.request, undefined, [args])
    for (const args of [undefined, null, 7, 'eth_chainId', ['eth_chainId'], {}, { method: 5 }]) ask(args)
    ask({
      get method() {
        throw new Error('no')
      },
    })
    expect(sent.map(([, method]) => method)).toEqual([null, null, null, null, null, null, 5, null])
  })

  it('refuses parameters that are no JSON without asking anybody', async () => {
    const { provider, sent } = setUp()
    await expect(provider.request({ method: 'eth_call', params: [1n] })).rejects.toMatchObject({ code: -32602 })
    expect(sent).toEqual([])
  })

  it('speaks the old ways too', async () => {
    const { provider, sent, tell } = setUp()
    const enabled = provider.enable()
    const sentNow = provider.send('eth_chainId')
    const called = new Promise(resolve =>
      provider.sendAsync({ id: 9, method: 'eth_gasPrice', params: [] }, (error, response) =>
        resolve([error, response]),
      ),
    )
    const failed = new Promise(resolve => {
      provider.send({ id: 3, method: 'eth_sign' }, (error: unknown) => resolve(error))
    })
    expect(sent.map(([, method]) => method)).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_gasPrice', 'eth_sign'])
    tell('result', 'id-1', ['0xaa'])
    tell('result', 'id-2', '0x1')
    tell('result', 'id-3', '0x7')
    tell('error', 'id-4', 4200, 'not supported')
    expect(await enabled).toEqual(['0xaa'])
    expect(await sentNow).toMatchObject({ jsonrpc: '2.0', result: '0x1' })
    expect(await called).toEqual([null, { id: 9, jsonrpc: '2.0', result: '0x7' }])
    expect(await failed).toMatchObject({ code: 4200 })
  })

  it('answers a batch of sendAsync request by request, in its order', async () => {
    const { provider, sent, tell } = setUp()
    const answered = new Promise(resolve =>
      provider.sendAsync([{ id: 7, method: 'eth_chainId' }, { id: 8, method: 'eth_sign' }, [{ id: 9 }]], (...given) =>
        resolve(given),
      ),
    )
    expect(sent.map(([, method]) => method)).toEqual(['eth_chainId', 'eth_sign', null])
    tell('error', 'id-3', -32600, 'no request')
    tell('error', 'id-2', 4200, 'not supported')
    tell('result', 'id-1', '0x1')
    expect(await answered).toEqual([
      null,
      [
        { id: 7, jsonrpc: '2.0', result: '0x1' },
        { id: 8, jsonrpc: '2.0', error: expect.objectContaining({ code: 4200 }) },
        { jsonrpc: '2.0', error: expect.objectContaining({ code: -32600 }) },
      ],
    ])
  })

  it('gives errors that keep their message as JSON', async () => {
    const { provider, tell } = setUp()
    const failed = provider.request({ method: 'eth_sign' }).catch((error: unknown) => JSON.stringify(error))
    tell('error', 'id-1', 4200, 'not supported', '0x1')
    expect(JSON.parse(String(await failed))).toEqual({ message: 'not supported', code: 4200, data: '0x1' })
  })

  it('tells of changes, and of the first state only that it is connected', () => {
    const { provider, tell } = setUp()
    const events: unknown[] = []
    for (const event of ['connect', 'chainChanged', 'accountsChanged', 'message'])
      provider.on(event, payload => events.push([event, payload]))
    tell('state', '0x1', [])
    tell('state', '0x1', [])
    tell('state', '0x1', ['0xaa'])
    tell('state', '0x2', ['0xaa'])
    tell('message', { type: 'eth_subscription', data: 1 })
    expect(events).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', ['0xaa']],
      ['chainChanged', '0x2'],
      ['message', { type: 'eth_subscription', data: 1 }],
    ])
  })

  it('forgets listeners when told to, calls a once-listener once, and survives one that throws', () => {
    const { provider, reported, tell } = setUp()
    const heard: string[] = []
    const removed = () => heard.push('removed')
    provider.on('message', () => {
      heard.push('throws')
      throw new Error('mine')
    })
    provider.once('message', () => heard.push('once'))
    provider.on('message', removed)
    provider.on('message', () => heard.push('always'))
    provider.removeListener('message', removed)
    tell('message', 1)
    tell('message', 2)
    provider.removeAllListeners('message')
    tell('message', 3)
    expect(heard).toEqual(['throws', 'once', 'always', 'throws', 'always'])
    expect(reported).toHaveLength(2)
  })

  it('refuses with 4900 what nobody takes, and what waits, and says once that the extension is gone', async () => {
    const { provider, endBridge, pass } = setUp()
    const codes: unknown[] = []
    provider.on('disconnect', error => codes.push(error))
    const waiting = provider.request({ method: 'eth_chainId' })
    endBridge()
    await expect(provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4900 })
    await expect(waiting).rejects.toMatchObject({ code: 4900 })
    expect(codes).toMatchObject([{ code: 4900 }])
    expect(provider.isConnected()).toBe(false)
    expect(pass()).toBe(0)
  })

  it('asks for the bridge as long as a request waits, and no longer', async () => {
    const { provider, tell, endBridge, pass } = setUp()
    const first = provider.request({ method: 'eth_chainId' })
    const second = provider.request({ method: 'eth_accounts' })
    expect([pass(), pass()]).toEqual([1, 2])
    tell('result', 'id-1', '0x1')
    await first
    expect(pass()).toBe(3)
    tell('result', 'id-2', [])
    await second
    expect([pass(), pass()]).toEqual([3, 3])

    const lost = provider.request({ method: 'eth_call' })
    endBridge()
    expect(pass()).toBe(4)
    await expect(lost).rejects.toMatchObject({ code: 4900 })
  })

  it('says once that the extension is gone, and refuses what waits and what comes with 4900', async () => {
    const { provider, sent, tell } = setUp()
    const codes: unknown[] = []
    provider.on('disconnect', error => codes.push(error))
    const waiting = provider.request({ method: 'eth_accounts' })
    tell('gone')
    tell('gone')
    await expect(waiting).rejects.toMatchObject({ code: 4900 })
    await expect(provider.request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: 4900 })
    expect(codes).toMatchObject([{ code: 4900 }])
    expect(sent).toHaveLength(1)
    expect(provider.isConnected()).toBe(false)
  })

  it('does not wait for a callback that throws', async () => {
    const { provider, reported, tell } = setUp()
    const codes: unknown[] = []
    provider.on('disconnect', error => codes.push(error))
    provider.sendAsync({ method: 'eth_accounts' }, () => {
      throw new Error('mine')
    })
    const waiting = provider.request({ method: 'eth_chainId' })
    tell('gone')
    await expect(waiting).rejects.toMatchObject({ code: 4900 })
    expect(codes).toMatchObject([{ code: 4900 }])
    expect(reported).toMatchObject([{ message: 'mine' }])
  })

  it('takes from a request what is in it, not what a page gave to every object', () => {
    const { provider, sent } = setUp()
    Object.defineProperty(Object.prototype, 'params', { value: ['spoilt'], configurable: true })
    try {
      void provider.request({ method: 'eth_chainId' })
      void provider.request(Object.create({ method: 'eth_accounts' }))
    } finally {
      Reflect.deleteProperty(Object.prototype, 'params')
    }
    expect(sent.map(request => request.slice(1))).toEqual([['eth_chainId'], ['eth_accounts']])
  })

  it('takes members of a dapp, and keeps its own', () => {
    const { provider } = setUp()
    const { request } = provider
    const assign = (name: string, value: unknown) => Object.assign(provider, { [name]: value })
    expect(() => assign('autoRefreshOnNetworkChange', false)).not.toThrow()
    expect(provider).toHaveProperty('autoRefreshOnNetworkChange', false)
    expect(() => assign('request', () => 'replaced')).not.toThrow()
    expect(() => Object.defineProperty(provider, 'request', { value: () => 'replaced' })).toThrow(TypeError)
    expect(Reflect.deleteProperty(provider, 'request')).toBe(false)
    expect(provider.request).toBe(request)
  })

  it('can be wrapped by a proxy and inherited from', () => {
    const { provider } = setUp()
    const wrapped = new Proxy(provider, {
      get: (target, name) => (name === 'request' ? 'wrapped' : Reflect.get(target, name)),
    })
    expect(wrapped.request).toBe('wrapped')
    const heir = Object.assign(Object.create(provider), { request: 'its own' })
    expect(heir.request).toBe('its own')
    expect(heir.isPrelude).toBe(true)
    expect(provider.request).toBeTypeOf('function')
  })

  it('has the members from before EIP-1193, which follow the state', () => {
    const { provider, tell } = setUp()
    const legacy = () => [provider.chainId, provider.networkVersion, provider.selectedAddress, provider.isConnected()]
    expect(legacy()).toEqual([null, null, null, true])
    tell('state', '0x2105', [])
    expect(legacy()).toEqual(['0x2105', '8453', null, true])
    tell('state', '0x1', ['0xaa', '0xbb'])
    expect(legacy()).toEqual(['0x1', '1', '0xaa', true])
    tell('state', '0x1', [])
    tell('gone')
    expect(legacy()).toEqual(['0x1', '1', null, false])
  })

  it('gives an answer even where every object has a then', async () => {
    const { provider, tell } = setUp()
    const block = provider.request({ method: 'eth_getBlockByNumber' })
    Object.defineProperty(Object.prototype, 'then', { value: () => undefined, configurable: true })
    try {
      tell('result', 'id-1', { number: '0x1' })
    } finally {
      Reflect.deleteProperty(Object.prototype, 'then')
    }
    expect(await block).toMatchObject({ number: '0x1' })
  })
})
