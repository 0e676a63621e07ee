import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { consequences } from '@/lib/rpc/errors'
import type { RpcErrorKind } from '@/lib/rpc/types'
import { judgeRefusal, type Verdict } from './submission'

const nonce = 7
const nowhere = { found: false, latestCount: 7 }
const kinds = Object.keys(consequences) as RpcErrorKind[]

describe('what follows from a refused submission', () => {
  it('is success when the endpoint has the bytes already', () => {
    expect(judgeRefusal('already-known', nonce, null, 1)).toBe('accepted')
    expect(judgeRefusal('nonce-too-low', nonce, { found: true, latestCount: 8 }, 1)).toBe('accepted')
    expect(judgeRefusal('sync-timeout', nonce, nowhere, 1)).toBe('accepted')
  })

  it('is the end when another transaction used its nonce up', () => {
    expect(judgeRefusal('nonce-too-low', nonce, { found: false, latestCount: 8 }, 1)).toBe('taken')
    expect(judgeRefusal('underpriced', nonce, { found: false, latestCount: 8 }, 1)).toBe('taken')
  })

  it('is the same bytes again while anything may have happened to them', () => {
    const open = [
      'unreachable',
      'timeout',
      'rate-limited',
      'unavailable',
      'pool-full',
      'nonce-too-high',
      'node-error',
    ] as const
    expect(new Set(open.map(kind => judgeRefusal(kind, nonce, nowhere, 1)))).toEqual(new Set<Verdict>(['again']))
  })

  it('is a refusal only for what can never be included as it is', () => {
    const refusals = kinds.filter(kind => judgeRefusal(kind, nonce, nowhere, 1) === 'refused')
    expect(refusals.sort()).toEqual(
      [
        'gas-limit',
        'insufficient-funds',
        'invalid-transaction',
        'method-unavailable',
        'not-allowed',
        'replacement-underpriced',
        'reverted',
        'underpriced',
      ].sort(),
    )
  })

  it('is a refusal for an unnamed error that does not pass', () => {
    for (const kind of ['node-error', 'invalid-params'] as const) {
      expect(judgeRefusal(kind, nonce, nowhere, 5)).toBe('again')
      expect(judgeRefusal(kind, nonce, nowhere, 6)).toBe('refused')
    }
  })

  it('never ends a transaction that a node knows, or that nobody could be asked about', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.nat(20), fc.nat(20), fc.nat(9), (kind, own, latestCount, attempts) => {
        expect(judgeRefusal(kind, own, { found: true, latestCount }, attempts)).toBe('accepted')
        expect(['accepted', 'again']).toContain(judgeRefusal(kind, own, null, attempts))
      }),
    )
  })
})
