import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import type { Connection } from '@/lib/base/rpc/types'
import { answeredBy } from '@/test/transactions/interference'
import { newEvidence, see } from './evidence'
import { createReader, type Round } from './reader'

const hash = `0x${'ab'.repeat(32)}` as const
const blockHash = `0x${'12'.repeat(32)}` as const
const from = `0x${'cd'.repeat(20)}` as const
const chainId = 84538453

/** A receipt as geth writes it. */
const receipt: Record<string, unknown> = {
  transactionHash: hash,
  transactionIndex: '0x0',
  from,
  to: from,
  blockHash,
  blockNumber: '0x7',
  status: '0x1',
  gasUsed: '0x5208',
  cumulativeGasUsed: '0x5208',
  effectiveGasPrice: '0x1',
  contractAddress: null,
  logs: [],
  logsBloom: '0x00',
  type: '0x2',
}
const block = {
  ...{ number: '0x7', hash: blockHash, parentHash: hash, timestamp: '0x1', gasLimit: '0x1', gasUsed: '0x1' },
  transactions: [hash],
}

/** What the wallet makes of a receipt that an endpoint gives for its transaction, in a block of the chain. */
async function told(given: unknown, around: Record<string, unknown> = block) {
  const faults: string[] = []
  const connection: Connection = answeredBy(chainId, method => {
    if (method === 'eth_getTransactionReceipt') return { ok: true, result: given }
    if (method.startsWith('eth_getBlockBy')) return { ok: true, result: around }
    return { ok: true, result: method === 'eth_getTransactionCount' ? '0x1' : null }
  })
  const reader = createReader({
    connection,
    network: { methodPrefix: 'base' },
    clock: systemClock,
    onFault: error => faults.push(String(error)),
  })
  const evidence = newEvidence({ hash, from, nonce: 0 })
  const wishes = { head: false, sealed: true, pendingBlock: false, votes: false, height: null }
  const round: Round = await reader.read([evidence], wishes)
  const reading = round.readings.get(hash)
  if (reading === undefined) throw new Error('the receipt was not asked for')
  return { ...see(evidence, reading, false).evidence, faults }
}

/** Ways in which clients write a quantity. */
const written = (value: bigint) =>
  fc.constantFrom<unknown>(
    `0x${value.toString(16)}`,
    `0x${value.toString(16).padStart(64, '0')}`,
    Number(value),
    String(value),
  )
const odd = fc.constantFrom<unknown>(undefined, '', '0xzz', {}, [], true, -1, 1.5, 'latest')

describe('a receipt in the form of another client', { timeout: 30_000 }, () => {
  it('is sealed with its status, its gas and its price, however the quantities are written', async () => {
    await fc.assert(
      fc.asyncProperty(written(1n), written(21_000n), written(7n), async (status, gasUsed, blockNumber) => {
        const seen = await told({ ...receipt, status, gasUsed, blockNumber })
        expect(seen.stage).toBe('sealed')
        expect(seen.receipt).toMatchObject({ status: 'success', gasUsed: 21_000n, blockNumber: 7n, blockHash })
        expect(seen.faults).toEqual([])
      }),
    )
  })

  it.each([
    ['a status that is a number', { status: 1 }],
    ['an empty text for `to` after a creation', { to: '', contractAddress: from }],
    ['no sender and no recipient', { from: undefined, to: undefined }],
    ['a log without its block', { logs: [{ address: from, topics: [], data: '0x' }] }],
    ['a type that is a number', { type: 2 }],
  ])('is sealed with %s', async (_, change) => {
    expect(await told({ ...receipt, ...change })).toMatchObject({ stage: 'sealed', receipt: { status: 'success' } })
  })

  it('reaches each level that can be known, and says what cannot be read, whatever field is odd', async () => {
    const fields = fc.constantFrom(...Object.keys(receipt))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.tuple(fields, odd), { selector: ([name]) => name }), async changes => {
        const changed = new Map(changes)
        const seen = await told({ ...receipt, ...Object.fromEntries(changes) })
        const isNamed = !changed.has('transactionHash')
        const isPlaced = !(changed.has('blockHash') && changed.has('blockNumber'))
        expect(seen.stage).toBe(isNamed && isPlaced ? 'sealed' : 'none')
        if (!isNamed) expect(seen.faults.join()).toContain('cannot be read: transactionHash')
        if (!isNamed || !isPlaced) return
        expect(seen.receipt).toMatchObject({ blockHash, blockNumber: 7n })
        expect(seen.receipt?.status).toBe(changed.has('status') ? 'unread' : 'success')
        expect(seen.receipt?.gasUsed).toBe(changed.has('gasUsed') ? null : 21_000n)
        if (changed.has('status')) expect(seen.faults.join()).toContain('cannot be read: status')
      }),
      { numRuns: 300 },
    )
  })

  it('is sealed in a block of which nothing else can be read, and not in one that cannot be told', async () => {
    const others = fc.subarray(Object.keys(block).filter(name => !['number', 'hash', 'transactions'].includes(name)))
    await fc.assert(
      fc.asyncProperty(others, odd, async (names, value) => {
        const changed = { ...block, ...Object.fromEntries(names.map(name => [name, value])) }
        expect(await told(receipt, changed)).toMatchObject({ stage: 'sealed', receipt: { status: 'success' } })
      }),
    )
    expect(await told(receipt, { ...block, hash: '0xzz' })).toMatchObject({ stage: 'none' })
  })

  it('of another transaction, or of a block that has not got it, says nothing, whatever is odd beside that', async () => {
    const other = `0x${'99'.repeat(32)}`
    expect(await told({ ...receipt, transactionHash: other, status: 1 })).toMatchObject({ stage: 'none' })
    expect(await told({ ...receipt, blockHash: '', transactionHash: other })).toMatchObject({ stage: 'none' })
    expect(await told({ ...receipt, from: other.slice(0, 42), to: '' })).toMatchObject({ stage: 'none' })
  })
})
