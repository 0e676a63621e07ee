import type { Page } from '@playwright/test'
import { inspect } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { killWorker, openHome, password, unlock } from './wallet.ts'

test('a wallet that cannot start says why, gives its encrypted keys as a file, and deletes nothing', async ({
  wallet,
  popup,
  account,
}) => {
  const isAccount = (page: Page) => expect(page.getByText(new RegExp(account.slice(-4), 'i')).first()).toBeVisible()
  await expect(popup.getByTestId('balance')).toBeVisible()
  await leaveUnfinishedDatabase(popup)
  await killWorker(wallet)

  const home = await openHome(wallet)
  await expect(home.getByTestId('start-again')).toBeVisible()
  await expect(home.getByText('NotFoundError')).toBeVisible()
  await expect(home.getByTestId('database-rebuild')).toHaveCount(0)
  await inspect(home, 'start-failed', 'light')
  const downloading = home.waitForEvent('download')
  await home.getByTestId('trouble-backup').click()
  const file = await (await downloading).path()

  await home.getByTestId('start-again').click()
  await expect(home.getByText('NotFoundError')).toBeVisible()
  expect(await versionOf(home)).toBe(unfinished)

  // What stood in the way is gone: the vault comes back from its second copy.
  await deleteDatabase(home)
  await home.getByTestId('start-again').click()
  await unlock(home)
  await expect(home.getByTestId('balance')).toBeVisible()
  await isAccount(home)

  // The wallet is now as on another device.
  await home.evaluate(() => chrome.storage.local.clear())
  await home.evaluate(() => chrome.storage.session.clear())
  await deleteDatabase(home)
  await killWorker(wallet)
  const other = await openHome(wallet)
  await other.getByTestId('first-run-restore').click()
  await other.getByTestId('backup-file').setInputFiles(file)
  await other.locator('#password').fill(password)
  await other.getByTestId('continue').click()
  await expect(other.getByTestId('ready')).toBeVisible()
  await isAccount(other)
})

/** Before the migrations of today, which look for stores that it does not have. */
const unfinished = 9

function leaveUnfinishedDatabase(page: Page): Promise<void> {
  return page.evaluate(
    version =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('prelude')
        deleting.onerror = () => reject(deleting.error)
        // Asked for at once, so that it stands before what the worker asks for when its connection is closed.
        const opening = indexedDB.open('prelude', version)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
      }),
    unfinished,
  )
}

function deleteDatabase(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('prelude')
        deleting.onerror = () => reject(deleting.error)
        deleting.onsuccess = () => resolve()
      }),
  )
}

function versionOf(page: Page): Promise<number | undefined> {
  return page.evaluate(async () => (await indexedDB.databases()).find(({ name }) => name === 'prelude')?.version)
}
