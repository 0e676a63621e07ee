import { expect, type Page, type Worker } from '@playwright/test'
import type { Launched } from '../commands/extension.ts'
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

/** The wallet's worker in Chromium. A browser that tests share may still list a worker of another test's page. */
export async function workerOf({ context, address }: Launched): Promise<Worker> {
  const isOurs = (worker: Worker) => worker.url() === address('background.js')
  return context.serviceWorkers().find(isOurs) ?? context.waitForEvent('serviceworker', isOurs)
}

/** Waits until no window for decisions is open: the wallet closes it a moment after the last decision. */
export async function expectNoDecisionWindow({ address, context }: Launched): Promise<void> {
  const open = () => context.pages().filter(page => page.url().startsWith(address('approval.html'))).length
  await expect.poll(open, { message: 'windows for decisions' }).toBe(0)
}
