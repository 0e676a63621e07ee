import type { Hash } from 'viem'
import type { ExplorerChain } from '../explorer-chain.ts'
import { type Block, type ChainReader, isSystemTransaction, type Tag } from './chain-reader.ts'

export interface FrontState {
  /**
   * The block being built, when the network shows one; `steps` counts its transactions after each partial block seen.
   */
  building: { block: BlockWithResults; steps: number[] } | undefined
  /** Newest first. */
  sealed: BlockWithResults[]
}

export interface BlockWithResults extends Block {
  failed: ReadonlySet<Hash>
}

export interface Feed {
  snapshot(): Promise<FrontState>
  /** Calls back after every change; nothing is read while nobody watches. Returns the function that ends it. */
  watch(onChange: (state: FrontState) => void): () => void
}

const sealedShown = 12

/** One reading of the chain's head, shared by everybody who looks at the front page. */
export function createFeed(chain: ExplorerChain, reader: ChainReader): Feed {
  const watchers = new Set<(state: FrontState) => void>()
  let state: FrontState = { building: undefined, sealed: [] }
  let stopListening = () => {}
  let reading: Promise<void> | undefined
  let isStale = false

  const read = async () => {
    const [pending, latest] = await Promise.all([reader.block('pending'), reader.block('latest')])
    const sealed = latest === null ? [] : await recentBlocks(reader, latest, state.sealed)
    const isBuilding = pending !== null && latest !== null && pending.number > latest.number
    const before = state.building?.block.number === pending?.number ? (state.building?.steps ?? []) : []
    const building = isBuilding
      ? { block: await withResults(reader, pending), steps: [...before, peopleTransactions(pending).length] }
      : undefined
    state = { building, sealed }
  }

  const tellWatchers = () => {
    for (const tell of watchers) tell(state)
  }

  /** However many events arrive during a reading, one more reading covers them. */
  const refresh = async () => {
    isStale = true
    if (reading !== undefined) return
    while (isStale && watchers.size > 0) {
      isStale = false
      reading = read()
      // A read may fail while the network is made to misbehave; the next event reads again.
      await reading.then(tellWatchers).catch(() => undefined)
    }
    reading = undefined
  }

  return {
    async snapshot() {
      await (watchers.size === 0 ? read() : reading)
      return state
    },
    watch(onChange) {
      watchers.add(onChange)
      if (watchers.size === 1) {
        stopListening = chain.on(() => void refresh())
        void refresh()
      }
      return () => {
        watchers.delete(onChange)
        if (watchers.size === 0) stopListening()
      }
    },
  }
}

export function peopleTransactions(block: Block) {
  return block.transactions.filter(transaction => !isSystemTransaction(transaction))
}

async function withResults(
  reader: ChainReader,
  block: Block,
  tag: bigint | Tag = 'pending',
): Promise<BlockWithResults> {
  const isEmpty = peopleTransactions(block).length === 0
  return { ...block, failed: isEmpty ? new Set() : await reader.failedIn(tag) }
}

async function recentBlocks(
  reader: ChainReader,
  newest: Block,
  known: BlockWithResults[],
): Promise<BlockWithResults[]> {
  const blocks: BlockWithResults[] = []
  let next: Block | null = newest
  while (next !== null && blocks.length < sealedShown) {
    const block: Block = next
    blocks.push(known.find(({ hash }) => hash === block.hash) ?? (await withResults(reader, block, block.number)))
    const parent = known.find(({ hash }) => hash === block.parentHash)
    next = parent ?? (block.number === 0n ? null : await reader.block(block.number - 1n))
  }
  return blocks
}
