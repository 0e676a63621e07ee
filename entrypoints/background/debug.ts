import { browser } from 'wxt/browser'
import { reportEndpoints } from '@/lib/chain/networks/endpoint-reports'
import { type DebugView, debugMessage } from '@/lib/language/debug'
import { storeNames } from '@/lib/storage/stores'
import type { WalletParts } from './parts'

/**
 * Answers the debug page. Development and `barriers` builds only: `npm run check` holds the store package against it.
 */
export function serveDebugPage(parts: WalletParts): void {
  const ownPage = browser.runtime.getURL('/debug.html' as '/')
  browser.runtime.onMessage.addListener((message: { kind?: unknown }, sender, answer) => {
    if (message?.kind !== debugMessage.kind || sender.url?.split(/[?#]/)[0] !== ownPage) return false
    debugView(parts).then(answer, error => answer({ error: String(error) }))
    return true
  })
}

async function debugView(parts: WalletParts): Promise<DebugView> {
  const { approvals, clock, connectionOf, database, faults, networks, watcherOf } = parts
  const inFlight = await database.getAllFromIndex('transactions', 'inFlight', 1)
  const stores = await Promise.all(storeNames.map(async name => [name, await database.count(name)] as const))
  const contexts = await browser.runtime.getContexts({})
  return {
    at: clock.now(),
    workerStartedAt: performance.timeOrigin,
    contexts: contexts.map(({ contextType, documentUrl, tabId }) => ({
      type: contextType,
      url: documentUrl ?? '',
      tabId,
    })),
    networks: networks.list().map(({ id: networkId, name }) => ({
      networkId,
      name,
      socket: connectionOf(networkId).socket(),
      regime: watcherOf(networkId).regime(),
      endpoints: reportEndpoints(
        networks.health(networkId),
        networks.inUse(networkId),
        networks.landmarks(networkId),
        clock.now(),
      ),
    })),
    inFlight: inFlight.map(({ id, networkId, hash, nonce, level, ended, createdAt }) => ({
      id,
      networkId,
      hash,
      nonce,
      level,
      ended,
      createdAt,
    })),
    queues: {
      'decisions waiting': (await approvals.waiting()).length,
      'decisions approved, not carried out': (await approvals.approved()).length,
      'requests of sites without an answer': (await database.getAll('requests')).filter(({ answer }) => answer === null)
        .length,
      'payments signed or sent': (await database.getAll('payments')).filter(({ endedAt }) => endedAt === null).length,
    },
    stores: Object.fromEntries(stores),
    storage: await storageUse(),
    faults: (await faults.list()).slice(0, 50),
  }
}

async function storageUse(): Promise<Record<string, number>> {
  const { usage = 0, quota = 0 } = await navigator.storage.estimate()
  return {
    usage,
    quota,
    'storage.session': await browser.storage.session.getBytesInUse(),
    'storage.local': await browser.storage.local.getBytesInUse(),
  }
}
