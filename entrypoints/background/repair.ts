import { Failure } from '@/lib/base/failure'
import type { KeyValueStore } from '@/lib/base/key-value-store'
import { faultProcedures } from '@/lib/chain/fault-procedures'
import { repairs } from '@/lib/keys/repairs'
import { initialOf, type Slices } from '@/lib/language/slices'
import type { SessionView } from '@/lib/language/views'
import type { SliceSource } from '@/lib/language/worker/ui-edge'
import type { UiPorts } from '@/lib/language/worker/ui-port'
import type { FaultLog } from '@/lib/storage/fault-log'
import type { Service } from './service'

/**
 * Starts the wallet. Where that fails, pages are told what failed and may have it started again; where the database
 * itself cannot be opened, they may also ask for an empty one. Requests of websites wait.
 */
export async function startOrRepair(
  parts: { uiPorts: Pick<UiPorts, 'serve'>; faults: FaultLog; mirrorStore: KeyValueStore },
  start: () => Promise<Service>,
): Promise<Service> {
  const { uiPorts, faults, mirrorStore } = parts
  try {
    return await start()
  } catch (error) {
    const failure = startFailureOf(error)
    faults.report('database', failure)
    const again = Promise.withResolvers<void>()
    uiPorts.serve({
      procedures: { ...faultProcedures(faults), ...repairs(failure, mirrorStore, again.resolve) },
      refusal: failure,
      isUnlocked: async () => false,
      slices: slicesWithout(failure),
      active: () => undefined,
    })
    await again.promise
    return startOrRepair(parts, start)
  }
}

/** Only what the opening of the database says of it counts as its damage: any other error deletes nothing. */
function startFailureOf(error: unknown): Failure {
  if (error instanceof Failure && (error.code === 'database-damaged' || error.code === 'vault-newer')) return error
  const reason = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'unknown'
  return new Failure('start-failed', { reason }, { cause: error })
}

const states: Readonly<Record<string, SessionView['vault']>> = {
  'vault-newer': 'newer',
  'database-damaged': 'database-damaged',
}

/** Initial values, and a session that says what is wrong. */
function slicesWithout(failure: Failure): SliceSource {
  const vault = states[failure.code] ?? 'start-failed'
  const known: Partial<Slices> = { session: { vault, lockAt: null, retryAt: null } }
  return { read: async name => known[name] ?? initialOf(name), wanted: () => undefined }
}
