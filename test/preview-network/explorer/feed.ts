import type { ExplorerChain } from '../explorer-chain.ts'
import { type Block, type ChainReader, isSystemTransaction } from './chain-reader.ts'

export interface FrontState {
  /** The block being built, when the network shows one; `steps` counts its transactions after each partial block seen. */
  building: { block: Block; steps: number[] } | undefined
  /** Newest first. */
  sealed: Block[]
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
    state = {
      building: isBuilding ? { block: pending, steps: [...before, peopleTransactions(pending).length] } : undefined,
      sealed,
    }
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

async function recentBlocks(reader: ChainReader, newest: Block, known: Block[]): Promise<Block[]> {
  const blocks = [newest]
  for (let block = newest; blocks.length < sealedShown && block.number > 0n; ) {
    const { number, parentHash } = block
    const parent = known.find(({ hash }) => hash === parentHash) ?? (await reader.block(number - 1n))
    if (parent === null) break
    blocks.push(parent)
    block = parent
  }
  return blocks
}
