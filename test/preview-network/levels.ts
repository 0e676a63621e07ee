import type { Hash } from 'viem'
import type { LevelTimes } from './explorer-chain.ts'

const remembered = 100_000
const levelNames = ['acceptedAt', 'preconfirmedAt', 'sealedAt', 'safeAt', 'finalAt'] as const

/** How long a transaction was at a level; Unix milliseconds. */
export interface LevelSpan {
  level: keyof LevelTimes
  from: number
  /** When it lost it; absent while it has it. */
  until?: number
}

/** When each transaction reached each level, for as many as fit. */
export interface Levels {
  of(hash: Hash): LevelTimes
  /** The levels that the transaction had, lost levels included, oldest first. */
  spansOf(hash: Hash): LevelSpan[]
  reached(hash: Hash, level: keyof LevelTimes): void
  lost(hash: Hash, level: keyof LevelTimes): void
  clear(): void
}

/** @param now Unix milliseconds */
export function createLevels(now: () => number): Levels {
  const times = new Map<Hash, LevelTimes>()
  const ended = new Map<Hash, LevelSpan[]>()

  return {
    of: hash => times.get(hash) ?? {},
    spansOf(hash) {
      const now = times.get(hash) ?? {}
      const current = levelNames.flatMap(level => {
        const from = now[level]
        return from === undefined ? [] : [{ level, from }]
      })
      return [...(ended.get(hash) ?? []), ...current].sort((a, b) => a.from - b.from)
    },
    reached(hash, level) {
      const known = times.get(hash)
      if (known?.[level] !== undefined) return
      times.set(hash, { ...known, [level]: now() })
      const [oldest] = times.keys()
      if (times.size <= remembered || oldest === undefined) return
      times.delete(oldest)
      ended.delete(oldest)
    },
    lost(hash, level) {
      const { [level]: from, ...rest } = times.get(hash) ?? {}
      times.set(hash, rest)
      if (from !== undefined) ended.set(hash, [...(ended.get(hash) ?? []), { level, from, until: now() }])
    },
    clear() {
      times.clear()
      ended.clear()
    },
  }
}
