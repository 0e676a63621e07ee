import type { Page } from '@playwright/test'
import { approve } from '../wallet-fixtures/screens.ts'

// The suites do with the wallet what the fixtures for dapp developers do.
export * from '../wallet-fixtures/screens.ts'

/** Sends money of the chain from the popup's overview. `amount` as a person types it. */
export async function sendMoney(popup: Page, to: string, amount: string): Promise<void> {
  await popup.getByTestId('send').click()
  await popup.getByTestId('send-to').fill(to)
  await popup.getByTestId('send-amount').fill(amount)
  await popup.getByTestId('review').click()
  await approve(popup, 'transaction')
}
