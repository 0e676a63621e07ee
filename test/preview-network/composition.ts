import { createAdmission } from './admission.ts'
import type { Anvil } from './anvil.ts'
import { createChain } from './chain.ts'
import type { Clock } from './clock.ts'
import { createDisruptions } from './disruptions.ts'
import { createEvents, type Events } from './events.ts'
import { createFaults, type Faults } from './faults.ts'
import { createGate } from './gate.ts'
import { createLevels, type Levels } from './levels.ts'
import { createMempool } from './mempool.ts'
import type { Options } from './options.ts'
import type { Service } from './service.ts'

/** Puts the parts of the network together. @param newWorld another genesis, for a reset */
export async function createService(
  options: Options,
  clock: Clock,
  anvil: Anvil,
  newWorld: () => Promise<Anvil>,
): Promise<Service> {
  const mempool = createMempool()
  const gate = createGate()
  const events = createEvents()
  const levels = createLevels(Date.now)
  let faults: Faults | undefined
  const chain = await createChain(
    anvil,
    {
      ...{ mempool, gate, events },
      withheld: transaction => faults?.withholds(transaction) ?? false,
      forgotten: hash => levels.lost(hash, 'acceptedAt'),
    },
    { preconfirms: options.mode === 'preconfirmed', tellsMilliseconds: options.mode === 'fast-blocks', replayLimit: options.replayLimit, now: clock.now },
  )
  faults = createFaults(createDisruptions({ chain, mempool, levels, newWorld }))
  const admit = createAdmission({ chain, mempool, gate }, { chainId: options.chainId, dialect: options.errors })
  follow(events, levels, options.mode === 'preconfirmed')
  const frozenPending = followHead(faults, () => chain.head.number)
  return {
    options,
    chain,
    mempool,
    gate,
    events,
    levels,
    faults,
    ticks: [],
    tags: { safe: BigInt(options.safeBlocks), finalized: BigInt(options.finalizedBlocks), frozenPending },
    async submit(raw) {
      const hash = await admit(raw)
      levels.reached(hash, 'acceptedAt')
      return hash
    },
  }
}

function follow(events: Events, levels: Levels, preconfirms: boolean): void {
  events.on(event => {
    const fresh = preconfirms && event.kind === 'partial' ? event.fresh : []
    for (const { hash } of fresh) levels.reached(hash, 'preconfirmedAt')
    if (event.kind !== 'sealed') return
    for (const { transactionHash } of event.receipts) levels.reached(transactionHash, 'sealedAt')
  })
}

/** The head at the moment from which on `pending` is to be stuck, as long as it is. */
function followHead(faults: Faults, head: () => bigint): () => bigint | undefined {
  let stuckAt: bigint | undefined
  faults.on(({ pending }) => {
    stuckAt = pending === 'frozen' ? (stuckAt ?? head()) : undefined
  })
  return () => stuckAt
}
