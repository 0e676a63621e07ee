import * as z from 'zod/mini'
import { type Migration, rewriteRows, type Upgrade } from './migration'

const chainId = z.number()
const ofChain = z.looseObject({ chainId })
const payment = z.looseObject({ chainId: z.nullable(chainId) })
const seller = z.looseObject({ payees: z.array(ofChain) })
const settings = z.looseObject({ selectedChainId: z.unknown() })

/** Kept per network, and signed for a chain: these rows keep both. */
const signedFor = ['transactions', 'approvals', 'authorizations', 'channels'] as const
/** Kept per network alone. */
const keptPer = [
  ...['sites', 'tokens', 'items', 'arrivals', 'pastTransactions', 'pastSearches'],
  ...['paymentLimits', 'paymentCaps', 'transfers', 'paymentRequests', 'captures', 'refunds', 'payouts'],
] as const

/**
 * A network has an id of its own. Until now there was one network for each chain id, and the first network of a chain
 * has the chain id as its id: keys that are made of it stay as they are.
 */
export const networkIdentity: Migration = {
  version: 9,
  async upgrade(upgrade) {
    const { transaction } = upgrade
    await rekey(upgrade, 'networks', 'id', ({ chainId, ...row }) => ({ id: chainId, chainId, ...row }))
    await rekey(upgrade, 'epochs', 'networkId', ofNetwork)
    await rekey(upgrade, 'fees', 'networkId', ofNetwork)

    const approvals = transaction.objectStore('approvals')
    // Its page asks again: the network that it was about is named in another way now, and its digest covers that.
    for (const row of await approvals.getAll()) if (row?.kind === 'switch-network') await approvals.delete(row.id)

    for (const store of signedFor)
      await rewriteRows(upgrade, store, ofChain, row => ({ networkId: row.chainId, ...row }))
    for (const store of keptPer) await rewriteRows(upgrade, store, ofChain, ofNetwork)
    await rewriteRows(upgrade, 'payments', payment, row => ({ networkId: row.chainId, ...row }))
    await rewriteRows(upgrade, 'faults', payment, ofNetwork)
    await rewriteRows(upgrade, 'paymentSites', seller, row => ({ ...row, payees: row.payees.map(ofNetwork) }))

    const known = settings.safeParse(await transaction.objectStore('settings').get('settings'))
    if (known.success) {
      const { selectedChainId: selectedNetworkId, ...row } = known.data
      await transaction.objectStore('settings').put({ ...row, selectedNetworkId })
    }

    reindex(upgrade, 'transactions', 'hash', ['networkId', 'hash'])
    reindex(upgrade, 'transactions', 'account', ['networkId', 'from', 'createdAt'])
    reindex(upgrade, 'transactions', 'nonce', ['networkId', 'epoch', 'from', 'nonce'])
    reindex(upgrade, 'authorizations', 'account', ['networkId', 'account'])
    reindex(upgrade, 'transfers', 'block', ['networkId', 'epoch', 'account', 'blockNumber'])
  },
}

function ofNetwork<Row extends { chainId: number | null }>({ chainId, ...row }: Row) {
  return { networkId: chainId, ...row }
}

/** A store's key cannot be changed: it is made anew, with its rows. */
async function rekey(
  { database, transaction }: Upgrade,
  storeName: string,
  keyPath: string,
  rewrite: (row: z.infer<typeof ofChain>) => unknown,
): Promise<void> {
  const rows: unknown[] = await transaction.objectStore(storeName).getAll()
  database.deleteObjectStore(storeName)
  const store = database.createObjectStore(storeName, { keyPath })
  for (const row of rows) {
    const read = ofChain.safeParse(row)
    if (read.success) await store.put(rewrite(read.data))
    else await transaction.objectStore('damaged').add({ store: storeName, key: null, row, at: Date.now() })
  }
}

function reindex({ transaction }: Upgrade, storeName: string, index: string, keyPath: string[]): void {
  const store = transaction.objectStore(storeName)
  store.deleteIndex?.(index)
  store.createIndex?.(index, keyPath)
}
