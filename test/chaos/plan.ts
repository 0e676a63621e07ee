import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { type Address, bytesToHex } from 'viem'
import type { Fate } from '../preview-network/disruptions.ts'
import type { MisbehaviourChanges } from '../preview-network/fault-schema.ts'
import { type Chance, createChance } from './chance.ts'

export interface Transfer {
  /** The recipient of this transfer alone, so that the transfer is found again on the chain. */
  to: Address
  wei: bigint
}

/** What a page asks for at once, in one decision; it waits for the answer before it asks for more. */
export type Step = readonly Transfer[]

export type Fault =
  | { kind: 'kill-worker' }
  | { kind: 'drop-sockets' }
  | { kind: 'lose-replies'; count: number }
  /** `which`: one of those that are pre-confirmed by then. */
  | { kind: 'revoke'; which: number; fate: Fate }
  | { kind: 'reorganise'; blocks: number; fate: Fate }
  /** The person looks at the other account. */
  | { kind: 'look-away' }
  /** The endpoint behaves so for a while, as endpoints of real providers do. */
  | { kind: 'endpoint'; changes: MisbehaviourChanges; ms: number }

export interface PlannedFault {
  /** So many approvals must have been given, … */
  afterApprovals: number
  /** … and then so long it takes, in ms: the fault falls anywhere into what an approval sets off. */
  delayMs: number
  fault: Fault
}

export interface Plan {
  phrase: string
  /** One list for each of the two pages. */
  scripts: [Step[], Step[]]
  faults: PlannedFault[]
}

/** What providers do: each happens once in every run. */
const habits: readonly [MisbehaviourChanges, ...MisbehaviourChanges[]][] = [
  [{ backends: [{}, { lagBlocks: 1 }] }, { backends: [{}, { lagMs: 400 }, {}] }],
  [{ backends: [{}, { finalizedLagBlocks: 1 }] }],
  [{ receiptsLateMs: 1_500 }],
  [{ lies: { timestampOffsetSeconds: 3_600 } }],
  [{ unsealedBlockHash: 'ones' }, { unsealedBlockHash: 'transaction' }],
  [{ receiptsWithout: ['effectiveGasPrice'] }],
  [{ batches: { failure: 'http-500', every: 2 } }, { batches: { failure: 'error-object', every: 2 } }],
  [{ batches: { failure: 'missing-answer', every: 2 } }, { batches: { failure: 'missing-id', every: 2 } }],
  [{ callFailure: { bytes: 5_000_000, times: 3 } }],
  [{ heads: 'missing' }, { heads: 'reordered' }, { heads: 'duplicated' }],
  [{ silentSockets: true }],
]
/** How long each lasts, ms. */
const habitMs = 2_500

const batchSize = 10
const batchesOfPage = 4
const singlesOfPage = 10

/** Everything that is left to chance in a run. */
export function makePlan(seed: number): Plan {
  const chance = createChance(seed)
  const phrase = entropyToMnemonic(chance.bytes(16), wordlist)
  const scripts: Plan['scripts'] = [script(chance), script(chance)]
  const decisions = scripts.flat().length
  const fates: [Fate, Fate] = ['waiting', 'forgotten']
  const faults: Fault[] = [
    ...times(5, (): Fault => ({ kind: 'kill-worker' })),
    ...times(3, (): Fault => ({ kind: 'drop-sockets' })),
    ...times(4, (): Fault => ({ kind: 'lose-replies', count: 1 + chance.whole(3) })),
    ...times(3, (): Fault => ({ kind: 'revoke', which: chance.whole(1_000), fate: chance.pick(fates) })),
    ...times(2, (): Fault => ({ kind: 'reorganise', blocks: 1 + chance.whole(2), fate: chance.pick(fates) })),
    ...times(4, (): Fault => ({ kind: 'look-away' })),
    ...habits.map((ways): Fault => ({ kind: 'endpoint', changes: chance.pick(ways), ms: habitMs })),
  ]
  const planned = faults.map(fault => ({
    afterApprovals: 1 + chance.whole(decisions - 3),
    delayMs: chance.whole(1_000),
    fault,
  }))
  return { phrase, scripts, faults: planned.sort((a, b) => a.afterApprovals - b.afterApprovals) }
}

function script(chance: Chance): Step[] {
  return chance.shuffled([
    ...times(batchesOfPage, () => times(batchSize, () => transfer(chance))),
    ...times(singlesOfPage, () => [transfer(chance)]),
  ])
}

function transfer(chance: Chance): Transfer {
  return { to: bytesToHex(chance.bytes(20)), wei: BigInt(1 + chance.whole(1_000_000)) }
}

function times<Value>(count: number, make: () => Value): Value[] {
  return Array.from({ length: count }, make)
}
