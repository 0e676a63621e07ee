import { browser } from 'wxt/browser'
import { setDamagedRowsAside } from '@/lib/database/inspection'
import { type Database, openDatabase } from '@/lib/database/open'
import type { Faults } from '@/lib/faults/types'
import { systemClock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'

const inspectedKey = 'database-inspected'

/**
 * Opens the database. After a start of the browser or an update, when session storage is empty, every row is checked
 * and damaged ones are set aside.
 * @throws Failure those of `openDatabase`
 */
export async function openInspectedDatabase(faults: Faults): Promise<Database> {
  const [database, known] = await Promise.all([openDatabase(), browser.storage.session.get(inspectedKey)])
  if (known[inspectedKey] !== true) {
    // The person is told which ones (`database.set-aside`); the log says that it happened.
    for (const store of Object.keys(await setDamagedRowsAside(database, systemClock)))
      faults.report('database', new Failure('database-damaged', { store }))
    await browser.storage.session.set({ [inspectedKey]: true })
  }
  return database
}
