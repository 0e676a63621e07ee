import { rebuildDatabase } from '@/lib/database/open'
import { noPayments } from '@/lib/messaging/payments'
import type { SliceName, Slices } from '@/lib/messaging/ui'
import { Failure } from '@/lib/values/failure'
import type { Service } from './service'
import type { Procedures, SliceSource, UiPorts } from './ui-port'

/**
 * Starts the wallet. Where the database cannot be opened there is nothing to start: our pages are told so and may ask for an empty database in its place,
 * with which it starts after all. What sites ask waits for that.
 */
export async function startOrRepair(uiPorts: UiPorts, start: () => Promise<Service>): Promise<Service> {
  try {
    return await start()
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure('database-damaged', {}, { cause: error })
    if (failure.code !== 'database-damaged' && failure.code !== 'vault-newer') throw error
    const rebuilt = Promise.withResolvers<void>()
    uiPorts.serve({
      procedures: onlyRebuild(failure, rebuilt.resolve),
      refusal: failure,
      slices: slicesWithout(failure),
      active: () => undefined,
    })
    await rebuilt.promise
    return startOrRepair(uiPorts, start)
  }
}

/** A newer database is whole: an update opens it, and nothing is to be deleted. */
function onlyRebuild(failure: Failure, rebuilt: () => void): Partial<Procedures> {
  if (failure.code === 'vault-newer') return {}
  return {
    async 'database.rebuild'() {
      await rebuildDatabase()
      rebuilt()
      return null
    },
  }
}

function slicesWithout(failure: Failure): SliceSource {
  const slices: Slices = {
    session: { vault: failure.code === 'vault-newer' ? 'newer' : 'database-damaged', lockAt: null, retryAt: null },
    settings: { lockAfterMinutes: null, claimWindowEthereum: false, notifications: false, confirmations: 12 },
    networks: [],
    accounts: [],
    selection: null,
    balance: null,
    tokens: [],
    contacts: [],
    arrivals: [],
    activity: [],
    connection: null,
    faucet: null,
    approvals: [],
    sites: [],
    ...noPayments,
  }
  return { read: async <Name extends SliceName>(name: Name) => slices[name], wanted: () => undefined }
}
