import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { RpcError } from '@/lib/base/rpc/errors'
import { answerJsonRpc, type LocalEndpoint, startLocalEndpoint } from '@/test/local-endpoint'
import { createDoor } from './door'
import { createHttpClient, type HttpClient } from './http'

const open: LocalEndpoint[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(endpoint => endpoint.close()))
})

async function clientFor(
  http: NonNullable<Parameters<typeof startLocalEndpoint>[0]['http']>,
): Promise<{ client: HttpClient; endpoint: LocalEndpoint }> {
  const endpoint = await startLocalEndpoint({ http })
  open.push(endpoint)
  const door = createDoor({ isAllowed: url => url.startsWith(endpoint.url), clock: systemClock })
  return { client: createHttpClient({ door, url: endpoint.url }), endpoint }
}

const chainId = { method: 'eth_chainId', params: [] }

describe('a call over HTTP', () => {
  it('returns the result', async () => {
    const { client } = await clientFor(answerJsonRpc({ eth_chainId: () => '0x2105' }))
    await expect(client.call(chainId)).resolves.toBe('0x2105')
  })

  it('reads the error from the body, also with HTTP 400 or 403', async () => {
    const { client } = await clientFor((_, response) =>
      response.writeHead(403).end(
        JSON.stringify({
          jsonrpc: '2.0',
          id: null,
          error: { code: -32601, message: 'rpc method is not whitelisted' },
        }),
      ),
    )
    await expect(client.call(chainId)).rejects.toMatchObject({ kind: 'method-unavailable', code: -32601 })
  })

  it('keeps the revert bytes', async () => {
    const { client } = await clientFor(
      answerJsonRpc({
        eth_call: () => {
          throw { code: 3, message: 'execution reverted: balance', data: '0x08c379a0' }
        },
      }),
    )
    await expect(client.call({ method: 'eth_call', params: [] })).rejects.toMatchObject({
      kind: 'reverted',
      data: '0x08c379a0',
    })
  })

  it.each([
    ['a web page', 200, '<html>welcome</html>', 'not-json-rpc'],
    ['a web page of an error', 502, '<html>bad gateway</html>', 'unavailable'],
    ['nothing', 200, '', 'not-json-rpc'],
    ['too many requests without a body', 429, '', 'rate-limited'],
    ['JSON of another kind', 200, '{"hello":1}', 'not-json-rpc'],
    ['a number', 200, '7', 'not-json-rpc'],
    ['half an answer', 200, '{"jsonrpc":"2.0","id":1,"resu', 'not-json-rpc'],
    ['the answer to another request', 200, '{"jsonrpc":"2.0","id":99,"result":"0x1"}', 'invalid-reply'],
    ['an error without a shape', 200, '{"jsonrpc":"2.0","id":1,"error":{"code":"bad","message":7}}', 'node-error'],
  ])('an endpoint that answers %s is told apart', async (_, status, body, kind) => {
    const { client } = await clientFor((_request, response) => response.writeHead(status).end(body))
    await expect(client.call(chainId)).rejects.toMatchObject({ kind })
  })

  it('says that it cut an error text of megabytes', async () => {
    const { client } = await clientFor(
      answerJsonRpc({
        eth_chainId: () => {
          throw { code: -32000, message: 'x'.repeat(5_000_000) }
        },
      }),
    )
    const error: unknown = await client.call(chainId).catch(cause => cause)
    expect(String(error).length).toBeLessThan(1_200)
    expect(String(error)).toContain('5000000')
  })

  it('drops the data of an error where they are megabytes, and keeps what a revert may have', async () => {
    const { client } = await clientFor(
      answerJsonRpc({
        eth_call: ([bytes]) => {
          throw { code: 3, message: 'execution reverted', data: `0x${'ab'.repeat(Number(bytes))}` }
        },
      }),
    )
    const dataOf = async (bytes: number) => {
      const error: unknown = await client.call({ method: 'eth_call', params: [bytes] }).catch(cause => cause)
      return error instanceof RpcError ? String(error.data ?? 'none').length : error
    }
    expect(await dataOf(5_000_000)).toBe('none'.length)
    expect(await dataOf(40_000)).toBe(80_002)
  })

  it('keeps the wait that the endpoint asked for', async () => {
    const { client } = await clientFor((_, response) => response.writeHead(429, { 'retry-after': '7' }).end())
    await expect(client.call(chainId)).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: 7000 })
  })
})

describe('many calls at once over HTTP', () => {
  /** An endpoint that holds each request until it is let go. */
  async function heldEndpoint() {
    const held: { size: number; answer(): void }[] = []
    let isHolding = true
    const { client } = await clientFor((body, response) => {
      const request: unknown = JSON.parse(body)
      const answer = () => {
        if (response.headersSent || response.destroyed) return
        answerJsonRpc({ eth_chainId: () => '0x1', eth_sendRawTransaction: () => '0x2' })(body, response)
      }
      held.push({ size: Array.isArray(request) ? request.length : 1, answer })
      if (!isHolding) answer()
    })
    const sizes = () => held.map(({ size }) => size)
    const release = () => {
      isHolding = false
      for (const { answer } of held) answer()
    }
    return { client, held, sizes, release }
  }

  it('are five requests; the others wait and go together when one has its answer', async () => {
    const { client, held, sizes, release } = await heldEndpoint()
    const answers = Promise.all(Array.from({ length: 90 }, () => client.call(chainId)))
    await expect.poll(sizes).toEqual([1, 1, 1, 1, 1])
    held[0]?.answer()
    await expect.poll(sizes).toEqual([1, 1, 1, 1, 1, 50])
    held[1]?.answer()
    await expect.poll(sizes).toEqual([1, 1, 1, 1, 1, 50, 35])
    release()
    expect(await answers).toEqual(Array(90).fill('0x1'))
  })

  it('do not hold up a transaction, nor a call that its caller may end', async () => {
    const { client, held, sizes, release } = await heldEndpoint()
    const answers = Promise.all(Array.from({ length: 20 }, () => client.call(chainId)))
    await expect.poll(sizes).toHaveLength(5)
    const sent = client.call({ method: 'eth_sendRawTransaction', params: ['0x02'] })
    await expect.poll(sizes).toHaveLength(6)
    held[5]?.answer()
    expect(await sent).toBe('0x2')
    const ending = new AbortController()
    const ended = client.call(chainId, { signal: ending.signal })
    await expect.poll(sizes).toHaveLength(7)
    ending.abort()
    await expect(ended).rejects.toMatchObject({ kind: 'timeout' })
    release()
    expect(await answers).toEqual(Array(20).fill('0x1'))
  })

  it('each get their own error, also where the endpoint takes no batches', async () => {
    const { client, endpoint } = await clientFor((body, response) => {
      const request: unknown = JSON.parse(body)
      if (Array.isArray(request)) response.end(JSON.stringify({ error: { code: -32600, message: 'no batches' } }))
      else answerJsonRpc({ eth_chainId: () => '0x1' })(body, response)
    })
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => client.call(index % 2 ? chainId : { method: 'eth_odd', params: [] })),
    )
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map((_, index) => (index % 2 ? 'fulfilled' : 'rejected')),
    )
    expect(endpoint.requests.filter(({ body }) => !body.startsWith('['))).toHaveLength(40)
  })
})

describe('a batch over HTTP', () => {
  it('is one request with items in order, each with its own error', async () => {
    const { client, endpoint } = await clientFor((body, response) => {
      const calls = JSON.parse(body) as { id: number; method: string }[]
      const replies = calls.map(({ id, method }) =>
        method === 'bad' ? { id, error: { code: -32601, message: 'no' } } : { id, result: method },
      )
      response.end(JSON.stringify(replies.reverse()))
    })
    const items = await client.batch(['a', 'bad', 'c'].map(method => ({ method, params: [] })))
    expect(items[0]).toEqual({ ok: true, result: 'a' })
    expect(items[1]).toMatchObject({ ok: false, error: { kind: 'method-unavailable' } })
    expect(items[2]).toEqual({ ok: true, result: 'c' })
    expect(endpoint.requests).toHaveLength(1)
  })

  it('becomes single calls, now and later, where the endpoint refuses batches', async () => {
    const { client, endpoint } = await clientFor((body, response) => {
      const request: unknown = JSON.parse(body)
      if (Array.isArray(request))
        response.end(
          JSON.stringify({
            jsonrpc: '2.0',
            id: null,
            error: { code: -32600, message: 'batch requests are not served here' },
          }),
        )
      else answerJsonRpc({ eth_chainId: () => '0x1' })(body, response)
    })
    expect(await client.batch([chainId, chainId])).toEqual([
      { ok: true, result: '0x1' },
      { ok: true, result: '0x1' },
    ])
    for (let time = 0; time < 5; time += 1) await client.batch([chainId, chainId])
    // Three refusals in a row are believed.
    expect(endpoint.requests.filter(({ body }) => body.startsWith('['))).toHaveLength(3)
    expect(endpoint.requests).toHaveLength(3 + 12)
    // The client tries batches again after a while.
    for (let time = 0; time < 50; time += 1) await client.batch([chainId, chainId])
    expect(endpoint.requests.filter(({ body }) => body.startsWith('['))).toHaveLength(4)
  })

  const refusal = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } })
  it.each<[string, number, (ids: number[]) => unknown]>([
    ['its code', 200, () => refusal(-32014, 'too many RPC calls in batch request')],
    ['the status 413', 413, () => '<html>Request Entity Too Large</html>'],
    // go-ethereum answers so: a list of one error, with the id of the first call.
    ['a list of one error', 200, ([id]) => [{ ...refusal(-32600, 'batch too large'), id }]],
    ['its words', 400, () => refusal(-32600, 'Batch of more than 10 requests exceeds the limit')],
    ['words like those of load', 200, () => refusal(-32005, 'Too many requests in batch: maximum 10')],
  ])('becomes smaller ones, now and later, where it has too many calls, told by %s', async (_, status, refused) => {
    const { client, endpoint } = await clientFor((body, response) => {
      const request = JSON.parse(body) as { id: number }[]
      if (request.length <= 10) return answerJsonRpc({ eth_chainId: () => '0x1' })(body, response)
      const answer = refused(request.map(({ id }) => id))
      response.writeHead(status).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    })
    const fourteen = Array.from({ length: 14 }, () => chainId)
    const posts: number[] = []
    for (let time = 0; time < 60; time += 1) {
      const before = endpoint.requests.length
      expect((await client.batch(fourteen)).filter(item => item.ok)).toHaveLength(14)
      posts.push(endpoint.requests.length - before)
    }
    expect(posts.slice(0, 3)).toEqual([3, 2, 2])
    // Once in a while it is asked whether it takes more now.
    expect(posts.filter(each => each === 3)).toHaveLength(2)
    await client.batch(fourteen.slice(0, 5))
    expect(endpoint.requests.length).toBe(posts.reduce((sum, each) => sum + each) + 1)
  })

  it('is not sent again where the endpoint asks for a pause', async () => {
    const { client, endpoint } = await clientFor((_, response) =>
      response.end(JSON.stringify(refusal(-32005, 'batch refused: limit of 5 requests per second'))),
    )
    await expect(client.batch([chainId, chainId])).rejects.toMatchObject({ kind: 'rate-limited' })
    expect(endpoint.requests).toHaveLength(1)
  })

  it('stays one request after an error that passes', async () => {
    let refusals = 1
    const { client, endpoint } = await clientFor((body, response) => {
      if (body.startsWith('[') && refusals-- > 0)
        response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32603, message: 'internal error' } }))
      else answerJsonRpc({ eth_chainId: () => '0x1' })(body, response)
    })
    for (let time = 0; time < 10; time += 1) await client.batch([chainId, chainId])
    expect(endpoint.requests).toHaveLength(1 + 2 + 9)
  })

  it('is split into batches that a gateway accepts', async () => {
    const { client, endpoint } = await clientFor(answerJsonRpc({ eth_chainId: () => '0x1' }))
    const items = await client.batch(Array.from({ length: 120 }, () => chainId))
    expect(items.filter(item => item.ok)).toHaveLength(120)
    expect(endpoint.requests).toHaveLength(3)
  })

  it('gives an error for each unanswered call', async () => {
    const { client } = await clientFor((body, response) => {
      const [first] = JSON.parse(body) as { id: number }[]
      response.end(JSON.stringify([{ id: first?.id, result: 1 }, 'noise', { id: 'other', result: 2 }]))
    })
    const items = await client.batch([chainId, chainId])
    expect(items[0]).toEqual({ ok: true, result: 1 })
    expect(items[1]).toMatchObject({ ok: false, error: { kind: 'invalid-reply' } })
  })

  it('rejects as a whole when the endpoint is overloaded', async () => {
    const { client, endpoint } = await clientFor((_, response) =>
      response
        .writeHead(429)
        .end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32016, message: 'over rate limit' } })),
    )
    await expect(client.batch([chainId, chainId])).rejects.toMatchObject({ kind: 'rate-limited' })
    expect(endpoint.requests).toHaveLength(1)
  })
})
