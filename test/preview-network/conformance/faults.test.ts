import { networkInterfaces } from 'node:os'
import type { Hash, Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Log, type Receipt, sealedReceipt, sendAndSee, zeroHash } from './receipt.ts'
import { createSocket } from './socket.ts'
import { sealingWhenAsked, startNetwork, stranger, type Target } from './target.ts'

/** One under which others could reach this machine. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap(addresses => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

interface Head {
  number: Hex
  hash: Hash
}

let target: Target
beforeAll(async () => {
  target = await startNetwork(sealingWhenAsked)
})
afterAll(() => target.stop())
afterEach(() => target.control({ clear: true }))

function status(hash: Hash): Promise<{ status: string }> {
  return target.call('base_transactionStatus', [hash])
}

describe('A pre-confirmed transaction is revoked', () => {
  test('its receipt is gone, nobody is told, and it is taken again when it is sent again', async () => {
    const person = await target.person()
    await target.seal()
    const { raw, hash } = await person.sign({ nonce: 0 })
    await sendAndSee(target, raw)
    await target.control({ revoke: { hash } })
    expect(await target.call('eth_getTransactionReceipt', [hash])).toBeNull()
    expect(await target.call('eth_getTransactionByHash', [hash])).toBeNull()
    expect(await target.call('eth_getTransactionCount', [person.address, 'pending'])).toBe('0x0')
    expect(await status(hash)).toEqual({ status: 'Unknown' })
    expect(await target.call('eth_sendRawTransaction', [raw])).toBe(hash)
    expect(await sealedReceipt(target, hash)).toMatchObject({ status: '0x1' })
  })

  test('what depended on it waits; or it waits itself, and comes back', async () => {
    const person = await target.person()
    await target.seal()
    const [first, second] = [await person.sign({ nonce: 0 }), await person.sign({ nonce: 1 })]
    await target.call('eth_sendRawTransaction', [first.raw])
    await sendAndSee(target, second.raw)
    await target.control({ set: { withheld: [person.address] }, revoke: { hash: first.hash, fate: 'waiting' } })
    expect(await target.call('eth_getTransactionReceipt', [second.hash])).toBeNull()
    expect([await status(first.hash), await status(second.hash)]).toEqual([{ status: 'Known' }, { status: 'Known' }])
    await target.control({ clear: true })
    expect(await sealedReceipt(target, second.hash)).toMatchObject({ status: '0x1' })
    expect(await sealedReceipt(target, first.hash)).toMatchObject({ status: '0x1' })
  })

  test('what is not pre-confirmed cannot be revoked', async () => {
    await expect(target.control({ revoke: { hash: zeroHash } })).rejects.toThrow('is not pre-confirmed')
  })
})

describe('Sealed blocks are reorganised', () => {
  test('their logs come again as removed, their transactions are not in the new blocks', async () => {
    const person = await target.person()
    const socket = await target.socket()
    const { testDollar = stranger } = target.contracts
    const logs = await socket.subscribe<Log>('logs', { address: testDollar })
    const data = `0x40c10f19${stranger.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
    const { raw, hash } = await person.sign({ nonce: 0, to: testDollar, value: 0n, data, gas: 100_000n })
    await target.call('eth_sendRawTransaction', [raw])
    const sealed = await sealedReceipt(target, hash)
    const heads = await socket.subscribe<Head>('newHeads')
    const before = await target.call<Head>('eth_getBlockByNumber', ['latest', false])
    const blocks = Number(BigInt(before.number) - BigInt(sealed.blockNumber)) + 1
    await target.control({ reorganise: { blocks } })
    const removed = await logs.next(log => log.removed && log.transactionHash === hash)
    expect(removed).toMatchObject({ blockHash: sealed.blockHash, blockNumber: sealed.blockNumber })
    const replacement = await heads.next(({ number, hash }) => number === before.number && hash !== before.hash)
    expect(await target.call('eth_getBlockByHash', [sealed.blockHash, false])).toBeNull()
    expect(await target.call('eth_getBlockByNumber', [before.number, false])).toMatchObject({ hash: replacement.hash })
    expect(await target.call('eth_getTransactionReceipt', [hash])).toBeNull()
    expect(await target.call('eth_getTransactionCount', [person.address, 'latest'])).toBe('0x0')
    expect(await status(hash)).toEqual({ status: 'Unknown' })
    expect(await target.call('eth_sendRawTransaction', [raw])).toBe(hash)
    const again = await sealedReceipt(target, hash)
    expect(again.blockHash).not.toBe(sealed.blockHash)
    socket.close()
  })

  test('or their transactions wait, and are sealed in a later block', async () => {
    const person = await target.person()
    const { raw, hash } = await person.sign({ nonce: 0 })
    await target.call('eth_sendRawTransaction', [raw])
    const { blockHash } = await sealedReceipt(target, hash)
    const { number } = await target.call<Head>('eth_getBlockByHash', [blockHash, false])
    const latest = await target.call<Hex>('eth_blockNumber')
    await target.control({ reorganise: { blocks: Number(latest) - Number(number) + 1, fate: 'waiting' } })
    expect((await sealedReceipt(target, hash)).blockHash).not.toBe(blockHash)
  })
})

describe('The socket', () => {
  test('drops', async () => {
    const socket = await target.socket()
    await target.control({ dropSockets: true })
    await socket.closed
    expect(await (await target.socket()).call('eth_chainId')).toBe('0x509f455')
  })

  test('stays open and says nothing', async () => {
    const socket = await target.socket()
    const heads = await socket.subscribe<Head>('newHeads')
    await target.control({ set: { silentSockets: true } })
    const answer = socket.call('eth_chainId')
    await target.seal()
    const silent = await target.call<Hex>('eth_blockNumber')
    expect(await Promise.race([answer, Promise.resolve('nothing')])).toBe('nothing')
    await target.control({ clear: true })
    await target.seal()
    await heads.next()
    expect(heads.heard.map(({ number }) => Number(number))).toEqual([Number(silent) + 1])
    socket.close()
  })

  test('is not there at all', async () => {
    const socket = await target.socket()
    await target.control({ set: { webSocket: 'refused' } })
    await socket.closed
    await expect(target.socket()).rejects.toThrow('405')
    expect(await target.call('eth_chainId')).toBe('0x509f455')
  })
})

describe('Heads', () => {
  async function numbers(how: string, count: number): Promise<number[]> {
    const socket = await target.socket()
    const heads = await socket.subscribe<Head>('newHeads')
    await target.control({ set: { heads: how } })
    while (heads.heard.length < count) {
      await target.seal()
      // The answer to a call comes after what was pushed before it.
      await socket.call('eth_chainId')
    }
    socket.close()
    return heads.heard.slice(0, count).map(({ number }) => Number(number))
  }

  test('come twice', async () => {
    const [first = 0, ...rest] = await numbers('duplicated', 4)
    expect(rest).toEqual([first, first + 1, first + 1])
  })

  test('are missing', async () => {
    const [first = 0, ...rest] = await numbers('missing', 2)
    expect(rest).toEqual([first + 2])
  })

  test('come in the wrong order', async () => {
    const [first = 0, ...rest] = await numbers('reordered', 4)
    expect(rest).toEqual([first - 1, first + 2, first + 1])
  })
})

describe('pending', () => {
  test('is stuck while latest goes on', async () => {
    await target.control({ set: { pending: 'frozen' } })
    const stuck = await target.call<Head>('eth_getBlockByNumber', ['pending', false])
    const person = await target.person()
    const { raw, hash } = await person.sign({ nonce: 0 })
    await target.call('eth_sendRawTransaction', [raw])
    await sealedReceipt(target, hash)
    expect(await target.call('eth_getBlockByNumber', ['pending', false])).toEqual(stuck)
    expect(await target.call('eth_getTransactionCount', [person.address, 'latest'])).toBe('0x1')
    expect(await target.call('eth_getTransactionCount', [person.address, 'pending'])).toBe('0x0')
    const latest = await target.call<Head>('eth_getBlockByNumber', ['latest', false])
    expect(Number(latest.number)).toBeGreaterThan(Number(stuck.number))
  })

  test('is null, always or at the boundary between blocks', async () => {
    await target.control({ set: { pending: 'null' } })
    expect(await target.call('eth_getBlockByNumber', ['pending', false])).toBeNull()
    await target.control({ set: { pending: 'null-at-boundary' } })
    await target.seal()
    expect(await target.call('eth_getBlockByNumber', ['pending', false])).toBeNull()
    await sendAndSee(target, (await (await target.person()).sign({ nonce: 0 })).raw)
    expect(await target.call('eth_getBlockByNumber', ['pending', false])).not.toBeNull()
  })
})

describe('Answers', () => {
  test('are late for one method and not for others', async () => {
    const hour = 3_600_000
    await target.control({ set: { delays: { eth_gasPrice: { ms: hour } } } })
    const socket = await target.socket()
    const answers: unknown[] = []
    socket.raw.on('message', data => answers.push(JSON.parse(String(data))))
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 'late', method: 'eth_gasPrice' }))
    expect(await socket.call('eth_chainId')).toBe('0x509f455')
    await target.control({ set: { delays: { '*': { ms: hour }, eth_chainId: { ms: 1, jitterMs: 20 } } } })
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 'late too', method: 'net_version' }))
    expect(await socket.call('eth_chainId')).toBe('0x509f455')
    expect(answers).toEqual([expect.objectContaining({ result: '0x509f455' }), expect.anything()])
    socket.close()
  })

  test('to a raw transaction are lost after it was accepted', async () => {
    const person = await target.person()
    const { raw, hash } = await person.sign({ nonce: 0 })
    await target.control({ set: { lostReplies: 1 } })
    await expect(target.call('eth_sendRawTransaction', [raw])).rejects.toThrow('fetch failed')
    expect(await sealedReceipt(target, hash)).toMatchObject({ status: '0x1' })
    const next = await person.sign({ nonce: 1 })
    expect(await target.call('eth_sendRawTransaction', [next.raw])).toBe(next.hash)
  })

  test('over the socket are lost with the connection', async () => {
    const { raw, hash } = await (await target.person()).sign({ nonce: 0 })
    await target.control({ set: { lostReplies: 1 } })
    const socket = await target.socket()
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] }))
    await socket.closed
    expect(await sealedReceipt(target, hash)).toMatchObject({ status: '0x1' })
  })

  test('promise what is never included', async () => {
    await target.control({ set: { withheld: 'all' } })
    const { raw, hash } = await (await target.person()).sign({ nonce: 0 })
    expect(await target.call('eth_sendRawTransaction', [raw])).toBe(hash)
    await target.seal()
    expect(await target.call('eth_getTransactionReceipt', [hash])).toBeNull()
    expect(await status(hash)).toEqual({ status: 'Known' })
  })

  test.each([
    [429, { code: -32016, message: 'over rate limit' }],
    [503, { code: -32011, message: 'no backend is currently healthy to serve traffic' }],
    [403, { code: -32601, message: 'rpc method is not whitelisted' }],
  ])('are an error %i of the gateway', async (httpStatus, error) => {
    await target.control({ set: { http: { status: httpStatus, methods: ['eth_call'], retryAfterSeconds: 3 } } })
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: stranger }, 'latest'] }
    const response = await target.post(JSON.stringify(call))
    expect([response.status, response.headers.get('retry-after')]).toEqual([httpStatus, '3'])
    expect(await response.json()).toMatchObject({ error })
    expect(await target.call('eth_chainId')).toBe('0x509f455')
  })

  test('are a page of HTML, so many times', async () => {
    await target.control({ set: { http: { status: 502, times: 2 } } })
    for (let time = 0; time < 2; time++) {
      const response = await target.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }))
      expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html; charset=UTF-8'])
    }
    expect(await target.call('eth_chainId')).toBe('0x509f455')
  })

  test('lie about the chain, the nonce, the fees and the receipt', async () => {
    const person = await target.person()
    const [one, two] = [await person.sign({ nonce: 0 }), await person.sign({ nonce: 1 })]
    await target.call('eth_sendRawTransaction', [one.raw])
    await sendAndSee(target, two.raw)
    const price = BigInt(await target.call<Hex>('eth_gasPrice'))
    await target.control({ set: { lies: { chainId: 1, nonceOffset: 3, feeFactor: 100, receiptOf: one.hash } } })
    expect([await target.call('eth_chainId'), await target.call('net_version')]).toEqual(['0x1', '1'])
    expect(await target.call('eth_getTransactionCount', [person.address, 'pending'])).toBe('0x5')
    expect(BigInt(await target.call<Hex>('eth_gasPrice'))).toBeGreaterThan(price * 50n)
    const { baseFeePerGas } = await target.call<{ baseFeePerGas: Hex[] }>('eth_feeHistory', ['0x1', 'latest'])
    expect(BigInt(baseFeePerGas[0] ?? 0)).toBeGreaterThanOrEqual(500_000_000n)
    const receipt = await target.call<Receipt>('eth_getTransactionReceipt', [two.hash])
    expect(receipt.transactionHash).toBe(one.hash)
  })
})

describe('A reset', () => {
  test('begins again from another genesis, and ends the connections', async () => {
    const person = await target.person()
    const { raw, hash } = await person.sign({ nonce: 0 })
    await target.call('eth_sendRawTransaction', [raw])
    await sealedReceipt(target, hash)
    const genesis = await target.call<Head>('eth_getBlockByNumber', ['0x0', false])
    const number = Number(await target.call<Hex>('eth_blockNumber'))
    const socket = await target.socket()
    await target.control({ reset: true })
    await socket.closed
    expect((await target.call<Head>('eth_getBlockByNumber', ['0x0', false])).hash).not.toBe(genesis.hash)
    expect(Number(await target.call<Hex>('eth_blockNumber'))).toBeLessThan(number)
    expect(await target.call('eth_getTransactionCount', [person.address, 'latest'])).toBe('0x0')
    expect(await target.call('eth_getTransactionReceipt', [hash])).toBeNull()
    expect(await target.call('eth_getCode', [target.contracts.testDollar, 'latest'])).not.toBe('0x')
    const someone = await target.person()
    const next = await someone.sign({ nonce: 0 })
    await target.call('eth_sendRawTransaction', [next.raw])
    expect(await sealedReceipt(target, next.hash)).toMatchObject({ status: '0x1' })
  })
})

describe('Control', () => {
  test('says how things are, and refuses what it does not know', async () => {
    await target.control({ set: { heads: 'missing' } })
    const url = `${target.rpcUrl}/control/faults`
    expect(await (await fetch(url)).json()).toMatchObject({ heads: 'missing', silentSockets: false })
    const post = (body: string, type = 'application/json') =>
      fetch(url, { method: 'POST', headers: { 'content-type': type }, body })
    expect((await post('{"explode":true}')).status).toBe(400)
    expect((await post('nonsense')).status).toBe(400)
    expect((await post('{}', 'text/plain')).status).toBe(415)
  })

  // A machine without a network of its own has no other address than loopback.
  test.runIf(ownAddress !== undefined)('is for this machine alone, and so are the methods of developers', async () => {
    const open = await startNetwork([...sealingWhenAsked, '--host', '0.0.0.0'])
    const url = new URL(open.rpcUrl)
    url.hostname = String(ownAddress)
    const headers = { 'content-type': 'application/json' }
    const faults = await fetch(new URL('/control/faults', url), { method: 'POST', headers, body: '{"reset":true}' })
    expect(faults.status).toBe(403)
    const answer = async (method: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
      return (await fetch(url, { method: 'POST', headers, body })).json()
    }
    expect(await answer('evm_mine')).toMatchObject({ error: { code: -32601 } })
    expect(await answer('eth_chainId')).toMatchObject({ result: '0x509f455' })
    const socket = await createSocket(`ws://${url.host}/ws`)
    await expect(socket.call('evm_mine')).rejects.toMatchObject({ code: -32601 })
    socket.close()
    await open.stop()
  })

  test('is not there unless it was asked for, nor are the methods of developers', async () => {
    const careful = await startNetwork([])
    expect((await fetch(`${careful.rpcUrl}/control/faults`)).status).toBe(404)
    for (const method of ['anvil_setBalance', 'evm_mine', 'debug_traceTransaction', 'anvil_dumpState']) {
      expect(await careful.refusal(method, [])).toMatchObject({ code: -32601 })
    }
    await careful.stop()
  })
})
