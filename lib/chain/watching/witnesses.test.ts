import type { Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import { receiptReply } from '@/lib/base/rpc/schemas'
import type { BatchItem, Connection } from '@/lib/base/rpc/types'
import { acceptSubscriptions, from, hash, silentConnection } from './watcher.fixture'
import { judgeFinalCount, judgeReceipts, seenElsewhere } from './witnesses'

const blockHash: Hash = `0x${'a1'.repeat(32)}`
const said = {
  transactionHash: hash,
  ...{ from, to: null, blockHash, blockNumber: '0x7', status: '0x1', gasUsed: '0x5208', effectiveGasPrice: '0x1' },
  logs: [],
}
const block = {
  number: '0x7',
  hash: blockHash,
  parentHash: blockHash,
  timestamp: '0x1',
  gasLimit: '0x1',
  gasUsed: '0x0',
}
const holding = { ...block, transactions: [hash] }

/** What a witness answers about the receipt and about the block. */
const contract: Hash = `0x${'c3'.repeat(20)}`
const witnesses = {
  same: [said, holding],
  'no price': [{ ...said, effectiveGasPrice: undefined }, holding],
  'another price': [{ ...said, effectiveGasPrice: '0x2' }, holding],
  'an L1 fee': [{ ...said, l1Fee: '0x5' }, holding],
  'another L1 fee': [{ ...said, l1Fee: '0x6' }, holding],
  'keeps no receipts': [null, holding],
  'is behind': [null, null],
  'another contract': [{ ...said, contractAddress: contract }, holding],
  'no contract': [{ ...said, contractAddress: null }, holding],
  failed: [{ ...said, status: '0x0' }, holding],
  'not in that block': [null, { ...block, transactions: [] }],
  'another block': [said, { ...holding, hash: `0x${'b2'.repeat(32)}` }],
  'names no hashes': [null, { ...block, transactions: [[{ toString: 0 }]] }],
  garbage: ['none', 7],
}
type Witness = keyof typeof witnesses

function asked(answers: readonly unknown[][]): Connection {
  const items = answers.map(each => each.map((result): BatchItem => ({ ok: true, result })))
  return silentConnection({ ...acceptSubscriptions(), others: async () => items })
}

describe('what one endpoint calls final, and others say', () => {
  it.each<[Witness[], string]>([
    [[], 'agreed'],
    [['same'], 'agreed'],
    [['is behind', 'garbage'], 'agreed'],
    [['keeps no receipts', 'failed'], 'agreed'],
    [['failed'], 'open'],
    [['not in that block'], 'open'],
    [['names no hashes'], 'open'],
    [['another block', 'is behind'], 'open'],
    [['same', 'failed', 'failed'], 'open'],
    [['failed', 'not in that block'], 'outvoted'],
    [['same', 'failed', 'another block', 'not in that block'], 'outvoted'],
  ])('%s: %s', async (names, judgement) => {
    const receipt = receiptReply.parse(said)
    if (receipt === null) throw new Error('no receipt')
    const connection = asked(names.map(name => [...witnesses[name]]))
    expect(await judgeReceipts(connection, [receipt], undefined)).toMatchObject([{ judgement, receipt }])
  })

  it.each<[Witness, unknown, string]>([
    ['another contract', null, 'open'],
    ['no contract', contract, 'open'],
    ['another contract', contract.toUpperCase().replace('X', 'x'), 'agreed'],
    // Some nodes leave it out.
    ['same', contract, 'agreed'],
    ['another contract', undefined, 'agreed'],
  ])('of a receipt by a witness with %s, where %s was said: %s', async (name, contractAddress, judgement) => {
    const receipt = receiptReply.parse({ ...said, contractAddress })
    if (receipt === null) throw new Error('no receipt')
    expect(await judgeReceipts(asked([[...witnesses[name]]]), [receipt], undefined)).toMatchObject([{ judgement }])
  })

  it.each<[object, Witness, string]>([
    // What one side leaves out is not said.
    [{ effectiveGasPrice: '0x1' }, 'no price', 'agreed'],
    [{ effectiveGasPrice: null }, 'same', 'agreed'],
    [{ effectiveGasPrice: null }, 'no price', 'agreed'],
    [{}, 'an L1 fee', 'agreed'],
    [{ l1Fee: null }, 'an L1 fee', 'agreed'],
    [{ l1Fee: '0x5' }, 'same', 'agreed'],
    [{ l1Fee: '0x5' }, 'an L1 fee', 'agreed'],
    // What both say and differs contradicts.
    [{}, 'another price', 'open'],
    [{ l1Fee: '0x5' }, 'another L1 fee', 'open'],
    [{ l1Fee: '0x5', effectiveGasPrice: null }, 'another L1 fee', 'open'],
    [{ effectiveGasPrice: null }, 'failed', 'open'],
  ])('of a receipt with %j by a witness with %s: %s', async (change, name, judgement) => {
    const receipt = receiptReply.parse({ ...said, ...change })
    if (receipt === null) throw new Error('no receipt')
    expect(await judgeReceipts(asked([[...witnesses[name]]]), [receipt], undefined)).toMatchObject([{ judgement }])
  })

  it('a price that was left out is the one that a witness who agrees names', async () => {
    const receipt = receiptReply.parse({ ...said, effectiveGasPrice: undefined })
    if (receipt === null) throw new Error('no receipt')
    const priceOf = async (...names: Witness[]) => {
      const [judged] = await judgeReceipts(asked(names.map(name => [...witnesses[name]])), [receipt], undefined)
      return judged?.receipt.effectiveGasPrice
    }
    expect(await priceOf('no price', 'failed', 'another price', 'same')).toBe(2n)
    expect(await priceOf('same')).toBe(1n)
    expect(await priceOf('failed', 'is behind')).toBeUndefined()
  })

  const known = { ...{ hash, from, to: null, nonce: '0x0', value: '0x0', input: '0x', gas: '0x1' }, blockHash }
  const waiting = { ...known, blockHash: null, blockNumber: null }
  it.each<[string, unknown[], string | null]>([
    ['nobody', [], null],
    ['one that does not have it', [null], null],
    ['one that has it', [null, waiting], 'pool'],
    ['one that has it in a block', [waiting, { ...known, blockNumber: '0x7' }], 'block'],
    ['one that speaks of another', [{ ...known, hash: blockHash, blockNumber: '0x7' }], null],
    ['one that answers with anything', ['yes'], null],
  ])('a transaction that the endpoint in use does not have is seen by %s', async (_, answers, seen) => {
    expect(await seenElsewhere(asked(answers.map(each => [each])), hash, null)).toBe(seen)
  })

  it.each<[string[], string]>([
    [[], 'agreed'],
    [['0x6'], 'agreed'],
    [['0x5'], 'open'],
    [['0x5', '0x5'], 'outvoted'],
    [['0x5', 'no'], 'open'],
  ])('of a count above number 5: %s is %s', async (counts, judgement) => {
    const call = { method: 'eth_getTransactionCount', params: [from, 'finalized'] }
    expect(await judgeFinalCount(asked(counts.map(each => [each])), call, 5, undefined)).toBe(judgement)
  })
})
