import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classify, consequences, failureOf, RpcError, toRpcError } from './errors'
import { wordingsOfClients } from './refusals.fixture'
import type { RpcErrorKind } from './types'

/** Errors as the service description, the node (reth), the gateway (proxyd) and Anvil word them. */
const said: readonly [RpcErrorKind, number, string][] = [
  ['nonce-too-low', -32000, 'nonce too low'],
  ['nonce-too-low', -32000, 'nonce too low: next nonce 5, tx nonce 4'],
  ['nonce-too-low', -32003, 'nonce too low'],
  ['nonce-too-high', -32000, 'nonce too high'],
  ['insufficient-funds', -32000, 'insufficient funds for gas * price + value'],
  ['insufficient-funds', -32003, 'insufficient funds for gas * price + value: have 1 want 2'],
  ['insufficient-funds', -32003, 'Insufficient funds for gas * price + value'],
  ['already-known', -32000, 'already known'],
  ['already-known', -32003, 'transaction already imported'],
  ['replacement-underpriced', -32000, 'replacement transaction underpriced'],
  ['underpriced', -32000, 'transaction underpriced'],
  ['underpriced', -32000, 'max fee per gas less than block base fee'],
  ['underpriced', -32003, 'transaction priority fee below minimum required priority fee 1000'],
  ['gas-limit', -32000, 'exceeds block gas limit'],
  ['gas-limit', -32000, 'exceeds max transaction gas limit'],
  ['gas-limit', -32000, 'exceeds maximum per-transaction gas limit'],
  ['gas-limit', -32000, 'intrinsic gas too low'],
  ['gas-limit', -32000, 'gas required exceeds allowance (21000)'],
  ['gas-limit', -32003, 'gas limit too high'],
  ['invalid-transaction', -32000, 'tx fee (2000 wei) exceeds the configured cap (1000 wei)'],
  ['invalid-transaction', -32000, 'oversized data: transaction size 200000, limit 131072'],
  ['invalid-transaction', -32000, 'max initcode size exceeded'],
  ['invalid-transaction', -32000, 'invalid sender'],
  ['invalid-transaction', -32000, 'invalid chain ID'],
  ['invalid-transaction', -32000, 'address already reserved'],
  ['invalid-transaction', -32003, 'transaction type not supported'],
  ['invalid-transaction', -32003, 'max priority fee per gas higher than max fee per gas'],
  ['invalid-transaction', -32003, 'sender is not an EOA'],
  ['invalid-transaction', -32003, 'nonce has max value'],
  ['invalid-transaction', -32602, 'failed to decode signed transaction'],
  ['invalid-transaction', -32602, 'empty transaction data'],
  ['invalid-transaction', -32602, 'invalid transaction signature'],
  ['invalid-transaction', -32100, 'transaction rejected'],
  ['pool-full', -32003, 'txpool is full'],
  ['reverted', 3, 'execution reverted'],
  ['reverted', 3, 'execution reverted: balance'],
  ['reverted', -32000, 'execution reverted: nonce too low'],
  ['sync-timeout', 4, "Transaction 0x12 was added to the mempool but wasn't confirmed within 6s."],
  ['invalid-params', -32602, 'Invalid params'],
  ['invalid-params', -32602, 'time out too long, timeout: 7000 ms, max: 6000 ms'],
  ['invalid-params', -32602, 'too many filter addresses: max 1000, got 2000'],
  ['invalid-params', -32700, 'parse error'],
  ['invalid-params', -32600, 'invalid JSON-RPC version'],
  ['invalid-params', -32014, 'too many RPC calls in batch request'],
  ['invalid-params', -32021, 'request body too large'],
  ['method-unavailable', -32601, 'Method not found'],
  ['method-unavailable', -32601, 'rpc method is not whitelisted'],
  ['rate-limited', -32016, 'over rate limit'],
  ['rate-limited', -32017, 'sender is over rate limit'],
  ['rate-limited', -32012, 'backend is over capacity'],
  ['rate-limited', -32024, 'too many requests'],
  ['unavailable', -32010, 'backend offline'],
  ['unavailable', -32011, 'no backend is currently healthy to serve traffic'],
  ['unavailable', -32015, 'gateway timeout'],
  ['unavailable', -32018, 'backend is currently not healthy to serve traffic'],
  ['unavailable', -32023, 'context canceled'],
  ['node-error', -32603, 'failed to fetch transaction status: connection reset'],
  ['node-error', -32001, 'block not found: 0x1'],
  ['node-error', 4444, 'pruned history unavailable'],
  ['node-error', -32000, 'transaction indexing is in progress'],
]

describe('the classification of errors', { timeout: 30_000 }, () => {
  it.each(said)('%s: %i %s', (kind, code, message) => {
    expect(classify({ code, message, status: 200 })).toBe(kind)
  })

  it('ignores upper and lower case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...said), fc.infiniteStream(fc.boolean()), ([kind, code, message], upper) => {
        const mixed = [...message].map(letter => (upper.next().value ? letter.toUpperCase() : letter)).join('')
        expect(classify({ code, message: mixed, status: 200 })).toBe(kind)
      }),
    )
  })

  it('gives the same kind for the same words with −32000 and −32003', () => {
    const either = said.filter(([, code]) => code === -32000 || code === -32003)
    fc.assert(
      fc.property(fc.constantFrom(...either), fc.constantFrom(-32000, -32003), ([kind, , message], code) => {
        expect(classify({ code, message, status: null })).toBe(kind)
      }),
    )
  })

  it('takes a revert reason for no error of the node', () => {
    fc.assert(
      fc.property(fc.constantFrom(...said), fc.constantFrom(3, -32000, -32003), ([, , message], code) => {
        expect(classify({ code, message: `execution reverted: ${message}`, status: 200 })).toBe('reverted')
      }),
    )
  })

  it('uses the HTTP status where no word matches', () => {
    expect(classify({ code: null, message: '', status: 429 })).toBe('rate-limited')
    expect(classify({ code: null, message: '', status: 503 })).toBe('unavailable')
    expect(classify({ code: -32000, message: 'Something of its own', status: 500 })).toBe('node-error')
    expect(classify({ code: -32000, message: 'nonce too low', status: 400 })).toBe('nonce-too-low')
  })

  it('gives a kind with a consequence for any error', () => {
    fc.assert(
      fc.property(
        fc.record({
          code: fc.option(fc.oneof(fc.integer(), fc.double())),
          message: fc.oneof(
            fc.string(),
            fc.constantFrom(...said).map(([, , message]) => message),
          ),
          status: fc.option(fc.integer({ min: 100, max: 599 })),
        }),
        refusal => {
          const kind = classify(refusal)
          expect(consequences[kind]).toBeTypeOf('string')
        },
      ),
      { numRuns: 10_000 },
    )
  })
})

describe('what clients say of a submission', { timeout: 30_000 }, () => {
  const method = 'eth_sendRawTransaction'

  it.each(wordingsOfClients)('$client, $code $words: $meaning', ({ code, words, meaning }) => {
    expect(classify({ code, message: words, status: 200, method })).toBe(meaning)
  })

  it('means the same in one piece, in capitals, as constants, and with the code of another client', () => {
    const codes = fc.constantFrom(null, -32000, -32003, -32010, -32004, -32009, -32603, 3)
    const dresses = fc.constantFrom<(words: string) => string>(
      words => words,
      words => words.toUpperCase(),
      words => words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase()),
      words => words.replaceAll(' ', '_'),
    )
    const ofWords = wordingsOfClients.filter(({ code }) => code === null || code > -32010 || code < -32099)
    fc.assert(
      fc.property(fc.constantFrom(...ofWords), codes, dresses, ({ words, meaning }, code, dress) => {
        expect(classify({ code, message: dress(words), status: 200, method })).toBe(meaning)
      }),
    )
  })

  it('says nothing of what only reads the chain', () => {
    for (const { words, meaning } of wordingsOfClients)
      if (consequences[meaning] !== 'use-next-endpoint' && !['method-unavailable', 'reverted'].includes(meaning))
        expect(classify({ code: -32000, message: words, status: 200, method: 'eth_getLogs' })).toBe('node-error')
  })

  it('is decided by words alone where the words are unknown: no code of a gateway stands for an outage', () => {
    for (const code of [-32010, -32015, -32005, -32004, 3])
      expect(classify({ code, message: 'Something of its own', status: 200, method })).toBe('node-error')
  })
})

describe('a revert', () => {
  it.each([
    [-32603, "Error: VM Exception while processing transaction: reverted with reason string 'nonce too low'"],
    [-32603, "Error: Transaction reverted: function selector was not recognized and there's no fallback function"],
    [-32015, 'VM execution error.'],
    [-32000, 'invalid opcode: INVALID'],
    [-32000, 'EVM error InvalidFEOpcode'],
  ])('is told by the words of its client: %i %s', (code, message) => {
    expect(classify({ code, message, status: 200, method: 'eth_call' })).toBe('reverted')
  })
})

describe('a range of blocks', () => {
  it('that ends beyond the head of the node that was asked is asked for again', () => {
    const message = 'block range extends beyond current head block'
    const kind = classify({ code: -32602, message, status: 200, method: 'eth_getLogs' })
    expect(consequences[kind]).toBe('retry-same-bytes')
  })

  it('that a gateway finds out of the range of its nodes is asked for again', () => {
    const kind = classify({ code: -32019, message: 'block is out of range', status: 400, method: 'eth_getLogs' })
    expect(consequences[kind]).toBe('retry-same-bytes')
  })
})

describe('an error without a reason', () => {
  // A node's −32603 is the standard's word for whatever went wrong in it, and would come again.
  it.each([
    ['of a gateway is its outage', -32000, 'unavailable'],
    ['of a node is its answer', -32603, 'node-error'],
  ])('%s', (_name, code, kind) => {
    for (const status of [500, 200, null])
      for (const method of ['eth_call', 'eth_sendRawTransaction', undefined])
        expect(classify({ code, message: 'internal error', status, method })).toBe(kind)
  })
})

describe('an RPC error', () => {
  it('keeps code, data and message, and becomes a failure with the message', () => {
    const error = new RpcError('insufficient-funds', 'have 1 want 2', { code: -32003, data: '0x' })
    expect(error).toMatchObject({ code: -32003, data: '0x', message: 'have 1 want 2', consequence: 'ask-person' })
    expect(failureOf(error)).toMatchObject({ code: 'insufficient-funds', details: { message: 'have 1 want 2' } })
  })

  it('is made from any thrown value', () => {
    const own = new RpcError('timeout', 'late')
    expect(toRpcError(own)).toBe(own)
    expect(toRpcError(new TypeError('odd'))).toMatchObject({ kind: 'unreachable', message: 'odd' })
    expect(toRpcError('text')).toMatchObject({ kind: 'unreachable', message: 'text' })
  })
})
