import fc from 'fast-check'
import { type Hash, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { createProposals } from './proposals'
import { createTransactionSignals } from './signals'
import type { Watched } from './types'

const hash: Hash = `0x${'ab'.repeat(32)}`
const other: Hash = `0x${'cd'.repeat(32)}`
const watched: Watched = { hash, from: '0x00000000000000000000000000000000000000aA', nonce: 5 }
const from = watched.from.toLowerCase()

/** A shred with one transaction. @param gas of the block so far */
function shred(index: number, gas: number, change: Record<string, unknown> = {}, blockNumber = 7) {
  const transaction = { type: '0x2', hash, signer: from, nonce: '0x5', ...change }
  const receipt = { type: '0x2', status: '0x1', cumulativeGasUsed: toHex(gas), logs: [] }
  return {
    blockNumber,
    shredIdx: index,
    blockTimestamp: 1,
    startingLogIndex: 0,
    transactions: [{ transaction, receipt }],
  }
}

/** What is said of the watched transaction by the last of these shreds. */
function afterShreds(...shreds: unknown[]) {
  const { shreds: signal } = createTransactionSignals()
  for (const item of shreds) signal.hashesOf(item)
  return signal.figuresOf(shreds.at(-1), watched)
}

describe('a shred', () => {
  it('names its transactions', () => {
    const { shreds } = createTransactionSignals()
    expect(shreds.hashesOf(shred(0, 1, { hash: hash.toUpperCase().replace('X', 'x') }))).toEqual([hash])
  })

  it('gives the gas of a transaction, which is told as a sum, from the shred before it', () => {
    const figures = { blockHash: null, blockNumber: 7n, status: 'success', effectiveGasPrice: null }
    expect(afterShreds(shred(0, 21_000))).toMatchObject({ ...figures, gasUsed: 21_000n })
    expect(afterShreds(shred(3, 50_000, { hash: other }), shred(4, 71_000))).toMatchObject({ gasUsed: 21_000n })
  })

  it.each([
    ['missed', [shred(2, 50_000, { hash: other }), shred(4, 71_000)]],
    ['of another block', [shred(3, 50_000, { hash: other }, 6), shred(4, 71_000)]],
    ['of more gas', [shred(3, 80_000, { hash: other }), shred(4, 71_000)]],
    ['none', [shred(4, 71_000)]],
  ])('leaves the figures to the receipt where the shred before was %s', (_name, shreds) => {
    expect(afterShreds(...shreds)).toBe('unsaid')
  })

  it.each([
    ['another signer', { signer: '0x00000000000000000000000000000000000000bb' }],
    ['no signer', { signer: undefined }],
    ['another nonce', { nonce: '0x6' }],
  ])('with %s says nothing of the transaction', (_name, change) => {
    expect(afterShreds(shred(0, 21_000, change))).toBeNull()
  })
})

const receipt = {
  ...{ transactionHash: hash, from, to: from, blockHash: `0x${'f'.repeat(64)}`, blockNumber: '0x7', status: '0x0' },
  ...{ gasUsed: '0x5208', effectiveGasPrice: '0x2', contractAddress: null, logs: [] },
}
const miniBlock = (sent: Record<string, unknown> = {}, told: Record<string, unknown> = {}) => ({
  ...{ block_number: '0x7', index: '0x0', mini_block_number: '0x9' },
  transactions: [
    { hash: other, from, nonce: '0x4' },
    { hash, from, nonce: '0x5', ...sent },
  ],
  receipts: [
    { ...receipt, transactionHash: other },
    { ...receipt, ...told },
  ],
})

describe('a mini-block', () => {
  const { 'mini-blocks': signal } = createTransactionSignals()

  it('gives the figures of each transaction in it', () => {
    expect(signal.hashesOf(miniBlock())).toEqual([other, hash])
    expect(signal.figuresOf(miniBlock(), watched)).toEqual({
      ...{ blockHash: null, blockNumber: 7n, status: 'reverted', gasUsed: 21_000n, effectiveGasPrice: 2n },
      ...{ l1Fee: null, contractAddress: null },
    })
  })

  it('leaves them to the receipt where it has another one, or one that claims to be sealed', () => {
    expect(signal.figuresOf(miniBlock({}, { transactionHash: other }), watched)).toBe('unsaid')
    expect(signal.figuresOf(miniBlock({}, { blockHash: `0x${'12'.repeat(32)}` }), watched)).toBe('unsaid')
    expect(signal.figuresOf(miniBlock({}, { status: '0x2' }), watched)).toBe('unsaid')
  })

  it('with another sender or nonce says nothing of the transaction', () => {
    expect(signal.figuresOf(miniBlock({ nonce: '0x6' }), watched)).toBeNull()
    expect(signal.figuresOf(miniBlock({ from: `0x${'bb'.repeat(20)}` }), watched)).toBeNull()
  })
})

describe('items of any shape', () => {
  it('are read without a failure, and never give figures of what they do not name', () => {
    const signals = Object.values(createTransactionSignals())
    const shaped = fc.record(
      {
        blockNumber: fc.anything(),
        shredIdx: fc.nat(),
        transactions: fc.array(fc.anything()),
        receipts: fc.anything(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), shaped), item => {
        for (const signal of signals) {
          expect(Array.isArray(signal.hashesOf(item))).toBe(true)
          expect([null, 'unsaid']).toContain(signal.figuresOf(item, watched))
        }
        expect(createProposals().see(item, 0)).toBe('nothing')
      }),
    )
  })
})

const told = (number: number, commitState: string, id = number) => ({
  ...{ number: toHex(number), hash: toHex(id, { size: 32 }), blockId: toHex(id, { size: 32 }), commitState },
})

describe('proposals', () => {
  it('tell up to which height blocks have the votes', () => {
    const proposals = createProposals()
    expect([proposals.areTold(), proposals.voted(0)]).toEqual([false, null])
    expect(proposals.see(told(7, 'Proposed'), 0)).toBe('proposed')
    expect([proposals.areTold(), proposals.voted(0)]).toEqual([true, null])
    expect(proposals.see(told(8, 'Proposed'), 1)).toBe('proposed')
    expect(proposals.see(told(8, 'Voted'), 1)).toBe('voted')
    expect(proposals.voted(1)).toBe(8n)
    expect(proposals.see(told(7, 'Finalized'), 1)).toBe('nothing')
    expect(proposals.voted(1)).toBe(8n)
  })

  it('say nothing of votes after three seconds of silence, but that the chain tells of them', () => {
    const proposals = createProposals()
    proposals.see(told(7, 'Voted'), 0)
    expect(proposals.voted(2_999)).toBe(7n)
    expect(proposals.voted(3_000)).toBeNull()
    proposals.forget()
    expect([proposals.areTold(), proposals.voted(0)]).toEqual([true, null])
  })

  it('take the votes back where another block is proposed at a height that had them', () => {
    const proposals = createProposals()
    proposals.see(told(7, 'Voted', 1), 0)
    expect(proposals.see(told(7, 'Proposed', 2), 0)).toBe('other')
    expect(proposals.voted(0)).toBe(6n)
    expect(proposals.see(told(7, 'Voted', 2), 0)).toBe('voted')
    expect(proposals.voted(0)).toBe(7n)
  })

  it('tell where a height gets another proposal, proposed or voted', () => {
    const proposals = createProposals()
    proposals.see(told(7, 'Proposed', 1), 0)
    expect(proposals.see(told(7, 'Proposed', 1), 0)).toBe('nothing')
    expect(proposals.see(told(7, 'Proposed', 2), 0)).toBe('other')
    expect(proposals.see(told(7, 'Voted', 3), 0)).toBe('other')
  })
})
