import { browser } from 'wxt/browser'
import { setDamagedRowsAside, shapeCheck } from '@/lib/database/inspection'
import { lastingDatabase } from '@/lib/database/lasting'
import { type Database, openDatabase } from '@/lib/database/open'
import type { Faults } from '@/lib/faults/types'
import { systemClock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { paymentsScript } from './payments/script'

const inspectedKey = 'database-inspected'

export const isWhole = shapeCheck(() => paymentsScript.load().paymentRowSchemas)

/**
 * Opens the database. After a start of the browser or an update, when session storage is empty, every row is checked
 * and damaged ones are set aside.
 * @throws Failure those of `openDatabase`
 */
export async function openInspectedDatabase(faults: Faults): Promise<Database> {
  const [opened, known] = await Promise.all([openDatabase(), browser.storage.session.get(inspectedKey)])
  const database = lastingDatabase(opened, {
    open: openDatabase,
    onClosed: error => faults.report('database', error),
  })
  if (known[inspectedKey] !== true) {
    // The person is told which ones (`database.set-aside`); the log says that it happened.
    for (const store of Object.keys(await setDamagedRowsAside(database, systemClock, isWhole)))
      faults.report('database', new Failure('database-damaged', { store }))
    await browser.storage.session.set({ [inspectedKey]: true })
  }
  return database
}
