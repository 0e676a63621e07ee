import { type Act, type Effect, effectsOf } from '@/lib/base/effects'
import type { Simulation } from '@/lib/reading/simulation/simulation'

/**
 * What would change for the account, as it is shown: what was simulated, and what the calls say that the simulation
 * does not have. Without a simulation it is what the calls say.
 */
export function shownEffects(acts: readonly Act[], simulation: Simulation): Effect[] {
  if (simulation.status === 'reverts') return []
  const simulated = simulation.status === 'succeeds' ? simulation.effects : []
  const isComplete = simulation.status === 'succeeds' && simulation.complete
  const stated = acts.flatMap(effectsOf).filter(effect => isChange(effect, isComplete))
  return [...simulated, ...stated.filter(effect => !simulated.some(other => isSame(effect, other)))]
}

/**
 * What others gain or lose is no change for the account; what it gets, only a simulation can tell where there is one.
 */
function isChange(effect: Effect, isSimulated: boolean): boolean {
  switch (effect.kind) {
    case 'pays':
    case 'allows':
    case 'hands-over':
    case 'creates':
      return true
    case 'receives':
      return !isSimulated
    default:
      return false
  }
}

/** True if the simulated effect is the stated one, with what the simulation knows better. */
function isSame(stated: Effect, simulated: Effect): boolean {
  if (stated.kind === 'hands-over')
    return simulated.kind === 'hands-over' && simulated.power === stated.power && simulated.of === stated.of
  if (stated.kind === 'allows') {
    // What is taken back in the same transaction is allowed no more.
    const isGrant = simulated.kind === 'allows' || simulated.kind === 'revokes'
    return (
      isGrant &&
      stated.owner === undefined &&
      simulated.taker === stated.taker &&
      contractOf(simulated) === contractOf(stated)
    )
  }
  return simulated.kind === stated.kind && contractOf(simulated) === contractOf(stated)
}

function contractOf(effect: Effect): string | null {
  if (!('asset' in effect)) return null
  return effect.asset.kind === 'native' ? 'native' : effect.asset.address
}
