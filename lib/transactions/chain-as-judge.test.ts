import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Simulation } from '@/lib/approvals/types'
import { openDatabase } from '@/lib/database/open'
import type { Connection } from '@/lib/rpc/types'
import { shownEffects } from '@/lib/simulation/shown-effects'
import { noMoney } from '@/lib/tokens/known-money'
import { systemClock } from '@/lib/values/clock'
import { type Asset, type Effect, effectsOf } from '@/lib/values/effects'
import { toQuantity } from '@/lib/values/hex'
import { connectTo } from '@/test/transactions/connect'
import { type JudgedCall, judgedCalls } from '@/test/transactions/judge/calls'
import { type Fact, readState } from '@/test/transactions/judge/state'
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
      localNext: async () => null,
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
  const draft = newDraft(chainId, world.account.address, request, nothing)
  const read = await reading.read(() => draft, reading.facts(draft, null), { tokens: [], apply: async () => false })
  const simulation = read?.reading?.simulation ?? { status: 'running' }
  const acts = actsOf(draft, reader.contractLookup(chainId))
  return {
    simulation,
    shown: shownEffects(acts, simulation),
    stated: shownEffects(acts, { status: 'succeeds', effects: [], complete: false }),
    isRead: acts.flatMap(effectsOf).every(({ kind }) => kind !== 'unknown'),
  }
}

/** The changes for the worse that no effect contains. */
function missing(
  before: Map<string, Fact>,
  after: Map<string, Fact>,
  effects: readonly Effect[],
  gas: bigint,
): string[] {
  return [...after].flatMap(([name, fact]) => {
    const was = before.get(name)?.value ?? 0n
    const paidForGas = fact.kind === 'balance' && fact.address === null ? gas : 0n
    return isContained(fact, was, fact.value + paidForGas, effects) ? [] : [`${name}: ${was} → ${fact.value}`]
  })
}

function isContained(fact: Fact, was: bigint, is: bigint, effects: readonly Effect[]): boolean {
  switch (fact.kind) {
    case 'balance':
      if (fact.address === null) return was - is - dataFee <= paid(fact, effects)
      return is >= was || paid(fact, effects) >= was - is
    case 'allowance':
    case 'operator':
      return is <= was || effects.some(effect => allows(effect, fact, is))
    case 'power':
      return (
        is <= was ||
        effects.some(
          effect =>
            effect.kind === 'hands-over' &&
            effect.power === fact.power &&
            isSame(effect.of, fact.address) &&
            isSame(effect.to, fact.taker),
        )
      )
  }
}

const isSame = (left: string | null, right: string | null) => left?.toLowerCase() === right?.toLowerCase()
const enormous = 1n << 255n
/** What the network takes for data besides gas: less than the smallest payment that is judged, 10^13 wei. */
const dataFee = 9n * 10n ** 12n

function paid(fact: Extract<Fact, { kind: 'balance' }>, effects: readonly Effect[]): bigint {
  return effects.reduce((sum, effect) => {
    if (effect.kind !== 'pays' || !isAbout(effect.asset, fact.address, fact.id)) return sum
    return sum + (typeof effect.amount === 'bigint' ? effect.amount : enormous)
  }, 0n)
}

function isAbout(asset: Asset, address: string | null, id: bigint | null): boolean {
  if (asset.kind === 'native' || address === null) return asset.kind === 'native' && address === null
  if (!isSame(asset.address, address)) return false
  return asset.kind === 'item' ? asset.id === id : asset.kind !== 'token' || id === null
}

function allows(effect: Effect, fact: Extract<Fact, { kind: 'allowance' | 'operator' }>, value: bigint): boolean {
  if (effect.kind !== 'allows' || !isSame(effect.taker, fact.taker)) return false
  if (fact.kind === 'operator') return effect.asset.kind === 'collection' && isSame(effect.asset.address, fact.address)
  if (!isAbout(effect.asset, fact.address, fact.id)) return false
  return typeof effect.amount !== 'bigint' || effect.amount >= value
}

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
        expect(missing(before, state, shown, gas), call.what).toEqual([])
        // What calldata says of itself holds without a simulation as well.
        if (!isRead) return
        tally.stated += 1
        expect(missing(before, state, stated, gas), `${call.what}, as it says itself`).toEqual([])
      }),
      // A call that is judged has been made: it cannot be made smaller afterwards.
      { numRuns: calls, seed, endOnFailure: true },
    )
    expect(tally.changed).toBeGreaterThan(calls / 4)
    expect(tally.stated).toBeGreaterThan(calls / 4)
    expect(tally.refused).toBeLessThan(calls / 2)
  })
})
