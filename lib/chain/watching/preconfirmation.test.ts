import fc from 'fast-check'
import type { Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import { figuresOf, hashOfItem } from './preconfirmation'
import type { Watched } from './types'

const hash: Hash = '0x6a010a5ce041ff0ee5a926db65d1ef512836cae822d5f2d58b63981bfa40aa7f'
const watched: Watched = { hash, from: '0x2aD149d3D3099532D7C25C47CCE37dB6c4677b3A', nonce: 0x34ed }
/** A push recorded from a node of the main network. */
const item = {
  type: '0x2',
  chainId: '0x2105',
  nonce: '0x34ed',
  gas: '0x7a1200',
  maxFeePerGas: '0x257ab3c',
  maxPriorityFeePerGas: '0x419c7c',
  to: '0x6211a3742cf9d3b6677ecc7fd9dd102ab101d8e2',
  value: '0x0',
  accessList: [],
  input: '0x',
  hash,
  blockHash: null,
  blockNumber: '0x2c679a1',
  transactionIndex: '0x83',
  from: '0x2ad149d3d3099532d7c25c47cce37db6c4677b3a',
  gasPrice: '0x8de7bc',
  gasUsed: '0x26132',
  status: '0x1',
  cumulativeGasUsed: '0x16cb406',
  contractAddress: null,
  logs: [],
}

describe('an item of the pre-confirmation feed', () => {
  it('in full gives its figures', () => {
    expect(figuresOf(item, watched)).toEqual({
      blockHash: null,
      blockNumber: 0x2c679a1n,
      status: 'success',
      gasUsed: 0x26132n,
      effectiveGasPrice: 0x8de7bcn,
      l1Fee: null,
      contractAddress: null,
    })
  })

  it('may write gas as a number, as older clients do', () => {
    expect(figuresOf({ ...item, gasUsed: 0x26132 }, watched)).toMatchObject({ gasUsed: 0x26132n })
  })

  it('with status 0 is reverted', () => {
    expect(figuresOf({ ...item, status: '0x0' }, watched)).toMatchObject({ status: 'reverted' })
  })

  it('with only a hash, or without a status, leaves the figures to be read', () => {
    expect(figuresOf(hash, watched)).toBe('unsaid')
    expect(figuresOf(hash.toUpperCase().replace('X', 'x'), watched)).toBe('unsaid')
    const { status: _, ...without } = item
    expect(figuresOf(without, watched)).toBe('unsaid')
    expect(figuresOf({ ...item, gasUsed: -1 }, watched)).toBe('unsaid')
  })

  it.each([
    ['another hash', { ...item, hash: `0x${'11'.repeat(32)}` }],
    ['another sender', { ...item, from: item.to }],
    ['another nonce', { ...item, nonce: '0x34ee' }],
    ['another hash alone', `0x${'11'.repeat(32)}`],
    ['no shape', { hash }],
    ['an endless nonce', { ...item, nonce: `0x${'f'.repeat(60)}` }],
  ])('with %s says nothing about this transaction', (_, other) => {
    expect(figuresOf(other, watched)).toBeNull()
  })

  it('of any shape throws nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.record({
            ...Object.fromEntries(Object.keys(item).map(name => [name, fc.anything()])),
            hash: fc.constant(hash),
          }),
        ),
        other => {
          hashOfItem(other)
          const figures = figuresOf(other, watched)
          if (typeof figures === 'object' && figures !== null) expect(figures.blockHash).toBeNull()
        },
      ),
      { numRuns: 1_000, examples: [[{ ...item, status: [{ toString: 0 }] }]] },
    )
  })

  it('is matched by its hash first', () => {
    expect(hashOfItem(item)).toBe(hash)
    expect(hashOfItem(hash)).toBe(hash)
    expect(hashOfItem({ hash: 7 })).toBeNull()
    expect(hashOfItem(null)).toBeNull()
  })
})
