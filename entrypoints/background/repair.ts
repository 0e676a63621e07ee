import { rebuildDatabase } from '@/lib/database/open'
import type { FaultLog } from '@/lib/faults/fault-log'
import type { ProcedureHandlers } from '@/lib/messaging/procedures'
import { initialOf, type Slices } from '@/lib/messaging/slices'
import { Failure } from '@/lib/values/failure'
import { faultProcedures } from './procedures/faults'
import type { Service } from './service'
import type { SliceSource } from './ui-edge'
import type { UiPorts } from './ui-port'

/**
 * Starts the wallet. While the database cannot be opened, pages are told why and may ask for an empty database, with
 * which the wallet starts. Requests of websites wait.
 * @throws any other error of `start`
 */
export async function startOrRepair(
  uiPorts: UiPorts,
  faults: FaultLog,
  start: () => Promise<Service>,
): Promise<Service> {
  try {
    return await start()
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure('database-damaged', {}, { cause: error })
    if (failure.code !== 'database-damaged' && failure.code !== 'vault-newer') throw error
    faults.report('database', failure)
    const rebuilt = Promise.withResolvers<void>()
    uiPorts.serve({
      procedures: { ...faultProcedures(faults), ...onlyRebuild(failure, rebuilt.resolve) },
      refusal: failure,
      isUnlocked: async () => false,
      slices: slicesWithout(failure),
      active: () => undefined,
    })
    await rebuilt.promise
    return startOrRepair(uiPorts, faults, start)
  }
}

/** A database of a newer version is not damaged: an update of the wallet opens it, so it is not deleted. */
function onlyRebuild(failure: Failure, rebuilt: () => void): Partial<ProcedureHandlers> {
  if (failure.code === 'vault-newer') return {}
  return {
    async 'database.rebuild'() {
      await rebuildDatabase()
      rebuilt()
    },
  }
}

/** Initial values, and a session that says what is wrong. */
function slicesWithout(failure: Failure): SliceSource {
  const vault = failure.code === 'vault-newer' ? 'newer' : 'database-damaged'
  const known: Partial<Slices> = { session: { vault, lockAt: null, retryAt: null } }
  return { read: async name => known[name] ?? initialOf(name), wanted: () => undefined }
}
