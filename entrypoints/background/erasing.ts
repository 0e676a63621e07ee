import { browser } from 'wxt/browser'
import { type Database, eraseDatabase } from '@/lib/storage/open'

const erasingKey = 'erasing'

/** Marks that everything is to be erased: a worker that dies on the way has it finished by the next one. */
export async function beginErasing(): Promise<void> {
  await browser.storage.local.set({ [erasingKey]: true })
}

/** Forgets everything that is stored beside the database, the mark last of all. */
export async function endErasing(): Promise<void> {
  await browser.storage.session.clear()
  await browser.storage.local.clear()
}

/** True if an earlier worker was told to erase everything, and died on the way. */
export async function isErasing(): Promise<boolean> {
  return (await browser.storage.local.get(erasingKey))[erasingKey] === true
}

/** To be called at worker start, before anything is read. */
export async function finishErasing(database: Database): Promise<void> {
  await eraseDatabase(database)
  await endErasing()
}
