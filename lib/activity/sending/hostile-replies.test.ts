import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { RpcError } from '@/lib/base/rpc/errors'
import type { BatchItem } from '@/lib/base/rpc/types'
import { answeredBy } from '@/test/transactions/interference'
import { feeDangerOf, isPermitted } from './fees'
import { nothingKnown, prefetch } from './prefetch'
import { chainId, from, goodAnswers, to, transaction } from './prefetch.fixture'
import { newDraft, toPreview, toShown, withReading } from './preview'

const request = {
  kind: 'transaction',
  transaction: { to, value: '0x5', data: '0x' },
  purpose: 'send',
  replaces: null,
} as const
const shown = { feeCeiling: null, fee: null, noncePolicy: null, outcome: null, risks: [] }
const remembered = { samples: [] }
/** Frozen: code that changes it because of an answer throws. */
const draft = frozen(newDraft(firstNetworkOf(chainId), from, request, shown))

const good: Record<string, unknown> = {
  ...goodAnswers,
  eth_simulateV1: [{ calls: [{ status: '0x1', returnData: '0x', gasUsed: '0x5208', logs: [] }] }],
}

const quantity = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }).map(value => `0x${value.toString(16)}`)
const hex = fc.uint8Array({ maxLength: 100 }).map(bytes => `0x${Buffer.from(bytes).toString('hex')}`)
const hostile = fc.oneof(
  quantity,
  hex,
  fc.jsonValue({ maxDepth: 2 }),
  fc.record({
    oldestBlock: quantity,
    baseFeePerGas: fc.array(quantity, { minLength: 1, maxLength: 5 }),
    gasUsedRatio: fc.constant([]),
    reward: fc.array(fc.array(quantity, { maxLength: 4 }), { maxLength: 5 }),
  }),
  fc
    .record({
      status: fc.constantFrom('0x0', '0x1', '0x2'),
      returnData: hex,
      logs: fc.array(fc.jsonValue(), { maxLength: 2 }),
    })
    .map(call => [{ calls: [call] }]),
)
const item: fc.Arbitrary<BatchItem> = fc.oneof(
  { arbitrary: hostile.map(result => ({ ok: true as const, result })), weight: 4 },
  fc
    .constantFrom('reverted' as const, 'insufficient-funds' as const, 'timeout' as const, 'node-error' as const)
    .map(kind => ({ ok: false as const, error: new RpcError(kind, 'no', { data: '0x08c379a0' }) })),
  fc.constant({ ok: true as const, result: undefined }),
)
const methods = Object.keys(good)
/** `npm run test:hostile` tries more than a hundred thousand cases. */
const casesOfMethod = process.env.HOSTILE_CELLS === 'all' ? 11_500 : 1_500

/** One of nine methods answers with malice, and some of the others may. */
describe('a transaction in preparation survives whatever an endpoint answers to', { timeout: 60_000 }, () => {
  it.each(methods)('%s, and nothing beyond the ceilings is proposed', async method => {
    const others = fc.dictionary(fc.constantFrom(...methods), item, { maxKeys: 3 })
    let proposed = 0
    await fc.assert(
      fc.asyncProperty(item, others, async (answer, rest) => {
        const answers: Record<string, BatchItem> = { ...rest, [method]: answer }
        const connection = answeredBy(chainId, asked => answers[asked] ?? { ok: true, result: good[asked] })
        const reading = await prefetch(connection, transaction, {
          offered: nothingKnown,
          isContract: () => false,
          now: () => 0,
        }).then(
          done => done.reading,
          (error: unknown) => {
            if (!(error instanceof RpcError)) throw error
            return null
          },
        )
        if (reading === null) return true
        const next = withReading(draft, reading, {
          remembered,
          expectedNonce: 0,
          takenNonce: null,
          freeNonce: null,
          committed: 0n,
        })
        toPreview(next, () => null)
        const { fee } = toShown(next, () => null)
        if (fee === null) return true
        proposed += 1
        const isWithin = isPermitted({
          maxFeePerGas: BigInt(fee.maxFeePerGas),
          maxPriorityFeePerGas: BigInt(fee.maxPriorityFeePerGas),
        })
        const isTold = toShown(next, () => null).risks.some(
          ({ code, level }) => code.startsWith('fee-') && level === 'danger',
        )
        return isWithin && isTold === (feeDangerOf(BigInt(fee.maxFeePerGas), remembered) !== null)
      }),
      { numRuns: casesOfMethod },
    )
    // Not everything hostile is refused at the door, but what says of itself that it is another chain.
    if (method !== 'eth_chainId') expect(proposed).toBeGreaterThan(0)
  })
})

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
