import type { Hash } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RpcError } from '@/lib/base/rpc/errors'
import { codeOf, hashOf, journalRow, setUp } from '../provider.fixture'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

const hash = hashOf('5')
const receipt = { transactionHash: hash, status: '0x1', blockHash: hashOf('7'), logs: [] }

/** A node that includes the transaction when `included` is set. */
function node() {
  const state = { included: false, looks: 0, sent: 0 }
  worker.wallet.node = async method => {
    if (method === 'eth_sendRawTransaction') {
      state.sent += 1
      return hash
    }
    if (method !== 'eth_getTransactionReceipt') return '0x1'
    state.looks += 1
    return state.included ? receipt : null
  }
  return state
}

function tell(told: Hash): void {
  for (const listener of worker.wallet.rowListeners) listener(journalRow({ hash: told, level: 'preconfirmed' }), null)
}

describe('eth_sendRawTransactionSync (EIP-7966)', () => {
  it('answers with the receipt as soon as the transaction is included', async () => {
    const page = await worker.connectedPage()
    const state = node()
    const asked = page.ask('eth_sendRawTransactionSync', ['0x02aa', '0x1388'])
    await expect.poll(() => state.looks).toBe(1)
    state.included = true
    tell(hashOf('6'))
    expect(state.looks).toBe(1)
    tell(hash)
    expect(await asked).toEqual({ result: receipt })
    expect(state).toMatchObject({ looks: 2, sent: 1 })
  })

  it('looks by itself where no push reports the transaction', async () => {
    const page = await worker.connectedPage()
    const state = node()
    const asked = page.ask('eth_sendRawTransactionSync', ['0x02aa'])
    await expect.poll(() => state.looks).toBe(1)
    state.included = true
    worker.clock.advance(250)
    expect(await asked).toEqual({ result: receipt })
  })

  it.each([
    ['2 s where it names none', [], 2_000],
    ['its own, as a quantity', ['0x64'], 100],
    ['its own, as a number', [5_000], 5_000],
    ['2 s for one that is too long', ['0xffffff'], 2_000],
    ['2 s for words', ['soon'], 2_000],
  ])('gives 4 with the hash after its timeout: %s', async (_what, timeout, ms) => {
    const page = await worker.connectedPage()
    const state = node()
    const started = worker.clock.now()
    let answered = 0
    const asked = page.ask('eth_sendRawTransactionSync', ['0x02aa', ...timeout]).then(reply => {
      answered = worker.clock.now() - started
      return reply
    })
    await expect.poll(() => state.looks).toBe(1)
    const elapsed = () => {
      if (answered === 0) worker.clock.advance(50)
      return answered
    }
    await expect.poll(elapsed, { interval: 2 }).not.toBe(0)
    expect(answered).toBeGreaterThanOrEqual(ms)
    expect(answered).toBeLessThan(ms + 500)
    expect(await asked).toEqual({ error: { code: 4, message: expect.stringContaining(`${ms} ms`), data: hash } })
  })

  it('returns the node’s refusal of the bytes at once', async () => {
    const page = await worker.connectedPage()
    worker.wallet.node = async () => {
      throw new RpcError('nonce-too-low', 'nonce too low', { code: -32000 })
    }
    expect(await page.ask('eth_sendRawTransactionSync', ['0x02aa'])).toEqual({
      error: { code: -32000, message: 'nonce too low' },
    })
    expect(codeOf(await page.ask('eth_sendRawTransactionSync', ['0x2']))).toBe(-32602)
  })

  it('keeps no other request of the site waiting', async () => {
    const page = await worker.connectedPage()
    const state = node()
    const waiting = page.ask('eth_sendRawTransactionSync', ['0x02aa'])
    await expect.poll(() => state.looks).toBe(1)
    expect(await page.ask('eth_sendRawTransaction', ['0x02bb'])).toEqual({ result: hash })
    state.included = true
    tell(hash)
    expect(await waiting).toEqual({ result: receipt })
  })

  it('answers a request that a stopped worker left, with the same id', async () => {
    const id = '11111111-2222-4333-8444-555555555555'
    const page = await worker.connectedPage()
    const state = node()
    void page.ask('eth_sendRawTransactionSync', ['0x02aa'], id)
    await expect.poll(() => state.looks).toBe(1)
    const next = worker.startWorker()
    state.included = true
    expect(await next.open().ask('eth_sendRawTransactionSync', ['0x02aa'], id)).toEqual({ result: receipt })
  })
})
