import type { Service } from './service.ts'

/** When one tick was due and when its work was done, in Unix milliseconds, and what it left in the block being built. */
export interface Tick {
  dueAt: number
  doneAt: number
  isSealing: boolean
  transactions: number
}

/** Makes partial and sealed blocks at their times until stopped. */
export interface Production {
  stop(): Promise<void>
}

const rememberedTicks = 600

export function startProduction(
  { chain, ticks, options: times }: Pick<Service, 'chain' | 'ticks' | 'options'>,
  onFailure: (error: unknown) => void,
): Production {
  const tickMs = times.mode === 'preconfirmed' ? Math.min(times.preconfirmMs, times.blockMs) : times.blockMs
  const ticksToSeal = Math.max(1, Math.round(times.blockMs / tickMs))
  const start = performance.now()
  let last = 0
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let isStopped = false

  function schedule(): void {
    // Counted from the start, so that late ticks do not add up; what was missed altogether is skipped.
    const missed = Math.floor((performance.now() - start) / tickMs)
    const next = Math.max(missed, last) + 1
    const wait = start + next * tickMs - performance.now()
    timer = setTimeout(() => void step(next), Math.max(0, wait))
  }

  async function step(tick: number): Promise<void> {
    const isSealing = Math.floor(tick / ticksToSeal) > Math.floor(last / ticksToSeal)
    last = tick
    const transactions = chain.open.included.size
    working = (isSealing ? chain.seal() : chain.tick()).catch(onFailure)
    await working
    const dueAt = performance.timeOrigin + start + tick * tickMs
    const now = isSealing ? transactions : chain.open.included.size
    ticks.push({ dueAt, doneAt: performance.timeOrigin + performance.now(), isSealing, transactions: now })
    if (ticks.length > rememberedTicks) ticks.shift()
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
