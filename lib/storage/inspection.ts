import type * as z from 'zod/mini'
import type { Clock } from '@/lib/base/clock'
import { isEncrypted } from './encrypted/rows'
import type { Database } from './open'
import { channelRecordSchema, contactRecordSchema } from './payment-records'
import type { paymentRowSchemas } from './payment-shapes'
import {
  accountRecordSchema,
  approvalRecordSchema,
  arrivalRecordSchema,
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
import { type PreludeSchema, type StoreName, type StoreShapedBy, storeNames, stores } from './stores'

const rowSchemas = {
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
  channels: channelRecordSchema,
  arrivals: arrivalRecordSchema,
  faults: faultRecordSchema,
  lists: listRecordSchema,
  items: itemRecordSchema,
  pastTransactions: pastTransactionRecordSchema,
  pastSearches: pastSearchRecordSchema,
} satisfies { [Name in StoreShapedBy<'worker'>]: z.ZodMiniType<PreludeSchema[Name]['value']> }

/** Whether a row has the shape of its store. */
export type IsWhole = (store: StoreName, row: unknown) => boolean

/** @param paymentShapes called with the first row of a store of payments. The worker loads the code then. */
export function shapeCheck(paymentShapes: () => typeof paymentRowSchemas): IsWhole {
  return (store, row) => {
    const schemas: Partial<Record<StoreName, z.ZodMiniType>> = store in rowSchemas ? rowSchemas : paymentShapes()
    return schemas[store]?.safeParse(row).success === true
  }
}

/**
 * Reads every row and moves those that do not have their shape to the store `damaged`, each store in one transaction.
 * The rest of the wallet then reads rows it can trust, and one bad row does not cost the list it stands in. Resolves
 * with how many were moved, by store. Only the outside of an encrypted row is looked at: a row that does not open is
 * set aside when it is read.  Meant for the start of the browser and after an update; it is too much work for every
 * start of the worker.
 */
export async function setDamagedRowsAside(
  database: Database,
  clock: Clock,
  isWhole: IsWhole,
): Promise<Partial<Record<StoreName, number>>> {
  const moved: Partial<Record<StoreName, number>> = {}
  for (const store of storeNames) {
    const count = stores[store].shape === null ? 0 : await inspectStore(database, store, clock.now(), isWhole)
    if (count > 0) moved[store] = count
  }
  return moved
}

async function inspectStore(database: Database, name: StoreName, at: number, isWhole: IsWhole): Promise<number> {
  const transaction = database.transaction([name, 'damaged'], 'readwrite', { durability: 'strict' })
  let count = 0
  let cursor = await transaction.objectStore(name).openCursor()
  while (cursor !== null) {
    const { value: row, source } = cursor
    if (!isEncrypted(row, String(source.keyPath)) && !isWhole(name, row)) {
      await transaction.objectStore('damaged').add({ store: name, key: cursor.key, row: cursor.value, at })
      await cursor.delete()
      count += 1
    }
    cursor = await cursor.continue()
  }
  await transaction.done
  return count
}
