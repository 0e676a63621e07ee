import { browser } from 'wxt/browser'
import { systemClock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { setDamagedRowsAside, shapeCheck } from '@/lib/storage/inspection'
import { lastingDatabase } from '@/lib/storage/lasting'
import { type Database, openDatabase } from '@/lib/storage/open'
import { finishErasing, isErasing } from './erasing'
import { paymentsScript } from './payments/script'

const inspectedKey = 'database-inspected'

export const isWhole = shapeCheck(() => paymentsScript.load().paymentRowSchemas)

/**
 * Opens the database. After a start of the browser or an update, when session storage is empty, every row is checked
 * and damaged ones are set aside. What was begun to be erased is erased first.
 * @throws Failure those of `openDatabase`
 */
export async function openInspectedDatabase(faults: Faults): Promise<Database> {
  const [opened, known, isToBeErased] = await Promise.all([
    openDatabase(),
    browser.storage.session.get(inspectedKey),
    isErasing(),
  ])
  if (isToBeErased) await finishErasing(opened)
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
