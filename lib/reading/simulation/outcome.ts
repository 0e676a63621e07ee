import * as z from 'zod/mini'
import { effectSchema } from '@/lib/base/effect-views'
import type { Effect } from '@/lib/base/effects'
import { parseJson } from '@/lib/base/json'
import type { Simulation } from '@/lib/reading/simulation/simulation'

/**
 * A simulated outcome as the text an approval's digest covers. Money that comes in may fluctuate under the eyes (a
 * swap's price moves with each block); money that goes out may not rise, and nothing may appear or vanish, without a
 * new decision.
 */

const outcomeSchema = z.lazy(() => z.strictObject({ status: z.string(), effects: z.array(effectSchema) }))
type SimulatedOutcome = z.infer<typeof outcomeSchema>

/** `null` while it runs: then there is nothing to decide on. */
export function outcomeText(simulation: Simulation): string | null {
  const outcome = outcomeOf(simulation)
  return outcome === null ? null : textOf(outcome)
}

/** What the digest should cover now: the text shown, as long as what was simulated since is not worse than it. */
export function refreshOutcome(shown: string | null, simulation: Simulation): string | null {
  const fresh = outcomeOf(simulation)
  if (fresh === null) return shown
  const before = shown === null ? null : readOutcome(shown)
  if (before !== null && isNoWorse(before, fresh)) return shown
  return textOf(fresh)
}

function outcomeOf(simulation: Simulation): SimulatedOutcome | null {
  switch (simulation.status) {
    case 'running':
      return null
    case 'unavailable':
      return { status: 'unavailable', effects: [] }
    case 'reverts':
      return { status: `reverts: ${simulation.reason}`, effects: [] }
    case 'succeeds': {
      const effects = simulation.effects.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
      return { status: simulation.complete ? 'succeeds' : 'succeeds, partly known', effects }
    }
  }
}

function textOf(outcome: SimulatedOutcome): string {
  return JSON.stringify(z.encode(outcomeSchema, outcome))
}

function readOutcome(text: string): SimulatedOutcome | null {
  const outcome = outcomeSchema.safeParse(parseJson(text))
  return outcome.success ? outcome.data : null
}

/** The same text for the effects of which one takes the place of the other: all but an amount that moves. */
function keyOf(effect: Effect): string {
  const moves = effect.kind === 'pays' || effect.kind === 'receives'
  return JSON.stringify(z.encode(effectSchema, moves ? { ...effect, amount: 0n } : effect))
}

/** Less than this share of what was to come in is another outcome: 99 %. */
const keptShare = { numerator: 99n, denominator: 100n }

function isNoWorse(shown: SimulatedOutcome, fresh: SimulatedOutcome): boolean {
  if (shown.status !== fresh.status || shown.effects.length !== fresh.effects.length) return false
  return shown.effects.every((before, index) => {
    const now = fresh.effects[index]
    if (now === undefined || keyOf(before) !== keyOf(now)) return false
    const [was, is] = [amountOf(before), amountOf(now)]
    if (was === null || is === null) return true
    return before.kind === 'pays' ? is <= was : is * keptShare.denominator >= was * keptShare.numerator
  })
}

/** The amount of a payment; `null` for an effect that is described fully by its key. */
function amountOf(effect: Effect): bigint | null {
  const moves = effect.kind === 'pays' || effect.kind === 'receives'
  return moves && typeof effect.amount === 'bigint' ? effect.amount : null
}
