import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { type Effect, effectsOf } from '@/lib/base/effects'
import { toQuantity } from '@/lib/base/hex'
import type { Connection } from '@/lib/base/rpc/types'
import { shownEffects } from '@/lib/reading/simulation/shown-effects'
import type { Simulation } from '@/lib/reading/simulation/simulation'
import { noMoney } from '@/lib/reading/tokens/known-money'
import { openDatabase } from '@/lib/storage/open'
import { connectTo } from '@/test/transactions/connect'
import { type JudgedCall, judgedCalls } from '@/test/transactions/judge/calls'
import { missing } from '@/test/transactions/judge/contained'
import { readState } from '@/test/transactions/judge/state'
import { createWorld, type World } from '@/test/transactions/judge/world'
import { type ChainReader, createChainReader } from './chain-reader'
import { createDraftReading } from './draft-reading'
import { actsOf, newDraft } from './preview'

/** Invariant 13: what the chain did is contained in what the decision showed. */

/** `npm run test:judge` judges 2,000 calls. */
const calls = Number(process.env.JUDGED_CALLS ?? 200)
const seed = Number(process.env.JUDGED_SEED ?? 20_261_123)

let world: World
let connection: Connection
let reader: ChainReader

beforeAll(async () => {
  world = await createWorld()
  const { chainId, network } = world.fixture
  const database = await openDatabase(crypto.randomUUID())
  const where = { chainId, rpcUrl: network.rpcUrl, wsUrl: null }
  ;({ connection } = await connectTo(where, { database, clock: systemClock }))
  reader = createChainReader({
    connectionOf: () => connection,
    clock: systemClock,
    fees: { remembered: async () => ({ samples: [] }), observe: async () => undefined },
    onCounts: () => undefined,
  })
}, 120_000)
afterAll(() => world.fixture.stop())

/** What a decision about the call shows, and what it would show without a simulation. */
async function decide(
  call: JudgedCall,
): Promise<{ simulation: Simulation; shown: Effect[]; stated: Effect[]; isRead: boolean }> {
  const { chainId } = world.fixture
  const reading = createDraftReading({
    reader,
    moneyOf: async () => noMoney,
    journal: {
      expectedNonce: async () => 0,
      takenNonce: async () => null,
      freeBelow: async () => null,
      committed: () => 0n,
      contacts: async () => [],
      measured: async () => null,
      least: async () => null,
    },
  })
  const transaction = { to: call.to, value: toQuantity(call.value), data: call.data }
  const request = { kind: 'transaction', transaction, purpose: 'send', replaces: null } as const
  const nothing = { feeCeiling: null, fee: null, noncePolicy: null, outcome: null, risks: [] }
  const draft = newDraft(firstNetworkOf(chainId), world.account.address, request, nothing)
  const read = await reading.read(() => draft, reading.facts(draft, []), { tokens: [], apply: async () => false })
  const simulation = read?.reading?.simulation ?? { status: 'running' }
  const acts = actsOf(draft, reader.contractLookup(firstNetworkOf(chainId)))
  return {
    simulation,
    shown: shownEffects(acts, simulation),
    stated: shownEffects(acts, { status: 'succeeds', effects: [], complete: false }),
    isRead: acts.flatMap(effectsOf).every(({ kind }) => kind !== 'unknown'),
  }
}

/** What the network takes for data besides gas: less than the smallest payment that is judged, 10^13 wei. */
const dataFee = 9n * 10n ** 12n

describe('what the chain did is in what the decision showed', () => {
  it(`in each of ${calls} generated calls`, { timeout: 3_600_000 }, async () => {
    let state = await readState(world)
    const tally = { done: 0, refused: 0, stated: 0, changed: 0 }
    await fc.assert(
      fc.asyncProperty(judgedCalls(world), async call => {
        const { simulation, shown, stated, isRead } = await decide(call)
        const gas = await world.send(call.to, call.data, call.value)
        expect(simulation.status, call.what).toBe(gas === null ? 'reverts' : 'succeeds')
        if (gas === null) {
          tally.refused += 1
          return
        }
        const before = state
        state = await readState(world)
        const changes = [...state].filter(([name, { value }]) => before.get(name)?.value !== value)
        tally.done += 1
        if (changes.length > 1) tally.changed += 1
        expect(missing(before, state, shown, gas + dataFee), call.what).toEqual([])
        // What calldata says of itself holds without a simulation as well.
        if (!isRead) return
        tally.stated += 1
        expect(missing(before, state, stated, gas + dataFee), `${call.what}, as it says itself`).toEqual([])
      }),
      // A call that is judged has been made: it cannot be made smaller afterwards.
      { numRuns: calls, seed, endOnFailure: true },
    )
    expect(tally.changed).toBeGreaterThan(calls / 4)
    expect(tally.stated).toBeGreaterThan(calls / 4)
    expect(tally.refused).toBeLessThan(calls / 2)
  })
})
