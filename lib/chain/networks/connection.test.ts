import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { toRpcError } from '@/lib/base/rpc/errors'
import { blockReply, chainIdReply, hashReply, timeReply } from '@/lib/base/rpc/schemas'
import { createDoor } from '@/lib/chain/rpc/door'
import { answerJsonRpc, startLocalEndpoint } from '@/test/local-endpoint'
import {
  askChainId,
  both,
  chainId,
  endAll,
  freshDatabase,
  http,
  networkId,
  onEnd,
  serve,
  start,
  withNetwork,
} from '@/test/networks/serve'
import { createNetworks, type Networks } from './networks'
import { previewChainId } from './presets'
import { probeEndpoint } from './probe'

afterEach(endAll)

describe('a connection', () => {
  it('verifies the chain once, before an answer counts', async () => {
    const endpoint = await serve()
    const networks = await withNetwork([http(endpoint)])
    await askChainId(networks)
    await askChainId(networks)
    expect(endpoint.asked('eth_blockNumber')).toBe(1)
    expect(networks.health(networkId)).toMatchObject([{ state: 'healthy', failures: 0 }])
  })

  it('ignores an endpoint that serves another chain, and sends it no transaction', async () => {
    const liar = await serve({ chainId: 1, methods: { eth_getBalance: () => '0x1' } })
    const networks = await withNetwork([http(liar)])
    const connection = networks.connection(networkId)
    await expect(connection.passThrough('eth_getBalance', [])).rejects.toMatchObject({ kind: 'wrong-chain' })
    await expect(connection.passThrough('eth_sendRawTransaction', ['0x02'])).rejects.toMatchObject({
      kind: 'wrong-chain',
    })
    expect(liar.asked('eth_sendRawTransaction')).toBe(0)
    expect(networks.health(networkId)).toMatchObject([{ state: 'lying' }])
  })

  it('uses the next endpoint when one serves another chain, is down, answers HTML, or is overloaded', async () => {
    const liar = await serve({ chainId: 1 })
    const down = await serve()
    await down.close()
    const page = await startLocalEndpoint({ http: (_, response) => response.end('<html>') })
    onEnd(() => page.close())
    const busy = await startLocalEndpoint({ http: (_, response) => response.writeHead(429).end() })
    onEnd(() => busy.close())
    const good = await serve()
    const faults = recordFaults()
    const networks = await withNetwork([liar, down, page, busy, good].map(http), { faults })
    await expect(askChainId(networks)).resolves.toBe(chainId)
    expect(networks.health(networkId).map(({ state, lastError }) => [state, lastError?.kind])).toEqual([
      ['lying', 'wrong-chain'],
      ['failing', 'unreachable'],
      ['failing', 'not-json-rpc'],
      ['failing', 'rate-limited'],
      ['healthy', undefined],
    ])
    expect(
      new Set(faults.seen.map(({ where, error, networkId }) => `${where} ${toRpcError(error).kind} ${networkId}`)),
    ).toEqual(
      new Set(
        ['wrong-chain', 'unreachable', 'not-json-rpc', 'rate-limited'].map(kind => `endpoint ${kind} ${networkId}`),
      ),
    )
    const before = liar.requests.length
    await askChainId(networks)
    expect(liar.requests.length).toBe(before)
  })

  it('takes a refusal as the answer and asks no other endpoint', async () => {
    const first = await serve({
      methods: {
        eth_sendRawTransaction: () => {
          throw { code: -32000, message: 'nonce too low' }
        },
      },
    })
    const second = await serve()
    const networks = await withNetwork([http(first), http(second)])
    await expect(networks.connection(networkId).passThrough('eth_sendRawTransaction', ['0x02'])).rejects.toMatchObject({
      kind: 'nonce-too-low',
      message: 'nonce too low',
    })
    expect(second.requests).toEqual([])
  })

  it('says of a refusal that an earlier endpoint may have taken the transaction, where that one did not answer', async () => {
    const refusing = () =>
      serve({
        methods: {
          eth_sendRawTransaction: () => {
            throw { code: -32000, message: 'insufficient funds for gas * price + value' }
          },
        },
      })
    const lost = await startLocalEndpoint({
      http(body, response) {
        if (body.includes('eth_sendRawTransaction')) response.destroy()
        else
          answerJsonRpc({
            eth_chainId: () => `0x${chainId.toString(16)}`,
            eth_blockNumber: () => '0x64',
            eth_getBlockByNumber: () => null,
          })(body, response)
      },
    })
    onEnd(() => lost.close())
    const sent = async (networks: Networks) =>
      networks
        .connection(networkId)
        .request('eth_sendRawTransaction', ['0x02'], hashReply)
        .catch((error: unknown) => toRpcError(error))
    expect(await sent(await withNetwork([http(lost), http(await refusing())]))).toMatchObject({
      kind: 'insufficient-funds',
      mayHaveArrived: true,
    })
    const liar = await serve({ chainId: 1 })
    expect(await sent(await withNetwork([http(liar), http(await refusing())]))).toMatchObject({
      kind: 'insufficient-funds',
      mayHaveArrived: false,
    })
  })

  it('uses the next endpoint where an answer fails its schema', async () => {
    const odd = await serve({ methods: { eth_gasPrice: () => 'a lot' } })
    const good = await serve({ methods: { eth_gasPrice: () => '0x5' } })
    const networks = await withNetwork([http(odd), http(good)])
    await expect(networks.connection(networkId).request('eth_gasPrice', [], chainIdReply)).resolves.toBe(5)
  })

  it('asks the next endpoint for a record that cannot be read, and holds it against no endpoint', async () => {
    const block = { number: '0x7', hash: null, timestamp: 'noon' }
    const odd = await serve({ methods: { eth_getBlockByNumber: () => block } })
    const good = await serve({ methods: { eth_getBlockByNumber: () => ({ ...block, timestamp: '0x9' }) } })
    const faults = recordFaults()
    const networks = await withNetwork([http(odd), http(good)], { faults })
    const connection = networks.connection(networkId)
    const asked = connection.request('eth_getBlockByNumber', ['latest', false], timeReply)
    await expect(asked).resolves.toEqual({ timestamp: 9n })
    expect(networks.health(networkId)).toMatchObject([
      { state: 'healthy', unread: 'eth_getBlockByNumber timestamp', failures: 0 },
      { state: 'healthy', unread: null },
    ])
    expect(faults.seen.map(({ where }) => where)).toEqual(['endpoint'])
    // The next question goes to the same endpoint first.
    const before = good.asked('eth_getBlockByNumber')
    await expect(connection.request('eth_getBlockByNumber', ['0x7', false], blockReply)).resolves.toMatchObject({
      number: 7n,
    })
    expect(good.asked('eth_getBlockByNumber')).toBe(before)
  })

  it('uses the default endpoint only for a site without consent', async () => {
    const down = await serve()
    await down.close()
    const other = await serve()
    const networks = await withNetwork([http(down), http(other)])
    await expect(
      networks.connection(networkId).passThrough('eth_chainId', [], { endpoint: 'default' }),
    ).rejects.toMatchObject({ kind: 'unreachable' })
    expect(other.requests).toEqual([])
  })

  it('sends nothing of a site without consent to an endpoint that the person added', async () => {
    const described = { chainId: previewChainId, methods: { eth_gasPrice: () => '0x5' } }
    const [original, own] = [await serve(described), await serve(described)]
    const { url, socketUrl } = original
    const networks = await start({
      localPreview: { rpcUrl: url, wsUrl: socketUrl, faucetUrl: url, explorerUrl: url },
    })
    const connection = networks.connection(firstNetworkOf(previewChainId))
    const asked = () => connection.passThrough('eth_gasPrice', [], { endpoint: 'default' })
    await networks.setEndpoints(firstNetworkOf(previewChainId), [http(own), http(original)])
    expect(await asked()).toBe('0x5')
    expect(original.asked('eth_gasPrice')).toBe(1)
    await networks.setEndpoints(firstNetworkOf(previewChainId), [http(own)])
    await expect(asked()).rejects.toMatchObject({ kind: 'not-allowed' })
    expect(own.asked('eth_gasPrice')).toBe(0)
    // The wallet itself uses that endpoint.
    expect(await connection.passThrough('eth_gasPrice', [])).toBe('0x5')
  })

  it('stays the same object when the person changes the endpoints', async () => {
    const [first, second] = [await serve(), await serve()]
    const networks = await withNetwork([http(first)])
    const connection = networks.connection(networkId)
    await connection.passThrough('eth_chainId', [])
    await networks.setEndpoints(networkId, [http(second)])
    const before = first.requests.length
    await connection.passThrough('eth_chainId', [])
    expect(networks.connection(networkId)).toBe(connection)
    expect(first.requests.length).toBe(before)
    expect(second.requests.length).toBeGreaterThan(0)
  })

  it('batches, and uses the next endpoint only if no call was answered', async () => {
    const down = await serve()
    await down.close()
    const good = await serve()
    const networks = await withNetwork([http(down), http(good)])
    const items = await networks.connection(networkId).batch([
      { method: 'eth_chainId', params: [] },
      { method: 'eth_nothing', params: [] },
    ])
    expect(items).toMatchObject([
      { ok: true, result: '0x1092' },
      { ok: false, error: { kind: 'method-unavailable' } },
    ])
  })

  it('avoids an endpoint whose head is seconds behind another one', async () => {
    const late = await serve({ timestamp: 1_700_000_000 })
    const fresh = await serve({ timestamp: 1_700_000_060 })
    let skipped = 0
    const database = await freshDatabase()
    const networks: Networks = await createNetworks({
      database,
      door: createDoor({ isAllowed: () => true, clock: systemClock }),
      clock: { ...systemClock, now: () => systemClock.now() + skipped },
      keepAlive: { hold: () => () => undefined },
      localPreview: null,
      faults: recordFaults(),
      probeEndpoint,
    })
    onEnd(() => networks.stop())
    await networks.add({
      chainId,
      name: 'N',
      symbol: 'E',
      endpoints: [http(late), http(fresh)],
      explorerUrl: null,
      testing: false,
      source: 'person',
    })
    await askChainId(networks)
    skipped = 20_000
    await askChainId(networks)
    await expect.poll(() => networks.health(networkId)[0]?.state).toBe('lagging')
    const before = late.requests.length
    await askChainId(networks)
    expect(late.requests.length).toBe(before)
  })

  it('has no socket, and says so, where the network has none', async () => {
    const networks = await withNetwork([http(await serve())])
    const connection = networks.connection(networkId)
    expect(connection.socket()).toBe('none')
    await expect(connection.subscribe(['newHeads'], () => undefined)).rejects.toMatchObject({
      kind: 'method-unavailable',
    })
  })

  it('sends calls over an open socket, and over HTTP when it breaks meanwhile', async () => {
    const endpoint = await serve()
    const networks = await withNetwork([both(endpoint)])
    const connection = networks.connection(networkId)
    await connection.subscribe(['newHeads'], () => undefined)
    expect(connection.socket()).toBe('open')
    await askChainId(networks)
    expect(endpoint.requests).toEqual([])
    for (const socket of endpoint.sockets) {
      socket.removeAllListeners('message')
      socket.on('message', () => socket.terminate())
    }
    await expect(askChainId(networks)).resolves.toBe(chainId)
    expect(endpoint.requests.length).toBeGreaterThan(0)
  })

  it('asks over HTTP for what a socket that closes has left unanswered', async () => {
    const endpoint = await serve({ methods: { eth_gasPrice: () => '0x5' } })
    const networks = await withNetwork([both(endpoint)])
    const connection = networks.connection(networkId)
    await connection.subscribe(['newHeads'], () => undefined)
    for (const socket of endpoint.sockets) {
      socket.removeAllListeners('message')
      socket.on('message', data => {
        const { id, method } = JSON.parse(String(data))
        if (method === 'eth_gasPrice') socket.close()
        else socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1092' }))
      })
    }
    const items = await connection.batch([
      { method: 'eth_chainId', params: [] },
      { method: 'eth_gasPrice', params: [] },
    ])
    expect(items.map(item => item.ok && item.result)).toEqual(['0x1092', '0x5'])
  })
})
