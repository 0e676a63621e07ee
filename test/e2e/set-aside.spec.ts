import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { killWorker, openHome } from './wallet.ts'

test('an unreadable record is set aside, reported once and can be saved; everything else goes on', async ({
  wallet,
  popup,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  await damageRecord(popup)
  // After a start of the browser every record is looked at.
  await popup.evaluate(() => chrome.storage.session.remove('database-inspected'))
  await killWorker(wallet)

  const home = await openHome(wallet)
  const notice = home.getByTestId('set-aside')
  await expect(notice).toContainText('One record')
  await expect(home.getByTestId('balance')).toBeVisible()

  const downloading = home.waitForEvent('download')
  await notice.getByRole('button').first().click()
  const saved = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(saved).toEqual([
    {
      store: 'sites',
      key: 'https://shop.example',
      row: { origin: 'https://shop.example', refusals: 'many' },
      at: expect.any(Number),
    },
  ])

  await home.getByTestId('set-aside-dismiss').click()
  await home.reload()
  await expect(home.getByTestId('balance')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

/** A site without most of what a site has, past all of the wallet's code. */
function damageRecord(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('prelude')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('sites', 'readwrite')
          transaction.objectStore('sites').put({ origin: 'https://shop.example', refusals: 'many' })
          transaction.onabort = () => reject(transaction.error)
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )
}
