import { browser } from 'wxt/browser'
import { setDamagedRowsAside } from '@/lib/database/inspection'
import { type Database, openDatabase } from '@/lib/database/open'
import { systemClock } from '@/lib/values/clock'

const inspectedKey = 'database-inspected'

/**
 * Opens the database. After a start of the browser or an update, when session storage is empty, every row is checked
 * and damaged ones are set aside.
 * @throws Failure those of `openDatabase`
 */
export async function openInspectedDatabase(): Promise<Database> {
  const [database, known] = await Promise.all([openDatabase(), browser.storage.session.get(inspectedKey)])
  if (known[inspectedKey] !== true) {
    await setDamagedRowsAside(database, systemClock)
    await browser.storage.session.set({ [inspectedKey]: true })
  }
  return database
}
