import type { Address, Hex } from 'viem'
import { createBlockSpan, mayBeTooWide } from '@/lib/base/block-span'
import { Failure } from '@/lib/base/failure'
import { revocations } from '@/lib/reading/calls/grants'
import { createChainReads, type Read } from './chain-reads'
import { type Allowance, createFindings, type TokenFacts } from './findings'

export interface ScanState {
  status: 'idle' | 'running' | 'done' | 'failed'
  /** Why it failed. */
  failure: Failure | null
  /** The newest block that was searched; `null` before the first. */
  newest: bigint | null
  /** Every block from here to `newest` was searched; 0 when all were. */
  oldest: bigint | null
  /** In force, unlimited ones first. */
  allowances: readonly Allowance[]
  tokens: ReadonlyMap<Address, TokenFacts>
}

export interface Scan {
  state(): ScanState
  onChange(listener: () => void): () => void
  /** Searches new blocks, reads the known allowances again, then searches older blocks until the first or `stop`. */
  run(): Promise<void>
  stop(): void
  /**
   * The call that revokes an allowance. It is tried on the chain first, because some tokens refuse the plain one.
   *
   * @throws Failure when the chain cannot be read
   */
  revocation(allowance: Allowance): Promise<{ to: Address; data: Hex }>
}

/** Finds the allowances of an account, from the newest block back to the first. Reads only during `run`. */
export function createScan({ read, owner }: { read: Read; owner: Address }): Scan {
  const chain = createChainReads({ read, owner })
  const findings = createFindings({ chain, owner })
  const range = createBlockRange(findings.search)
  const listeners = new Set<() => void>()
  let state: ScanState = {
    status: 'idle',
    failure: null,
    newest: null,
    oldest: null,
    allowances: [],
    tokens: findings.tokens(),
  }
  /** Counts the runs and stops: an older run ends at its next answer. */
  let turn = 0

  function change(part: Partial<ScanState>): void {
    state = { ...state, ...part, allowances: findings.allowances(), tokens: findings.tokens() }
    for (const listener of listeners) listener()
  }

  async function go(isOver: () => boolean): Promise<void> {
    const head = await chain.latest()
    if (isOver()) return
    const known = state.newest
    // Known allowances first: they may have been revoked since.
    await findings.refresh()
    if (isOver()) return
    change({})
    if (known !== null && head > known) {
      for (let to = head; to > known; ) {
        const from = await range.searchBack(to, known + 1n)
        if (isOver()) return
        to = from - 1n
      }
      change({ newest: head })
    }
    let next = known === null ? head : (state.oldest ?? 0n) - 1n
    while (next >= 0n) {
      const from = await range.searchBack(next, 0n)
      if (isOver()) return
      change({ oldest: from, newest: state.newest ?? head })
      next = from - 1n
    }
    change({ status: 'done' })
  }

  return {
    state: () => state,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async run() {
      turn += 1
      const mine = turn
      change({ status: 'running', failure: null })
      try {
        await go(() => mine !== turn)
      } catch (error) {
        if (mine !== turn) return
        change({ status: 'failed', failure: error instanceof Failure ? error : new Failure('unknown') })
      }
    },
    stop() {
      turn += 1
      if (state.status === 'running') change({ status: 'idle' })
    },
    async revocation({ grant, state: current }) {
      const choices = revocations(grant, current)
      const [plain] = choices
      if (plain === undefined) throw new Failure('unknown')
      if (choices.length === 1) return plain
      const tried = await chain.call(choices)
      return choices.find((_, index) => tried[index] != null) ?? plain
    },
  }
}

/** In blocks. */
const span = { first: 5_000, widest: 500_000 }

interface BlockRange {
  /**
   * Searches the widest range the endpoint agrees to that ends at `to` and does not begin before `floor`.
   *
   * @returns the first block of that range
   * @throws Failure where no range would help
   */
  searchBack(to: bigint, floor: bigint): Promise<bigint>
}

/** Finds out, while searching, how many blocks an endpoint searches at once. */
function createBlockRange(search: (from: bigint, to: bigint) => Promise<void>): BlockRange {
  const blocks = createBlockSpan(span)
  return {
    async searchBack(to, floor) {
      for (;;) {
        const widest = to - BigInt(blocks.size()) + 1n
        const from = widest < floor ? floor : widest
        const width = Number(to - from + 1n)
        try {
          await search(from, to)
          blocks.granted(width)
          return from
        } catch (error) {
          if (!(error instanceof Failure) || !mayGoNarrower(error) || !blocks.refused(width)) throw error
        }
      }
    },
  }
}

function mayGoNarrower({ code, details }: Failure): boolean {
  return mayBeTooWide(details.kind) && code !== 'endpoint-wrong-chain' && code !== 'locked'
}
