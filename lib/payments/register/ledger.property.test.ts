import { noFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { RpcError } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import { openDatabase } from '@/lib/storage/open'
import { createLedger } from './ledger'
import { createModelChain, type Deed, finality, genesisTime, type Signed } from './model-chain.fixture'
import { authorization, bytes32, chainId, given, payer, permit, permit2Transfer } from './signed.fixture'

const bytesOf = (seed: number): Hex => `0x${(seed + 0xa0).toString(16).padStart(2, '0').repeat(64)}1b`

const signed: Signed = {
  authorizations: [
    { nonce: bytes32(701), value: 5n, validBefore: 1_030n },
    { nonce: bytes32(702), value: 6n, validBefore: 9_000n },
  ],
  permits: [
    { nonce: 0n, value: 9n, deadline: 9_000n, bytes: bytesOf(1) },
    // Two signatures for one number, of which only one can ever be used, and a signature with the same amount as the
    // first.
    { nonce: 1n, value: 4n, deadline: 1_040n, bytes: bytesOf(2) },
    { nonce: 1n, value: 7n, deadline: 9_000n, bytes: bytesOf(3) },
    { nonce: 2n, value: 9n, deadline: 9_000n, bytes: bytesOf(4) },
  ],
  transfers: [
    { nonce: 515n, most: 50n, deadline: 9_000n, bytes: bytesOf(5) },
    { nonce: 516n, most: 40n, deadline: 1_050n, bytes: bytesOf(6) },
  ],
}

const index = (most: number) => fc.integer({ min: 0, max: most - 1 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ kind: fc.constant('take' as const), index: index(2) }),
  fc.record({ kind: fc.constant('cancel' as const), index: index(2) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('permit' as const), index: index(4) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pull' as const), amount: fc.integer({ min: 1, max: 9 }) }) },
  fc.record({ kind: fc.constant('approve' as const), amount: fc.constantFrom(0, 3, 100) }),
  fc.record({ kind: fc.constant('settle' as const), index: index(2), amount: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('invalidate' as const), index: index(2) }),
  fc.record({ kind: fc.constant('transfer' as const), amount: fc.integer({ min: 1, max: 9 }) }),
)
type Step =
  | { kind: 'deed'; deed: Deed }
  | { kind: 'seal'; blocks: number }
  | { kind: 'reorganise'; blocks: number; keep: number }
  | { kind: 'read' }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('deed' as const), deed }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('seal' as const), blocks: fc.integer({ min: 1, max: 15 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reorganise' as const),
      blocks: fc.integer({ min: 1, max: finality }),
      keep: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const) }) },
)

it('the ledger says what the chain says, whatever was run on it, however often it was looked at and whatever left the chain again', async () => {
  const database = await openDatabase(crypto.randomUUID())
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.constantFrom(1, 3, 10, 10_000), async (steps, most) => {
      await database.clear('authorizations')
      const clock = createManualClock(genesisTime * 1_000)
      const chain = createModelChain(signed, chainId)
      const ledger = createLedger({
        database,
        connectionOf: () => granting(most, chain.connection, () => chain.head().number),
        epochOf: () => 0,
        clock,
        faults: noFaults,
      })
      for (const [place, { nonce, value, validBefore }] of signed.authorizations.entries())
        await ledger.record(
          given(authorization({ nonce, value: `${value}`, validBefore: `${validBefore}` }), { id: `a${place}` }),
        )
      for (const [place, { nonce, value, deadline, bytes }] of signed.permits.entries())
        await ledger.record(
          given(permit({ nonce: `${nonce}`, value: `${value}`, deadline: `${deadline - 1n}` }), {
            id: `p${place}`,
            signature: bytes,
          }),
        )
      for (const [place, { nonce, most, deadline, bytes }] of signed.transfers.entries()) {
        const permitted = { token: '0x7070000000000000000000000000000000000007', amount: `${most}` }
        const typedData = permit2Transfer({ permitted, nonce: `${nonce}`, deadline: `${deadline - 1n}` })
        await ledger.record(given(typedData, { id: `t${place}`, signature: bytes }))
      }

      async function compare(): Promise<void> {
        await ledger.reconcile(firstNetworkOf(chainId), payer)
        const time = BigInt(chain.head().timestamp)
        const [sealed, pending] = [chain.sealed(time), chain.pending(time)]
        for (const [letter, kind] of [
          ['a', 'authorizations'],
          ['p', 'permits'],
          ['t', 'transfers'],
        ] as const)
          for (const [place, fate] of pending[kind].entries()) {
            const row = await ledger.get(`${letter}${place}:0`)
            const isProvisional = JSON.stringify(fate, text) !== JSON.stringify(sealed[kind][place], text)
            expect({
              id: row?.id,
              state: row?.state,
              used: row?.used,
              remaining: row?.remaining,
              isProvisional: row?.isProvisional,
            }).toEqual({
              id: `${letter}${place}:0`,
              ...fate,
              isProvisional,
            })
          }
      }

      for (const next of steps) {
        if (next.kind === 'deed') chain.submit(next.deed)
        else if (next.kind === 'seal') for (let blocks = 0; blocks < next.blocks; blocks += 1) chain.seal()
        else if (next.kind === 'reorganise') {
          let count = 0
          chain.reorganise(next.blocks, () => count++ < next.keep)
        } else await compare()
        clock.advance(Math.max(0, chain.head().timestamp * 1_000 - clock.now()))
      }
      await compare()
    }),
    { numRuns: 120 },
  )
  database.close()
}, 120_000)

/** The endpoint searches at most so many blocks at once. */
function granting(most: number, connection: Connection, head: () => number): Connection {
  return {
    ...connection,
    async batch(calls) {
      const items = await connection.batch(calls)
      return items.map((item, index) => {
        const [asked] = calls[index]?.params ?? []
        if (calls[index]?.method !== 'eth_getLogs' || typeof asked !== 'object' || asked === null) return item
        const { fromBlock, toBlock } = asked as { fromBlock: string; toBlock: string }
        const last = toBlock === 'latest' ? head() : Number(toBlock)
        return fromBlock === 'pending' || last - Number(fromBlock) < most
          ? item
          : { ok: false, error: new RpcError('node-error', 'too wide') }
      })
    },
  }
}

const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
