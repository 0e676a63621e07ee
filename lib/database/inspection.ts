import type * as z from 'zod/mini'
import type { Clock } from '@/lib/values/clock'
import type { Database, StoreName } from './open'
import {
  authorizationRecordSchema,
  captureRecordSchema,
  channelRecordSchema,
  contactRecordSchema,
  paymentCapRecordSchema,
  paymentLimitRecordSchema,
  paymentRecordSchema,
  paymentRequestRecordSchema,
  paymentSiteRecordSchema,
  payoutRecordSchema,
  refundRecordSchema,
  transferCursorRecordSchema,
  transferRecordSchema,
} from './payment-records'
import {
  accountRecordSchema,
  approvalRecordSchema,
  arrivalRecordSchema,
  type DamagedRecord,
  epochRecordSchema,
  faultRecordSchema,
  feesRecordSchema,
  itemRecordSchema,
  listRecordSchema,
  networkEntrySchema,
  nonceRecordSchema,
  pastSearchRecordSchema,
  pastTransactionRecordSchema,
  requestRecordSchema,
  siteRecordSchema,
  tokenRecordSchema,
  transactionRecordSchema,
} from './records'

/**
 * The shape of each store's rows. `keyring` is checked by the keyring, which has a second copy; in `settings` every
 * field has a default of its own; `listEntries` are fetched again.
 */
export const rowSchemas = {
  accounts: accountRecordSchema,
  networks: networkEntrySchema,
  epochs: epochRecordSchema,
  transactions: transactionRecordSchema,
  nonces: nonceRecordSchema,
  fees: feesRecordSchema,
  sites: siteRecordSchema,
  requests: requestRecordSchema,
  approvals: approvalRecordSchema,
  tokens: tokenRecordSchema,
  contacts: contactRecordSchema,
  authorizations: authorizationRecordSchema,
  payments: paymentRecordSchema,
  channels: channelRecordSchema,
  paymentSites: paymentSiteRecordSchema,
  paymentCaps: paymentCapRecordSchema,
  paymentLimits: paymentLimitRecordSchema,
  transfers: transferRecordSchema,
  transferCursors: transferCursorRecordSchema,
  paymentRequests: paymentRequestRecordSchema,
  captures: captureRecordSchema,
  refunds: refundRecordSchema,
  payouts: payoutRecordSchema,
  arrivals: arrivalRecordSchema,
  faults: faultRecordSchema,
  lists: listRecordSchema,
  items: itemRecordSchema,
  pastTransactions: pastTransactionRecordSchema,
  pastSearches: pastSearchRecordSchema,
} satisfies Partial<Record<StoreName, z.ZodMiniType>>
type InspectedStore = keyof typeof rowSchemas

/**
 * Reads every row and moves those that do not have their shape to the store `damaged`, each store in one transaction.
 * The rest of the wallet then reads rows it can trust, and one bad row does not cost the list it stands in. Resolves
 * with how many were moved, by store.
 *
 * Meant for the start of the browser and after an update; it is too much work for every start of the worker.
 */
export async function setDamagedRowsAside(
  database: Database,
  clock: Clock,
): Promise<Partial<Record<StoreName, number>>> {
  const moved: Partial<Record<StoreName, number>> = {}
  for (const store of Object.keys(rowSchemas) as InspectedStore[]) {
    const count = await inspectStore(database, store, clock.now())
    if (count > 0) moved[store] = count
  }
  return moved
}

async function inspectStore(database: Database, name: InspectedStore, at: number): Promise<number> {
  const schema = rowSchemas[name]
  const transaction = database.transaction([name, 'damaged'], 'readwrite', { durability: 'strict' })
  let count = 0
  let cursor = await transaction.objectStore(name).openCursor()
  while (cursor !== null) {
    if (!schema.safeParse(cursor.value).success) {
      await transaction.objectStore('damaged').add({ store: name, key: cursor.key, row: cursor.value, at })
      await cursor.delete()
      count += 1
    }
    cursor = await cursor.continue()
  }
  await transaction.done
  return count
}

/** What was set aside: a description, and the rows themselves for export. */
export async function readSetAside(
  database: Database,
): Promise<{ rows: { store: string; at: number }[]; text: string }> {
  const damaged = await database.getAll('damaged')
  return {
    rows: damaged.map(({ store, at }) => ({ store, at })),
    text: JSON.stringify(damaged.map(toJson), null, 2),
  }
}

/** A damaged value can be anything that a database holds, also values that JSON cannot express. */
function toJson(record: DamagedRecord): unknown {
  try {
    const text = JSON.stringify(record, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
    return JSON.parse(text)
  } catch {
    // Not a fault: JSON has no form for it (a circle, a key, a buffer), so it is written as text.
    return { ...record, key: String(record.key), row: String(record.row) }
  }
}
