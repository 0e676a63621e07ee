import { describe, expect, test } from 'vitest'
import { onEach, type Target } from './target.ts'

async function answered(target: Target, body: unknown): Promise<unknown> {
  return (await target.post(typeof body === 'string' ? body : JSON.stringify(body))).json()
}

const chainId = { jsonrpc: '2.0', method: 'eth_chainId', params: [] }

describe('Common request and response envelope', () => {
  onEach(['pre-confirming network', 'plain Anvil'], target => {
    test('a success has the version, the id of the request and the result', async () => {
      const body = { ...chainId, id: 7 }
      expect(await answered(target(), body)).toEqual({ jsonrpc: '2.0', id: 7, result: '0x509f455' })
    })

    test.each([0, -1, 84_538_453, 'seven', ''])('the id %j comes back as it was sent', async id => {
      expect(await answered(target(), { ...chainId, id })).toMatchObject({ id, result: '0x509f455' })
    })

    test('the answer is JSON, by its content type too', async () => {
      const response = await target().post(JSON.stringify({ ...chainId, id: 1 }))
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
      ])
    })

    test('parameters may be left out where there are none', async () => {
      const body = { jsonrpc: '2.0', method: 'eth_chainId', id: 1 }
      expect(await answered(target(), body)).toMatchObject({ result: '0x509f455' })
    })

    test('what is no JSON is a parse error', async () => {
      const response = await target().post('{"jsonrpc":')
      expect(await response.json()).toMatchObject({ error: { code: expect.any(Number) } })
    })

    test('a method that does not exist is refused as such', async () => {
      const body = { jsonrpc: '2.0', id: 1, method: 'eth_makeMoney', params: [] }
      expect(await answered(target(), body)).toMatchObject({ id: 1, error: { code: -32601 } })
    })

    test('no parameters may be written as null', async () => {
      expect(await answered(target(), { ...chainId, params: null, id: 1 })).toMatchObject({ result: '0x509f455' })
    })

    test('parameters of the wrong kind are refused as such', async () => {
      const body = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: ['nobody', 'latest'] }
      expect(await answered(target(), body)).toMatchObject({ id: 1, error: { code: -32602 } })
    })

    test('a batch keeps its order, and one bad call spoils no other', async () => {
      const batch = [
        { ...chainId, id: 'a' },
        { jsonrpc: '2.0', id: 'b', method: 'eth_makeMoney', params: [] },
        { jsonrpc: '2.0', id: 'c', method: 'net_version', params: [] },
      ]
      expect(await answered(target(), batch)).toMatchObject([
        { id: 'a', result: '0x509f455' },
        { id: 'b', error: { code: -32601 } },
        { id: 'c', result: '84538453' },
      ])
    })

    test('the same over WebSocket', async () => {
      const socket = await target().socket()
      expect(await socket.call('eth_chainId')).toBe('0x509f455')
      await expect(socket.call('eth_makeMoney')).rejects.toMatchObject({ code: expect.any(Number) })
      await expect(socket.call('eth_getBalance', ['nobody', 'latest'])).rejects.toMatchObject({ code: -32602 })
      socket.close()
    })
  })

  onEach(['pre-confirming network'], target => {
    test('a method that does not exist is refused in the words of geth, which ethers reads', async () => {
      const body = { jsonrpc: '2.0', id: 1, method: 'eth_makeMoney' }
      const message = 'the method eth_makeMoney does not exist/is not available'
      expect(await answered(target(), body)).toMatchObject({ error: { code: -32601, message } })
    })

    test('parameters beyond those of the method are ignored', async () => {
      expect(await target().call('eth_chainId', ['more'])).toBe('0x509f455')
      expect(await target().call('eth_getBlockByNumber', ['0x0', false, 'more'])).toMatchObject({ number: '0x0' })
    })

    test('methods from before the merge say what nodes say today', async () => {
      const { hash } = await target().call<{ hash: string }>('eth_getBlockByNumber', ['0x1', false])
      expect(await target().call('eth_protocolVersion')).toBe('0x44')
      expect(await target().call('net_peerCount')).toBe('0x0')
      expect(await target().call('eth_getUncleCountByBlockHash', [hash])).toBe('0x0')
      expect(await target().call('eth_getUncleCountByBlockNumber', ['latest'])).toBe('0x0')
      expect(await target().call('eth_getUncleCountByBlockNumber', ['0xffffff'])).toBeNull()
      expect(await target().call('eth_getUncleByBlockHashAndIndex', [hash, '0x0'])).toBeNull()
      expect(await target().call('eth_getUncleByBlockNumberAndIndex', ['latest', '0x0'])).toBeNull()
    })

    test('errors have the code and message of their kind', async () => {
      const parse = await target().post('{"jsonrpc":')
      expect([parse.status, await parse.json()]).toEqual([
        400,
        { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
      ])
      const invalid = await target().post(JSON.stringify({ id: 3, method: 'eth_chainId' }))
      expect([invalid.status, await invalid.json()]).toEqual([
        400,
        { jsonrpc: '2.0', id: 3, error: { code: -32600, message: 'Invalid Request' } },
      ])
      expect(await answered(target(), [1, { ...chainId, id: 2 }])).toMatchObject([
        { id: null, error: { code: -32600 } },
        { id: 2, result: '0x509f455' },
      ])
    })

    test.each([
      [{ ...chainId, id: 1, jsonrpc: '1.0' }],
      [{ ...chainId, id: 1, jsonrpc: 2 }],
      [{ jsonrpc: '2.0', id: 1 }],
      [{ jsonrpc: '2.0', id: 1, method: '' }],
      [{ jsonrpc: '2.0', id: 1, method: 7 }],
      [{ ...chainId, id: {} }],
      [7],
      [null],
      ['"text"'],
    ])('%j is no request', async body => {
      expect(await answered(target(), body)).toMatchObject({ error: { code: -32600, message: 'Invalid Request' } })
    })

    test('over WebSocket the same errors, and the same rules of a batch', async () => {
      const socket = await target().socket()
      const said = (text: string) => {
        const answer = socket.answer()
        socket.send(text)
        return answer.then(JSON.parse)
      }
      expect(await said('{"jsonrpc":')).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32700, message: 'Parse error' },
      })
      expect(await said('{"jsonrpc":"1.0","id":3,"method":"eth_chainId"}')).toMatchObject({
        id: 3,
        error: { code: -32600 },
      })
      const bad = { jsonrpc: '2.0', id: 'b', method: 'eth_makeMoney' }
      expect(await said(JSON.stringify([{ ...chainId, id: 'a' }, bad, { ...chainId, id: 'c' }]))).toMatchObject([
        { id: 'a', result: '0x509f455' },
        { id: 'b', error: { code: -32601 } },
        { id: 'c', result: '0x509f455' },
      ])
      expect(await said(JSON.stringify(bad))).toMatchObject({ id: 'b', error: { code: -32601 } })
      expect(await said('[]')).toMatchObject({ error: { code: -32600 } })
      const many = Array.from({ length: 101 }, (_, id) => ({ ...chainId, id }))
      expect(await said(JSON.stringify(many))).toMatchObject({ error: { code: -32014 } })
      socket.close()
    })

    test('parameters are positional', async () => {
      const body = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: { address: '0x00' } }
      expect(await answered(target(), body)).toMatchObject({ error: { code: -32602 } })
    })

    test('a call without an id gets no answer', async () => {
      const response = await target().post(JSON.stringify(chainId))
      expect([response.status, await response.text()]).toEqual([204, ''])
      expect(await answered(target(), [chainId, { ...chainId, id: 2 }])).toEqual([
        { jsonrpc: '2.0', id: 2, result: '0x509f455' },
      ])
      const socket = await target().socket()
      socket.send(JSON.stringify(chainId))
      socket.send(JSON.stringify([{ ...chainId, id: 2 }]))
      expect(JSON.parse(await socket.answer())).toEqual([{ jsonrpc: '2.0', id: 2, result: '0x509f455' }])
      socket.close()
    })

    test.each(['9007199254740993', '-123456789012345678901234567890'])(
      'the id %s comes back with all its digits',
      async id => {
        const text = JSON.stringify({ ...chainId, id: 'x' }).replace('"x"', id)
        expect(await (await target().post(text)).text()).toContain(`"id":${id},`)
        expect(await (await target().post(`[${text}]`)).text()).toContain(`"id":${id},`)
      },
    )

    test('an empty batch and one of more than a hundred calls are refused', async () => {
      expect(await answered(target(), [])).toMatchObject({ error: { code: -32600 } })
      const hundred = Array.from({ length: 100 }, (_, id) => ({ ...chainId, id }))
      expect(await answered(target(), hundred)).toHaveLength(100)
      const response = await target().post(JSON.stringify([...hundred, { ...chainId, id: 100 }]))
      expect([response.status, await response.json()]).toMatchObject([413, { error: { code: -32014 } }])
    })

    test('a body of more than 10 MiB is refused, a large one is not', async () => {
      const large = { jsonrpc: '2.0', id: 1, method: 'web3_sha3', params: [`0x${'00'.repeat(4 * 1024 * 1024)}`] }
      expect(await answered(target(), large)).toMatchObject({ result: expect.stringMatching(/^0x/) })
      const response = await target().post(' '.repeat(10 * 1024 * 1024 + 1))
      expect([response.status, await response.json()]).toMatchObject([413, { error: { code: -32021 } }])
    })

    test('a message of more than 10 MiB ends the connection', async () => {
      const socket = await target().socket()
      socket.send(' '.repeat(10 * 1024 * 1024 + 1))
      await socket.closed
    })

    test('any web page may ask', async () => {
      const { rpcUrl } = target()
      const asked = await fetch(rpcUrl, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://dapp.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
      expect(asked.headers.get('access-control-allow-origin')).toBe('*')
      expect(asked.headers.get('access-control-allow-headers')).toContain('content-type')
      const answer = await target().post(JSON.stringify({ ...chainId, id: 1 }), { origin: 'https://dapp.example' })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    })

    test('a call with a reason in it says what is wrong', async () => {
      const failure = await target().refusal('eth_getBlockByNumber', ['latest'])
      expect(failure.code).toBe(-32602)
      expect(failure.message).toMatch(/^Invalid params/)
    })
  })
})

describe('Authentication', () => {
  onEach(['pre-confirming network', 'network with fast blocks'], target => {
    test('the service has no accounts of its own and signs nothing', async () => {
      expect(await target().call('eth_accounts')).toEqual([])
      for (const method of ['eth_sendTransaction', 'eth_sign', 'eth_signTransaction', 'personal_sign']) {
        expect(await target().refusal(method, [])).toMatchObject({ code: -32601 })
      }
    })

    test('a credential changes nothing', async () => {
      const response = await target().post(JSON.stringify({ ...chainId, id: 1 }), {
        'content-type': 'application/json',
        authorization: 'Bearer nobody',
      })
      expect([response.status, await response.json()]).toMatchObject([200, { result: '0x509f455' }])
    })
  })
})

describe('What the service does: it says what it is', () => {
  onEach(['pre-confirming network', 'network with fast blocks'], target => {
    test('by its chain, its version and its state', async () => {
      expect(await target().call('eth_chainId')).toBe('0x509f455')
      expect(await target().call('net_version')).toBe('84538453')
      expect(await target().call('web3_clientVersion')).toMatch(/^prelude-preview-network\/v\d+\.\d+\.\d+$/)
      expect(await target().call('eth_syncing')).toBe(false)
      expect(await target().call('net_listening')).toBe(true)
      expect(await target().call('eth_blobBaseFee')).toMatch(/^0x[1-9a-f]/)
      expect(await target().call('eth_config')).toMatchObject({
        current: { chainId: '0x509f455', forkId: expect.stringMatching(/^0x[0-9a-f]{8}$/), blobSchedule: { max: 9 } },
        next: null,
      })
    })

    test('the number of the latest block is that of the last sealed one', async () => {
      const before = BigInt(await target().call<string>('eth_blockNumber'))
      await target().seal()
      expect(BigInt(await target().call<string>('eth_blockNumber'))).toBeGreaterThan(before)
    })
  })
})
