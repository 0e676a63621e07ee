import type { Effect } from '@/lib/base/effects'

/**
 * Result of simulating on the pending state. `unavailable` is always shown. `complete`: nothing else can change for the
 * account; without it `effects` may lack some.
 */
export type Simulation =
  | { status: 'running' }
  | { status: 'unavailable'; reason: string }
  /** For several calls: the reason of the first one that reverts, and `calls` for all that do. */
  | ({ status: 'reverts'; calls?: ({ index: number } & RevertSaid)[] } & RevertSaid)
  | { status: 'succeeds'; effects: readonly Effect[]; complete: boolean }

/** A simulation as pages see it: its effects are among those of the preview. */
export type SimulationView = Exclude<Simulation, { status: 'succeeds' }> | { status: 'succeeds'; complete: boolean }

/** `reason` is the contract's text; `code` is set if the catalogue has a message for it (`revert_<code>`). */
export interface RevertSaid {
  reason: string
  code?: string
}
