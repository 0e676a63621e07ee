import { expect as base, type Page } from '@playwright/test'
import type { Launched } from '../commands/extension.ts'
import { approve, decisionWindow } from './wallet.ts'

const expect = base.configure({ timeout: 20_000 })

/** The coffee shop as its customer uses it. */
export async function openShop(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByTestId('buy-harbour').waitFor()
}

/** A page of the shop in a tab of its own, with the account connected to it. */
export async function connectedShop(wallet: Launched, address: string, account: string): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(address)
  await page.getByTestId('shop-connect').click()
  await approve(await decisionWindow(wallet), 'connect')
  await expectConnected(page, account)
  return page
}

export async function expectConnected(page: Page, account: string): Promise<void> {
  await expect(page.getByTestId('shop-account')).toHaveAttribute('data-account', new RegExp(`^${account}$`, 'i'))
}

export type OrderStatus = 'awaiting-payment' | 'looking' | 'preconfirmed' | 'paid' | 'refused' | 'not-paid'

export async function expectOrder(page: Page, status: OrderStatus): Promise<void> {
  await expect(page.getByTestId('order')).toHaveAttribute('data-status', status)
}

/** Calls the provider as any page's script would; resolves with what came back, thrown or not. */
export function call(
  page: Page,
  request: unknown,
): Promise<{ result: unknown } | { error: { code: unknown; message: unknown; data: unknown } }> {
  return page.evaluate(async given => {
    const provider = await new Promise<{ request(call: unknown): Promise<unknown> }>(resolve => {
      window.addEventListener('eip6963:announceProvider', event =>
        resolve(
          (event as unknown as { detail: { provider: { request(call: unknown): Promise<unknown> } } }).detail.provider,
        ),
      )
      window.dispatchEvent(new Event('eip6963:requestProvider'))
    })
    try {
      return { result: await provider.request(given) }
    } catch (error) {
      const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
      return { error: { code, message, data } }
    }
  }, request)
}
