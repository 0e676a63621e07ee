import * as z from 'zod/mini'
import { type Migration, rewriteRows } from './migration'

const site = z.looseObject({ origin: z.string(), automatic: z.unknown() })
const cap = z.looseObject({ key: z.string(), origin: z.nullable(z.string()) })
const payment = z.looseObject({ id: z.string(), pageOrigin: z.nullable(z.string()) })

/**
 * Limits belong to a page and a seller. The limits so far were stored by a switch, before Approve, and each brought a
 * cap for the day: both are dropped, and the person is asked again. Terms of another origin's page count as told by
 * the page.
 */
export const consent: Migration = {
  version: 5,
  async upgrade(upgrade) {
    upgrade.database.createObjectStore('paymentLimits', { keyPath: 'key' })
    await rewriteRows(upgrade, 'paymentSites', site, ({ automatic: _, ...row }) => row)
    const caps = upgrade.transaction.objectStore('paymentCaps')
    for (const row of await caps.getAll()) {
      const read = cap.safeParse(row)
      if (read.success && read.data.origin !== null) await caps.delete(read.data.key)
    }
    await rewriteRows(upgrade, 'payments', payment, row => ({
      ...row,
      termsFrom: row.pageOrigin === null ? 'seller' : 'page',
    }))
  },
}
