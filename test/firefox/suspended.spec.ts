import type { Page } from '@playwright/test'
import { toHex } from 'viem'
import { expectLevel, openPopup, sendMoney } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'

test.use({ preferences: { 'extensions.background.idle.timeout': 2_000 } })

/** Past all of the wallet's code: nothing of it is woken. */
const journalLevels = (reader: Page) =>
  reader.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('prelude')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('transactions').objectStore('transactions').getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            // Only of a transaction whose block is final nothing can be read.
            resolve(reading.result.map(({ encrypted, level }) => (encrypted === undefined ? level : 'final')))
          }
        }
      }),
  )

test('the event page is suspended while a payment waits, wakes by itself, and knows that it was sealed', async ({
  firefox,
  home,
  popup,
  network,
  account,
}) => {
  test.slow()
  await network.faults.alter('anvil_setBalance', [account, toHex(10n ** 18n)])
  await expect(popup.getByTestId('balance')).toHaveAttribute('data-sealed', toHex(10n ** 18n))
  network.faults.set({ withheld: 'all' })
  await sendMoney(popup, '0x00000000000000000000000000000000000000AA', '0.04')
  await expectLevel(popup, 'accepted')

  const reader = await firefox.context.newPage()
  await reader.goto(firefox.address('manifest.json'))
  await popup.close()
  await home.close()
  const state = () =>
    firefox.privileged(`return WebExtensionPolicy.getByID('${firefox.extensionId}').extension.backgroundState`)
  await expect.poll(state, { timeout: 30_000, message: 'the event page is suspended' }).toBe('stopped')
  expect(await journalLevels(reader)).toEqual(['accepted'])
  network.faults.clear()
  await expect
    .poll(() => journalLevels(reader), { timeout: 90_000, message: 'the journal, with no page of the wallet open' })
    .toEqual([expect.stringMatching(/sealed|safe|final/)])
  await expectLevel(await openPopup(firefox), 'sealed')
})
