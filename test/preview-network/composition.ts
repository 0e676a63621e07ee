import type { Hash } from 'viem'
import { createAdmission } from './admission.ts'
import type { Anvil } from './anvil.ts'
import { createChain } from './chain.ts'
import type { Clock } from './clock.ts'
import { createCommitments } from './commitments.ts'
import { createDisruptions } from './disruptions.ts'
import { createEvents, type Events } from './events.ts'
import { createFaults, type FaultState } from './faults.ts'
import { createGate } from './gate.ts'
import { createLevels, type Levels } from './levels.ts'
import { createMempool } from './mempool.ts'
import { type ModeTraits, pricesOf } from './modes.ts'
import { createNativeExecution } from './native-execution.ts'
import type { Options } from './options.ts'
import { createProposals } from './proposals.ts'
import type { Service } from './service.ts'

/**
 * Returns the parts of the network, put together.
 * @param newWorld returns an Anvil with another genesis, for a reset
 */
export async function createService(
  options: Options,
  clock: Clock,
  anvil: Anvil,
  newWorld: () => Promise<Anvil>,
): Promise<Service> {
  const { traits, chainId } = options
  const mempool = createMempool()
  const gate = createGate()
  const events = createEvents()
  const levels = createLevels(Date.now)
  let faults: FaultState | undefined
  const natives = createNativeExecution(pricesOf(traits))
  const chain = await createChain(
    natives.around(anvil),
    {
      natives,
      ...{ mempool, gate, events },
      withheld: transaction => faults?.withholds(transaction) ?? false,
      forgotten: hash => levels.lost(hash, 'acceptedAt'),
    },
    { mode: traits, replayLimit: options.replayLimit, now: clock.now },
  )
  const abandonable = traits.subscriptions === 'proposals' ? options.finalizedBlocks : 0
  const disruptions = createDisruptions({
    ...{ chain, mempool, levels, abandonable, natives },
    newWorld: async () => natives.around(await newWorld()),
    chainId: traits.isOpStack ? chainId : undefined,
  })
  const state = createFaults(disruptions, { pricing: options.pricing })
  faults = state
  const admit = createAdmission(
    { chain, mempool, gate },
    { chainId, dialect: options.errors, prices: pricesOf(traits), rules: () => state.current },
  )
  follow(events, levels, traits)
  followDepths(events, levels, { safeAt: options.safeBlocks, finalAt: options.finalizedBlocks })
  if (traits.subscriptions === 'proposals') {
    const depths = { voted: options.safeBlocks, finalized: options.finalizedBlocks }
    createProposals(events, depths, () => state.current.votes === 'skipped')
  }
  const hasCommitments = options.mode === 'commitments'
  const frozenPending = followHead(state, () => chain.head.number)
  return {
    options,
    chain,
    mempool,
    gate,
    events,
    levels,
    faults: state,
    commitments: hasCommitments ? createCommitments({ chain, mempool, levels, events, now: clock.now }) : undefined,
    ticks: [],
    tags: {
      safe: () => BigInt(options.safeBlocks),
      finalized: () => BigInt(options.finalizedBlocks),
      frozenPending,
      latestStateIsOpen: traits.latestStateIsOpen,
    },
    async submit(raw, conditions) {
      const hash = await admit(raw, conditions)
      levels.reached(hash, 'acceptedAt')
      return hash
    },
  }
}

/** Records when each transaction reached its levels. A proposed block counts as sealed from the vote on. */
function follow(events: Events, levels: Levels, { preconfirms, subscriptions }: ModeTraits): void {
  const hasProposals = subscriptions === 'proposals'
  events.on(event => {
    if (event.kind === 'partial' && preconfirms) {
      for (const { hash } of event.fresh) levels.reached(hash, 'preconfirmedAt')
    }
    if (event.kind === 'sealed') {
      const level = hasProposals ? 'preconfirmedAt' : 'sealedAt'
      for (const { transactionHash } of event.receipts) levels.reached(transactionHash, level)
    }
    if (event.kind === 'committed' && event.state !== 'Proposed') {
      for (const { transactionHash } of event.receipts) levels.reached(transactionHash, 'sealedAt')
    }
  })
}

/**
 * Records when each transaction became safe and final.
 * @param depths blocks on top of its block after which it is
 */
function followDepths(events: Events, levels: Levels, depths: Record<'safeAt' | 'finalAt', number>): void {
  let blocks: { number: number; hash: Hash; hashes: Hash[] }[] = []
  events.on(event => {
    if (event.kind === 'reset') blocks = []
    if (event.kind === 'removed') blocks = blocks.filter(({ hash }) => hash !== event.block.hash)
    if (event.kind !== 'sealed') return
    const { hash } = event.block
    const head = Number(event.block.number)
    blocks.push({ number: head, hash, hashes: event.receipts.map(({ transactionHash }) => transactionHash) })
    for (const level of ['safeAt', 'finalAt'] as const)
      for (const { number, hashes } of blocks)
        if (number + depths[level] <= head) for (const each of hashes) levels.reached(each, level)
    const deepest = Math.max(depths.safeAt, depths.finalAt)
    blocks = blocks.filter(({ number }) => number + deepest > head)
  })
}

/** Returns the head at the moment when `pending` was frozen, as long as it is. */
function followHead(faults: FaultState, head: () => bigint): () => bigint | undefined {
  let stuckAt: bigint | undefined
  faults.on(({ pending }) => {
    stuckAt = pending === 'frozen' ? (stuckAt ?? head()) : undefined
  })
  return () => stuckAt
}
