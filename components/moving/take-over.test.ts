import { describe, expect, it, vi } from 'vitest'
import type { Client } from '@/components/client'
import { Failure, type FailureCode } from '@/lib/base/failure'
import { dollar, networks, previewChain } from '@/test/gallery/samples'
import type { FileNetwork, FileToken } from './files/contents'
import { type Chosen, takeOver } from './take-over'

const token = (digit: string, symbol: string, chainId = previewChain): FileToken => ({
  chainId,
  address: `0x${digit.repeat(40)}`,
  symbol,
})
const ours: FileNetwork = {
  ...{ chainId: 90_210_777, name: 'Ours', symbol: 'OWN', explorerUrl: null, testing: false },
  endpoints: [{ http: 'https://rpc.our-own.example', socket: null }],
}
const nothing: Chosen = { contacts: [], networks: [], tokens: [] }
const listed = {
  ...{ chainId: previewChain, address: dollar, symbol: 'USDV', name: 'Test Dollar', decimals: 6 },
  ...{ source: 'person' as const, hidden: false },
}

/** A worker that answers each call as the test says, and notes it. */
function worker(answer: (procedure: string, input: Record<string, unknown>) => unknown) {
  const calls: [procedure: string, input: unknown][] = []
  const call = (async (procedure: string, input: Record<string, unknown>) => {
    calls.push([procedure, input])
    return answer(procedure, input)
  }) as Client['call']
  return { calls, call }
}

function take(chosen: Partial<Chosen>, call: Client['call'], signal = new AbortController().signal) {
  const onProgress = vi.fn()
  const options = { call, here: networks, listed: [listed], onProgress, signal }
  return { onProgress, done: takeOver({ ...nothing, ...chosen }, options) }
}

const fails = (code: FailureCode) => {
  throw new Failure(code)
}
const says = (symbol: string) => ({ symbol, name: symbol, decimals: 18 })

describe('what was chosen is added', () => {
  it('contacts at once, networks before the tokens on them', async () => {
    const { calls, call } = worker(procedure => (procedure === 'token.look-up' ? says('LOAF') : null))
    const contact = { address: dollar, name: 'Coffee shop' }
    const { done } = take({ contacts: [contact], networks: [ours], tokens: [token('a', 'LOAF', ours.chainId)] }, call)
    expect(await done).toEqual({ contacts: 1, networks: 1, tokens: 1, left: [] })
    const address = `0x${'a'.repeat(40)}`
    expect(calls).toEqual([
      ['contact.name', { contacts: [contact] }],
      ['network.add', { ...ours, faucetUrl: null }],
      ['token.look-up', { address, networkId: ours.chainId }],
      ['token.add', { address, networkId: ours.chainId }],
    ])
  })

  it('but no token before its contract answered, none that is none, and none with the name of other money', async () => {
    const contracts: Record<string, unknown> = {
      a: says('LOAF'),
      b: null,
      c: says('USDV'),
      d: says('ETH'),
      e: says('L0AF'),
    }
    const { calls, call } = worker((procedure, { address }) =>
      procedure === 'token.look-up' ? contracts[String(address).at(-1) ?? ''] : null,
    )
    // The chain's symbols count, not the file's.
    const { done } = take({ tokens: ['a', 'b', 'c', 'd', 'e'].map(digit => token(digit, `F${digit}`)) }, call)
    expect(await done).toMatchObject({
      tokens: 1,
      left: [
        { part: 'token', reason: 'no-token', count: 1, examples: ['Fb'] },
        { part: 'token', reason: 'imitates', count: 3, examples: ['Fc', 'Fd', 'Fe'] },
      ],
    })
    expect(calls.filter(([procedure]) => procedure === 'token.add')).toHaveLength(1)
  })

  it('a network that does not answer is asked once, the others go on', async () => {
    const { calls, call } = worker((procedure, { networkId }) => {
      if (procedure !== 'token.look-up') return null
      return networkId === 8453 ? fails('endpoint-unreachable') : says(`T${String(networkId)}`)
    })
    const tokens = [token('a', 'A', 8453), token('b', 'B', 8453), token('c', 'C', 8453), token('d', 'D')]
    const { done, onProgress } = take({ tokens }, call)
    expect(await done).toMatchObject({ tokens: 1, left: [{ reason: 'silent', count: 3, examples: ['A', 'B', 'C'] }] })
    expect(calls.filter(([, input]) => (input as { networkId?: number }).networkId === 8453)).toHaveLength(1)
    expect(onProgress).toHaveBeenLastCalledWith(4)
  })

  it('a network that is refused is said; a lock ends it', async () => {
    const refusing = worker(procedure => (procedure === 'network.add' ? fails('invalid-input') : null))
    expect(await take({ networks: [ours] }, refusing.call).done).toMatchObject({
      networks: 0,
      left: [{ part: 'network', reason: 'refused', examples: ['Ours'] }],
    })
    const locked = worker(() => fails('locked'))
    await expect(take({ tokens: [token('a', 'A')] }, locked.call).done).rejects.toMatchObject({ code: 'locked' })
  })

  it('stopped, it asks for no further token', async () => {
    const stop = new AbortController()
    const { calls, call } = worker(procedure => {
      stop.abort()
      return procedure === 'token.look-up' ? says('A') : null
    })
    const { done } = take({ tokens: [token('a', 'A'), token('b', 'B')] }, call, stop.signal)
    expect(await done).toMatchObject({ tokens: 1, left: [{ reason: 'stopped', count: 1, examples: ['B'] }] })
    expect(calls).toHaveLength(2)
  })
})
