import type { Service } from './service.ts'

/** When one tick was due, when its work was done, and how many transactions it left in the block being built. */
export interface Tick {
  /** Unix milliseconds. */
  dueAt: number
  /** Unix milliseconds. */
  doneAt: number
  isSealing: boolean
  transactions: number
}

/** The making of partial and sealed blocks by the clock. */
export interface Production {
  /** Ends it, after the work under way. */
  stop(): Promise<void>
}

const rememberedTicks = 600

/**
 * Makes blocks and the steps between them at their times, until stopped. @param onFailure called with what a step threw
 */
export function startProduction(
  { chain, commitments, ticks, options }: Pick<Service, 'chain' | 'commitments' | 'ticks' | 'options'>,
  onFailure: (error: unknown) => void,
): Production {
  const { blockMs, preconfirmMs, traits } = options
  const tickMs = traits.hasSteps ? Math.min(preconfirmMs, blockMs) : blockMs
  const ticksToSeal = Math.max(1, Math.round(blockMs / tickMs))
  const start = performance.now()
  let last = 0
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let isStopped = false

  function schedule(): void {
    // Counted from the start, so that late ticks do not add up; missed ticks are skipped.
    const missed = Math.floor((performance.now() - start) / tickMs)
    const next = Math.max(missed, last) + 1
    const wait = start + next * tickMs - performance.now()
    timer = setTimeout(() => void step(next), Math.max(0, wait))
  }

  async function step(tick: number): Promise<void> {
    const isSealing = Math.floor(tick / ticksToSeal) > Math.floor(last / ticksToSeal)
    last = tick
    const transactions = chain.open.included.size
    working = work(isSealing).catch(onFailure)
    await working
    const dueAt = performance.timeOrigin + start + tick * tickMs
    const now = isSealing ? transactions : chain.open.included.size
    ticks.push({ dueAt, doneAt: performance.timeOrigin + performance.now(), isSealing, transactions: now })
    if (ticks.length > rememberedTicks) ticks.shift()
    if (!isStopped) schedule()
  }

  function work(isSealing: boolean): Promise<void> {
    if (isSealing) return chain.seal()
    return commitments?.round() ?? chain.tick()
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
