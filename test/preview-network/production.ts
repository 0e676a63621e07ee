import type { Chain } from './chain.ts'

/** Makes partial and sealed blocks at their times until stopped. */
export interface Production {
  stop(): Promise<void>
}

export function startProduction(
  chain: Chain,
  times: { blockMs: number; preconfirmMs: number; mode: string },
): Production {
  const tickMs = times.mode === 'preconfirmed' ? Math.min(times.preconfirmMs, times.blockMs) : times.blockMs
  const ticksToSeal = Math.max(1, Math.round(times.blockMs / tickMs))
  const start = performance.now()
  let ticks = 0
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let isStopped = false

  function schedule(): void {
    // Counted from the start, so that late ticks do not add up; what was missed altogether is skipped.
    const missed = Math.floor((performance.now() - start) / tickMs)
    const next = Math.max(missed, ticks) + 1
    timer = setTimeout(() => void step(next), start + next * tickMs - performance.now())
  }

  async function step(tick: number): Promise<void> {
    const isSealing = Math.floor(tick / ticksToSeal) > Math.floor(ticks / ticksToSeal)
    ticks = tick
    working = isSealing ? chain.seal() : chain.tick()
    await working
    if (!isStopped) schedule()
  }

  schedule()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await working
    },
  }
}
