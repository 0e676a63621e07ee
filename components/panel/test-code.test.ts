import { describe, expect, it } from 'vitest'
import type { RequestEntryView } from '@/lib/language/request-log'
import { testOf } from './test-code'

const account = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01'
const entry: RequestEntryView = {
  kind: 'request',
  number: 1,
  at: 0,
  tabId: 7,
  origin: 'https://shop.example',
  method: 'eth_sendTransaction',
  params: { text: '', length: 0 },
  answer: { at: 9, isError: false, value: { text: '', length: 0 } },
  decisions: [{ id: 'a', kind: 'transaction', status: 'done', at: 5 }],
  transactions: [],
}

function written(change: Partial<RequestEntryView>, params: unknown, answer: unknown, accounts = [account]) {
  const texts = { params: params === undefined ? '' : JSON.stringify(params), answer: JSON.stringify(answer) }
  return testOf({ ...entry, ...change }, texts, accounts) ?? ''
}

/** Runs the test with stand-ins for the fixtures, and tells what it did. */
async function run(code: string, provider: (request: { method: string; params?: unknown }) => Promise<unknown>) {
  const did: unknown[] = []
  const own = `0x${'11'.repeat(20)}`
  const wallet = {
    import: async () => own,
    decision: async () => ({ kind: 'transaction' }),
    approve: async () => did.push('approved'),
    reject: async () => did.push('rejected'),
  }
  const page = {
    goto: async (url: string) => did.push(url),
    evaluate: (work: (request: unknown) => unknown, request: unknown) => work(request),
  }
  const window = {
    ethereum: {
      request: (request: { method: string; params?: unknown }) => {
        did.push(request)
        return provider(request)
      },
    },
  }
  let named = ''
  let body: ((fixtures: unknown) => Promise<void>) | undefined
  const test = (name: string, given: typeof body) => {
    named = name
    body = given
  }
  const source = code.replace(/^import .*\n/, '')
  // A test that was made of a page's text runs here as it would in a developer's editor.
  new Function('expect', 'test', 'window', source)(expect, test, window)
  await body?.({ wallet, network: { drip: async () => undefined }, page })
  return { did, named, own }
}

describe('a request copied as a test', () => {
  it('connects, asks again, decides as the person did, and puts the test’s account in the place of the page’s', async () => {
    const to = `0x${'22'.repeat(20)}`
    const code = written({}, [{ from: account.toLowerCase(), to, value: '0x1' }], `0x${'ab'.repeat(32)}`)
    const { did, named, own } = await run(code, async () => '0xhash')
    expect(named).toBe('eth_sendTransaction')
    expect(did).toEqual([
      'https://shop.example',
      { method: 'eth_requestAccounts', params: undefined },
      'approved',
      { method: 'eth_sendTransaction', params: [{ from: own, to, value: '0x1' }] },
      'approved',
    ])
  })

  it('expects the code of an error, and fails with another', async () => {
    const rejected = { decisions: [{ id: 'a', kind: 'transaction', status: 'rejected', at: 5 } as const] }
    const code = written(
      { ...rejected, answer: { at: 9, isError: true, value: { text: '', length: 0 } } },
      [],
      { code: 4001, message: 'no' },
      [],
    )
    const refuse = (given: number) => () => Promise.reject(Object.assign(new Error('no'), { code: given }))
    expect((await run(code, refuse(4001))).did).toContain('rejected')
    await expect(run(code, refuse(4100))).rejects.toThrow()
  })

  it('expects the same result where it is not of one wallet alone', async () => {
    const code = written({ method: 'eth_chainId', decisions: [] }, undefined, '0x7a69', [])
    await run(code, async () => '0x7a69')
    await expect(run(code, async () => '0x1')).rejects.toThrow()
  })

  it('runs nothing that a page wrote', async () => {
    const hostile = `"); globalThis.taken = true; ("\u2028 \${globalThis.taken = true} */ \n'`
    const code = written(
      { method: hostile, origin: hostile, decisions: [] },
      [hostile, { [hostile]: hostile }],
      hostile,
    )
    const { did, named } = await run(code, async () => hostile)
    expect(globalThis).not.toHaveProperty('taken')
    expect(named).toBe(hostile)
    expect(did.at(-1)).toEqual({ method: hostile, params: [hostile, { [hostile]: hostile }] })
  })

  it('leaves an address alone that is a key or a part of a text', async () => {
    const params = [{ [account]: `a "${account}" b` }]
    const { did } = await run(written({ decisions: [] }, params, null), async () => null)
    expect(did.at(-1)).toMatchObject({ params })
  })

  it('is not offered where it could not say the same', () => {
    const texts = { params: '', answer: '1' }
    const cut = { text: '1', length: 2 }
    expect(testOf({ ...entry, answer: null }, { params: '', answer: null }, [])).toBeNull()
    expect(testOf({ ...entry, params: cut }, texts, [])).toBeNull()
    expect(testOf({ ...entry, answer: { at: 1, isError: false, value: cut } }, texts, [])).toBeNull()
    for (const status of ['waiting', 'approved', 'cancelled', 'expired'] as const)
      expect(testOf({ ...entry, decisions: [{ id: 'a', kind: 'connect', status, at: 1 }] }, texts, [])).toBeNull()
    expect(testOf(entry, texts, [])).not.toBeNull()
  })
})
