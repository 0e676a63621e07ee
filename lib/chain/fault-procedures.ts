import type { NetworkId } from '@/lib/base/network-id'
import type { Regime } from '@/lib/base/regime'
import type { EndpointHealth } from '@/lib/chain/networks/health'
import type { Networks } from '@/lib/chain/networks/networks'
import { distribution } from '@/lib/chain/shared/statistics'
import type { ConfirmationWatcher } from '@/lib/chain/watching/types'
import type { NetworkFaultsView } from '@/lib/language/faults'
import type { ProcedureHandlers } from '@/lib/language/procedures'
import type { FaultLog } from '@/lib/storage/fault-log'
import type { NetworkEntry, TransactionRecord } from '@/lib/storage/records'

/** The fault log for the pages. It needs neither the database nor an unlocked wallet. */
export function faultProcedures(
  faults: FaultLog,
): Pick<ProcedureHandlers, 'fault.report' | 'fault.list' | 'fault.clear'> {
  return {
    'fault.report': async nature => faults.note('screen', nature),
    'fault.list': async () => ({ faults: await faults.list() }),
    'fault.clear': () => faults.clear(),
  }
}

/** What the file of a report says besides faults. */
export function reportProcedures({
  networks,
  transactions,
  watcherOf,
}: {
  networks: Networks
  transactions: { measured(networkId: NetworkId): Promise<TransactionRecord[]> }
  watcherOf(networkId: NetworkId): ConfirmationWatcher
}): Pick<ProcedureHandlers, 'fault.networks'> {
  return {
    'fault.networks': async () => ({
      networks: await networksOfReport({
        networks,
        regimeOf: networkId => watcherOf(networkId).regime(),
        measuredOn: transactions.measured,
      }),
    }),
  }
}

/** How every network has been doing, without its name and its addresses. Asks no network. */
export async function networksOfReport(parts: {
  networks: { list(): NetworkEntry[]; health(networkId: NetworkId): EndpointHealth[] }
  regimeOf(networkId: NetworkId): Regime
  measuredOn(networkId: NetworkId): Promise<TransactionRecord[]>
}): Promise<NetworkFaultsView[]> {
  const { networks, regimeOf, measuredOn } = parts
  return Promise.all(
    networks.list().map(async ({ id: networkId, chainId, source, testing, endpoints }) => {
      const rows = await measuredOn(networkId)
      return {
        networkId,
        chainId,
        source,
        testing,
        regime: regimeOf(networkId),
        preconfirmed: timesOf(rows, 'preconfirmed'),
        sealed: timesOf(rows, 'sealed'),
        endpoints: networks.health(networkId).map(({ state, lastError, latencyMs }, index) => ({
          state,
          error: lastError?.kind ?? null,
          latencyMs,
          socket: endpoints[index]?.socket != null,
        })),
      }
    }),
  )
}

function timesOf(rows: readonly TransactionRecord[], level: 'preconfirmed' | 'sealed') {
  const found = distribution(rows, level)
  return found === null ? null : { count: found.count, medianMs: found.medianMs, p95Ms: found.p95Ms }
}
