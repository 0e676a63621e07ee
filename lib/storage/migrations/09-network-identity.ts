import * as z from 'zod/mini'
import { type Migration, rewriteRows } from './migration'

const ofChain = z.looseObject({ chainId: z.nullable(z.number()) })
const ofSeller = z.looseObject({ payees: z.array(ofChain) })
const ofSettings = z.looseObject({ selectedChainId: z.unknown() })
type OfChain = z.infer<typeof ofChain>

const withNetwork = (row: OfChain) => ({ networkId: row.chainId, ...row })
const ofNetwork = ({ chainId, ...row }: OfChain) => ({ networkId: chainId, ...row })

/** Kept per network, and signed for a chain: these rows keep both. */
const signed = 'transactions approvals authorizations channels payments'.split(' ')
/** Kept per network alone. */
const kept =
  'sites tokens items arrivals pastTransactions pastSearches faults transfers paymentLimits paymentCaps paymentRequests captures refunds payouts'.split(
    ' ',
  )

/**
 * A network has an id of its own. Until now there was one network for each chain id, and the first network of a chain
 * has the chain id as its id: keys that are made of it stay as they are.
 */
export const networkIdentity: Migration = {
  version: 9,
  async upgrade(upgrade) {
    const { database, transaction } = upgrade
    const settings = transaction.objectStore('settings')
    const approvals = transaction.objectStore('approvals')
    // The page asks again: the request names the network now, and a digest covers it.
    for (const row of await approvals.getAll()) if (row?.kind === 'switch-network') await approvals.delete(row.id)

    for (const name of signed) await rewriteRows(upgrade, name, ofChain, withNetwork)
    for (const name of kept) await rewriteRows(upgrade, name, ofChain, ofNetwork)
    await rewriteRows(upgrade, 'paymentSites', ofSeller, row => ({ ...row, payees: row.payees.map(ofNetwork) }))
    const { data } = ofSettings.safeParse(await settings.get('settings'))
    if (data !== undefined) {
      const { selectedChainId, ...row } = data
      await settings.put({ ...row, selectedNetworkId: selectedChainId })
    }

    for (const name of [...signed, ...kept]) {
      const store = transaction.objectStore(name)
      for (const index of store.indexNames) {
        // One transaction may be on two networks.
        const path = index === 'hash' ? ['chainId', index] : store.index(index).keyPath
        if (path[0] !== 'chainId') continue
        store.deleteIndex?.(index)
        store.createIndex?.(index, ['networkId', ...path.slice(1)])
      }
    }

    // The key of a store cannot be changed: these are made anew.
    for (const [name, keyPath] of Object.entries({ networks: 'id', epochs: 'networkId', fees: 'networkId' })) {
      const rows: unknown[] = await transaction.objectStore(name).getAll()
      database.deleteObjectStore(name)
      const store = database.createObjectStore(name, { keyPath })
      for (const row of rows) {
        const read = ofChain.safeParse(row)
        if (read.success)
          await store.put(keyPath === 'id' ? { id: read.data.chainId, ...read.data } : ofNetwork(read.data))
      }
    }
  },
}
