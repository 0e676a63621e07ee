import { browser } from 'wxt/browser'
import { setDamagedRowsAside } from '@/lib/database/inspection'
import { type Database, openDatabase } from '@/lib/database/open'
import { systemClock } from '@/lib/values/clock'

const inspectedKey = 'database-inspected'

/**
 * The database, every row of it looked at once after the start of the browser and after an update: session storage is empty then, and only then.
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
