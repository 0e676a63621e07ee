import type { Hash } from 'viem'
import type { LevelTimes } from './explorer-chain.ts'

const remembered = 100_000

/** When each transaction reached each level, for as many as fit. */
export interface Levels {
  of(hash: Hash): LevelTimes
  reached(hash: Hash, level: keyof LevelTimes): void
  lost(hash: Hash, level: keyof LevelTimes): void
  clear(): void
}

/** @param now Unix milliseconds */
export function createLevels(now: () => number): Levels {
  const times = new Map<Hash, LevelTimes>()
  return {
    of: hash => times.get(hash) ?? {},
    reached(hash, level) {
      const known = times.get(hash)
      if (known?.[level] !== undefined) return
      times.set(hash, { ...known, [level]: now() })
      const [oldest] = times.keys()
      if (times.size > remembered && oldest !== undefined) times.delete(oldest)
    },
    lost(hash, level) {
      const { [level]: _, ...rest } = times.get(hash) ?? {}
      times.set(hash, rest)
    },
    clear: () => times.clear(),
  }
}
