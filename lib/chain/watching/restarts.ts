import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'

const checkEveryMs = 2_000

/**
 * Notices signs that the chain restarted from another genesis, and has the genesis checked, at most every two seconds.
 */
export interface RestartSigns {
  /** The heights or hashes of the heads went back. */
  suspect(): void
  /** Transaction counts by sender, of sealed blocks. A count that fell is a sign. */
  seeCounts(counts: ReadonlyMap<Address, number>): void
  /** The chain did restart: counts seen before it mean nothing now. */
  forget(): void
}

export function createRestartSigns({
  clock,
  checkGenesis,
  onFault,
}: {
  clock: Clock
  checkGenesis(): Promise<unknown>
  onFault(error: unknown): void
}): RestartSigns {
  const lastCounts = new Map<Address, number>()
  let checkedAt = 0

  function suspect(): void {
    if (clock.now() - checkedAt < checkEveryMs) return
    checkedAt = clock.now()
    // An endpoint that does not answer is asked again at the next sign.
    checkGenesis().catch(onFault)
  }

  return {
    suspect,
    seeCounts(counts) {
      for (const [from, count] of counts) {
        if (count < (lastCounts.get(from) ?? 0)) suspect()
        lastCounts.set(from, count)
      }
    },
    forget: () => lastCounts.clear(),
  }
}
