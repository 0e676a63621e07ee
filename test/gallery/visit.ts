import type { Locator, Page } from '@playwright/test'
import { places } from './places.ts'
import type { Step } from './state.ts'

const timeout = 15_000

/** Does what a person would do before the picture is taken. */
export async function take(page: Page, step: Step): Promise<void> {
  if ('press' in step) await page.keyboard.press(step.press)
  else if ('fill' in step) await (await locate(page, step.fill)).fill(step.with, { timeout })
  else if ('choose' in step) await page.getByTestId(step.choose).first().selectOption(step.option, { timeout })
  else if ('files' in step)
    await page
      .getByTestId(step.files)
      .setInputFiles(
        Object.entries(step.with).map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
      )
  else if ('see' in step) await (await locate(page, step.see)).waitFor({ timeout })
  else if ('click' in step) await (await locate(page, step.click)).click({ timeout })
  else for (const field of await page.getByTestId(/^backup-word-/).all()) await field.fill('abandon')
}

async function locate(page: Page, what: string): Promise<Locator> {
  const place = places[what]
  if (place !== undefined) return page.locator(place).first()
  if (!what.startsWith('key=')) return page.getByTestId(what).first()
  const words = await page.evaluate(key => chrome.i18n.getMessage(key), what.slice('key='.length))
  return page.locator('button, summary').filter({ hasText: words }).first()
}
