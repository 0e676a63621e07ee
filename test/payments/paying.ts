import { expect, type Page } from '@playwright/test'
import { parseUnits, toHex } from 'viem'
import * as z from 'zod'
import type { Launched } from '../commands/extension.ts'
import { approve, decisionWindow, drip, expectSealed, openHome } from '../e2e/wallet.ts'
import { openRows } from '../open-rows.ts'
import { readSlice } from '../wallet-fixtures/worker.ts'

/** What a person does with payments. */

/** The units of one drip of the faucet: a thousand test dollars. */
export const dripUnits = 1_000_000_000n

/** Test dollars for the account, sealed. */
export async function fund(popup: Page): Promise<void> {
  await popup.getByTestId('faucet-drip-token').click()
  await expect(popup.getByTestId('token-row').first()).toHaveAttribute('data-sealed', `0x${dripUnits.toString(16)}`)
}

/** Test dollars, and what their fees are paid with, all of it sealed. */
export async function fundWithFees(popup: Page): Promise<void> {
  await drip(popup)
  await expectSealed(popup, wei => wei > 0n)
  await fund(popup)
}

/** A tab of the browser; `goto` waits for the first answer only. */
export async function visit(wallet: Launched, url: string): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(url, { waitUntil: 'commit' })
  return page
}

/** The same, reached from another page of its site: limits and kept sign-ins work there. */
export async function follow(wallet: Launched, url: string): Promise<Page> {
  const page = await visit(wallet, new URL('/', url).href)
  await page.evaluate(address => {
    location.href = address
  }, url)
  await page.waitForURL(url, { waitUntil: 'commit' })
  return page
}

/** Approves the payment that is asked for, after it was built and everything of it is on screen. */
export async function consent(wallet: Launched): Promise<void> {
  const window = await decisionWindow(wallet)
  await approve(window, 'payment')
}

/** The payment that is asked for, and from then on the site's others below the limit without asking. */
export async function consentFromNowOn(wallet: Launched): Promise<void> {
  const window = await decisionWindow(wallet)
  await window.getByTestId('payment-automatic').click()
  await expect(window.getByTestId('payment-automatic')).toBeChecked()
  await consent(wallet)
}

const plansSchema = z.array(
  z.looseObject({
    digest: z.string(),
    payment: z
      .looseObject({ planned: z.looseObject({ limit: z.looseObject({ most: z.string() }).nullable() }).nullable() })
      .optional(),
  }),
)

/**
 * Waits until the decision on screen has this limit, in test dollars as typed: what was understood before counts for
 * another decision.
 */
export async function expectPlanned(window: Page, most: string): Promise<void> {
  const wanted = toHex(parseUnits(most, 6))
  const isShown = async () => {
    const approvals = plansSchema.parse(await readSlice(window, 'approvals'))
    const digest = await window.getByTestId('decision').getAttribute('data-digest')
    return approvals.some(each => each.digest === digest && each.payment?.planned?.limit?.most === wanted)
  }
  await expect.poll(isShown, { message: `a decision with the limit ${most}` }).toBe(true)
}

/** A tab with an article that was paid for. */
export async function readPaid(wallet: Launched, url: string): Promise<Page> {
  const page = await visit(wallet, url)
  await consent(wallet)
  await expect(page.getByTestId('article')).toBeVisible()
  return page
}

/** The same, and nobody is asked about the next one. */
export async function readPaidFromNowOn(wallet: Launched, url: string): Promise<Page> {
  const page = await visit(wallet, url)
  await consentFromNowOn(wallet)
  await expect(page.getByTestId('article')).toBeVisible()
  return page
}

/** The journal's rows of payments, as the wallet keeps them. */
export function payments(own: Page) {
  return openRows<{
    id: string
    state: string
    url: string
    attempts: number
    way: string | null
    reason: string | null
    charged: bigint | null
  }>(own, 'payments')
}

/** Its payment channels. */
export function channels(own: Page) {
  return openRows<{ key: string; state: string; charged: bigint }>(own, 'channels')
}

export async function expectPayment(own: Page, url: string, state: string): Promise<void> {
  await expect
    .poll(async () => (await payments(own)).filter(row => row.url === url).map(row => row.state), {
      message: `the payment for ${url}`,
    })
    .toContain(state)
}

/** The books name what a channel gave back, by the site of its deposit, and it is no income. */
export async function expectReturned(
  wallet: Launched,
  desk: Page,
  { site, amount }: { site: string; amount: string },
): Promise<void> {
  await desk.goto(wallet.address('home.html#/payments/books'))
  const row = desk.getByTestId('books-returned').locator('[data-transfer]')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(new URL(site).host)
  await expect(row).toContainText(amount)
  // What the faucet gave is the one thing that was received otherwise.
  await expect(desk.getByTestId('books-unmatched').locator('[data-transfer]')).toHaveCount(1)
}

/**
 * A page of a site for which the person has switched payments on before: pages run the script from their next load on.
 */
export async function switchedOn(wallet: Launched, origin: string, path = ''): Promise<Page> {
  const home = await openHome(wallet, '/payments/answers')
  await home.getByTestId('paid-origin').fill(origin)
  await home.getByTestId('paid-add').click()
  await expect(home.getByTestId('paid-site')).toHaveAttribute('data-origin', origin)
  // Registered by the time the worker says so.
  await expect
    .poll(() => home.evaluate(async () => (await chrome.scripting.getRegisteredContentScripts()).map(({ id }) => id)))
    .toContain('pay')
  await home.close()
  const page = await wallet.context.newPage()
  await page.goto(origin + path)
  // The person is on the page.
  await page.mouse.click(1, 1)
  return page
}

/** What a page's own code does, and what it gets. */
export function fetched(
  page: Page,
  url: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: string }> {
  return page.evaluate(
    async ([address, given]) => {
      const response = await fetch(address, given)
      return { status: response.status, body: await response.text() }
    },
    [url, init] as const,
  )
}
