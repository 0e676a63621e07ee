import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { parseNotification, parseReply, parseResult } from '@/lib/chain/rpc/envelope'
import { RpcError } from './errors'
import * as schemas from './schemas'
import { sentReply } from './sent'

const hash = `0x${'ab'.repeat(32)}`
const address = `0x${'cd'.repeat(20)}`

/** Answers recorded from real nodes. */
const log = {
  address: '0x4200000000000000000000000000000000000006',
  blockHash: hash,
  blockNumber: '0x2c31b0a',
  blockTimestamp: '0x6a1092f7',
  data: '0x00000000000000000000000000000000000000000000000080134424aad49d08',
  logIndex: '0x0',
  removed: false,
  topics: [hash, hash, hash],
  transactionHash: hash,
  transactionIndex: '0x1',
}
const block = {
  baseFeePerGas: '0x4c4b40',
  blobGasUsed: '0x5384cc',
  difficulty: '0x0',
  excessBlobGas: '0x0',
  extraData: '0x01000000640000000500000000004c4b40',
  gasLimit: '0x17d78400',
  gasUsed: '0x2155bc7',
  hash,
  logsBloom: '0x00',
  miner: address,
  nonce: '0x0000000000000000',
  number: '0x2c31b0b',
  parentHash: hash,
  timestamp: '0x6a1092f9',
  timestampMs: '0x19a0b1c2d3e',
  transactions: [hash],
  withdrawals: [],
}
const receipt = {
  blobGasUsed: null,
  blockHash: hash,
  blockNumber: '0x2c31b0b',
  contractAddress: null,
  cumulativeGasUsed: '0xb48a',
  depositNonce: '0x2c31b0e',
  effectiveGasPrice: '0x0',
  from: address,
  gasUsed: '0xb48a',
  l1Fee: '0x0',
  logs: [log],
  logsBloom: '0x00',
  status: '0x1',
  to: address,
  transactionHash: hash,
  transactionIndex: '0x0',
  type: '0x7e',
}
/** A deposit: no chain id, no fee caps. */
const deposit = {
  blockHash: hash,
  blockNumber: '0x2c31b0b',
  from: address,
  gas: '0xf4240',
  gasPrice: '0x0',
  hash,
  input: '0x3db6be2b',
  mint: '0x0',
  nonce: '0x2c31b0e',
  to: address,
  transactionIndex: '0x0',
  type: '0x7e',
  v: '0x0',
  value: '0x0',
}
const feeHistory = {
  baseFeePerBlobGas: ['0x1'],
  baseFeePerGas: ['0x4c4b40', '0x4c4b40'],
  blobGasUsedRatio: [0],
  gasUsedRatio: [0.1180706525],
  oldestBlock: '0x2c31b05',
  reward: [['0xf4240', '0x2191c0']],
}

const replies: Record<string, [z.ZodMiniType<unknown>, unknown]> = {
  quantity: [schemas.quantity, '0x2105'],
  count: [schemas.count, '0x34ed'],
  head: [schemas.headReply, block],
  block: [schemas.blockReply, block],
  log: [schemas.logReply, log],
  receipt: [schemas.receiptReply, receipt],
  deposit: [sentReply, deposit],
  feeHistory: [schemas.feeHistoryReply, feeHistory],
  status: [schemas.transactionStatusReply, { status: 'Known' }],
  preconfirmation: [schemas.preconfirmationItem, { ...deposit, status: '0x1', gasUsed: 46218 }],
}

describe('answers of real nodes', () => {
  it.each(Object.entries(replies))('passes: %s', (_, [schema, reply]) => {
    expect(() => parseResult('eth_method', reply, schema)).not.toThrow()
  })

  it('become bigint and words', () => {
    expect(schemas.datedReply.parse(block)).toMatchObject({ number: 0x2c31b0bn, timestamp: 0x6a1092f9n })
    expect(schemas.receiptReply.parse(receipt)).toMatchObject({ status: 'success', gasUsed: 0xb48an, l1Fee: 0n })
    expect(schemas.blockReply.parse(null)).toBeNull()
    expect(schemas.blockReply.parse({ ...block, number: null, hash: null })).toMatchObject({ number: null, hash: null })
  })

  it('are numbers however a client writes them', () => {
    for (const written of [7, '7', '0x7', '0x07', '0X0007', `0x${'0'.repeat(63)}7`]) {
      expect(schemas.transactionCountReply.parse(written)).toBe(7)
      expect(schemas.chainIdReply.parse(written)).toBe(7)
      expect(schemas.balanceReply.parse(written)).toBe(7n)
    }
    for (const nothing of ['0x', 0, '0', '0x0']) expect(schemas.transactionCountReply.parse(nothing)).toBe(0)
    for (const none of ['', ' 7', '7.0', 7.5, -7, 2 ** 53, null, true, [7], '0x7g'])
      expect(schemas.transactionCountReply.safeParse(none).success).toBe(false)
  })

  it('with another transaction’s receipt give none', () => {
    const given = schemas.receiptReply.parse(receipt)
    expect(schemas.receiptOf(receipt.transactionHash.toUpperCase().replace('0X', '0x'), given)).toBe(given)
    expect(schemas.receiptOf(`0x${'12'.repeat(32)}`, given)).toBeNull()
    expect(schemas.receiptOf(hash, null)).toBeNull()
  })

  it('with a receipt whose block is named after its transaction say that builders committed to it, and no fee', () => {
    const { transactionHash } = receipt
    const committed = { ...receipt, blockHash: transactionHash, gasUsed: '0x0', effectiveGasPrice: '0x0' }
    expect(schemas.receiptReply.parse(committed)).toMatchObject({
      ...{ blockHash: null, promisedBy: 'builders', effectiveGasPrice: null },
    })
    const sealed = { ...receipt, blockHash: `0x${'12'.repeat(32)}` }
    expect(schemas.receiptReply.parse(sealed)).not.toHaveProperty('promisedBy')
    const open = schemas.receiptReply.parse({ ...receipt, blockHash: `0x${'f'.repeat(64)}` })
    expect(open).toMatchObject({ blockHash: null })
    expect(open).not.toHaveProperty('promisedBy')
  })

  it('are sealed only with a block hash that is neither zeros nor ones', () => {
    expect(schemas.sealedHash(`0x${'0'.repeat(64)}`)).toBeNull()
    expect(schemas.sealedHash(`0x${'f'.repeat(64)}`)).toBeNull()
    expect(schemas.sealedHash(`0x${'F'.repeat(64)}`)).toBeNull()
    expect(schemas.sealedHash(null)).toBeNull()
    expect(schemas.sealedHash(`0x${'1'.repeat(64)}`)).toBe(`0x${'1'.repeat(64)}`)
  })
})

describe('a record of somebody else', { timeout: 30_000 }, () => {
  /** Each question with the fields that it needs. */
  const questions: Record<string, [z.ZodMiniType<unknown>, Record<string, unknown>, string[]]> = {
    'how the chain goes on': [schemas.headReply, block, ['number', 'hash', 'parentHash']],
    'which block it is': [schemas.blockReply, block, ['number', 'hash']],
    'what is in a block': [schemas.listingReply, block, ['number', 'hash', 'transactions']],
    'when a block was made': [schemas.timeReply, block, ['timestamp']],
    'what a transaction asked for': [sentReply, deposit, ['hash', 'from']],
    'whether a transaction is known': [schemas.knownReply, deposit, ['hash']],
    'what a log says': [
      schemas.logReply,
      log,
      ['address', 'topics', 'data', 'blockNumber', 'blockHash', 'transactionHash', 'logIndex'],
    ],
    'what a block costs': [schemas.feeHistoryReply, feeHistory, ['baseFeePerGas']],
  }
  const odd = fc.constantFrom<unknown>(undefined, '', '0xzz', {}, true, -1, 1.5, 'latest')

  it.each(Object.entries(questions))('answers %s, whatever else of it cannot be read', (_, [schema, whole, needed]) => {
    const others = Object.keys(whole).filter(name => !needed.includes(name))
    fc.assert(
      fc.property(fc.subarray(others), odd, (names, value) => {
        const spoilt = { ...whole, ...Object.fromEntries(names.map(name => [name, value])) }
        expect(schema.parse(spoilt)).toMatchObject(pick(schema.parse(whole), needed))
      }),
    )
    for (const name of needed) expect(schema.safeParse({ ...whole, [name]: '0xzz' }).success).toBe(false)
  })

  it('names the writers of those logs that can be read', () => {
    const others = [
      { ...log, blockNumber: 'odd', logIndex: {}, topics: null },
      { ...log, address: '0x' },
    ]
    expect(schemas.writersReply.parse([log, ...others]).map(each => each?.address)).toEqual([
      ...[log.address, log.address, undefined],
    ])
  })

  function pick(record: unknown, names: string[]): Record<string, unknown> {
    return Object.fromEntries(names.map(name => [name, schemas.fieldOf(record, name)]))
  }
})

/** Replaces or removes one field at any depth. */
function spoiled(reply: unknown): fc.Arbitrary<unknown> {
  if (typeof reply !== 'object' || reply === null) return fc.anything()
  const keys = Object.keys(reply)
  return fc
    .tuple(
      fc.constantFrom(...keys),
      fc.oneof(
        fc.anything(),
        fc.constant(undefined),
        fc.constant('0x'),
        fc.constant(`0x${'f'.repeat(65)}`),
        fc.bigInt().map(String),
      ),
    )
    .map(([key, value]) => ({ ...reply, [key]: value }))
}

describe('answers of hostile endpoints', { timeout: 30_000 }, () => {
  it.each(Object.entries(replies))('pass or are an invalid reply: %s', (_, [schema, reply]) => {
    fc.assert(
      fc.property(fc.oneof(spoiled(reply), fc.anything()), answer => {
        try {
          parseResult('eth_method', answer, schema)
        } catch (error) {
          if (!(error instanceof RpcError) || error.kind !== 'invalid-reply') throw error
        }
      }),
      { numRuns: 10_000 },
    )
  })

  it('are an envelope or nothing', () => {
    const envelope = {
      jsonrpc: '2.0',
      id: 1,
      result: '0x1',
      error: { code: 1, message: 'm', data: '0x' },
      method: 'eth_subscription',
      params: { subscription: '0x1', result: 1 },
    }
    fc.assert(
      fc.property(
        fc.oneof(spoiled(envelope), fc.anything(), fc.jsonValue()),
        fc.option(fc.integer()),
        (value, status) => {
          const reply = parseReply(value, status)
          if (reply && !reply.outcome.ok) expect(reply.outcome.error).toBeInstanceOf(RpcError)
          const notification = parseNotification(value)
          if (notification) expect(notification.subscription).toBeTypeOf('string')
        },
      ),
      { numRuns: 10_000 },
    )
  })

  it('never become a quantity without being one', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.string(),
          fc.string().map(text => `0x${text}`),
        ),
        value => {
          const parsed = z.safeParse(schemas.quantity, value)
          if (parsed.success) expect(parsed.data).toBe(/^0x$/i.test(String(value)) ? 0n : BigInt(String(value)))
          const counted = z.safeParse(schemas.count, value)
          if (counted.success) expect(Number.isSafeInteger(counted.data)).toBe(true)
        },
      ),
      { numRuns: 10_000 },
    )
  })
})
