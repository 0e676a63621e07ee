import * as z from 'zod/mini'
import type { Simulation } from '@/lib/approvals/types'
import { parseJson } from '@/lib/values/json'

/**
 * A simulated outcome as the text an approval's digest covers. Money that comes in may fluctuate under the eyes (a swap's price moves with each
 * block); money that goes out may not rise, and nothing may appear or vanish, without a new decision.
 */

const outcomeSchema = z.lazy(() =>
  z.strictObject({
    status: z.string(),
    changes: z.array(
      z.strictObject({ asset: z.string(), kind: z.string(), counterparty: z.nullable(z.string()), amount: z.string() }),
    ),
  }),
)
type SimulatedOutcome = z.infer<typeof outcomeSchema>

/** `null` while it runs: then there is nothing to decide on. */
export function outcomeText(simulation: Simulation): string | null {
  const outcome = outcomeOf(simulation)
  return outcome === null ? null : JSON.stringify(outcome)
}

/** What the digest should cover now: the text shown, as long as what was simulated since is not worse than it. */
export function refreshOutcome(shown: string | null, simulation: Simulation): string | null {
  const fresh = outcomeOf(simulation)
  if (fresh === null) return shown
  const before = shown === null ? null : readOutcome(shown)
  if (before !== null && isNoWorse(before, fresh)) return shown
  return JSON.stringify(fresh)
}

function outcomeOf(simulation: Simulation): SimulatedOutcome | null {
  switch (simulation.status) {
    case 'running':
      return null
    case 'unavailable':
      return { status: 'unavailable', changes: [] }
    case 'reverts':
      return { status: `reverts: ${simulation.reason}`, changes: [] }
    case 'succeeds': {
      const changes = simulation.changes.map(({ asset, kind, counterparty, amount }) => ({
        asset: asset.kind === 'native' ? 'native' : asset.address.toLowerCase(),
        kind,
        counterparty: counterparty?.toLowerCase() ?? null,
        amount,
      }))
      changes.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      return { status: simulation.complete ? 'succeeds' : 'succeeds, partly known', changes }
    }
  }
}

function readOutcome(text: string): SimulatedOutcome | null {
  const outcome = outcomeSchema.safeParse(parseJson(text))
  return outcome.success ? outcome.data : null
}

function keyOf(change: SimulatedOutcome['changes'][number]): string {
  return `${change.asset} ${change.kind} ${change.counterparty}`
}

/** Less than this share of what was to come in is another outcome: 99 %. */
const keptShare = { numerator: 99n, denominator: 100n }

function isNoWorse(shown: SimulatedOutcome, fresh: SimulatedOutcome): boolean {
  if (shown.status !== fresh.status || shown.changes.length !== fresh.changes.length) return false
  return shown.changes.every((before, index) => {
    const now = fresh.changes[index]
    if (now === undefined || keyOf(before) !== keyOf(now)) return false
    const [was, is] = [BigInt(before.amount), BigInt(now.amount)]
    if (before.kind === 'allowance') return is === was
    if (was < 0n) return is < 0n && is >= was
    return is * keptShare.denominator >= was * keptShare.numerator
  })
}
