import type { BrowserContext, Page } from '@playwright/test'
import { type Address, toHex } from 'viem'
import { z } from 'zod'
import type { Launched } from '../commands/extension.ts'
import { test as base, expect } from '../e2e/fixtures.ts'
import { approve, decisionWindow } from '../e2e/wallet.ts'
import { ask, meet } from './page.ts'
import { type Site, startSite } from './site.ts'

interface TestFixtures {
  /**
   * Whatever a test does: in the end the browser has noted no error of the extension, and nothing waits for the person.
   */
  soundness: undefined
  /** The wallet's account in lower case, with ten ETH. */
  funded: Address
  /** A plain page that the person has connected to the account. */
  dapp: Page
}

interface WorkerFixtures {
  site: Site
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    async ({ lifetime }, use) => {
      const site = await startSite()
      lifetime.onEnd(() => site.close())
      await use(site)
    },
    { scope: 'worker' },
  ],
  soundness: [
    async ({ wallet }, use) => {
      await collectErrors(wallet)
      await use(undefined)
      await expect.poll(() => waitingDecisions(wallet), { message: 'decisions that wait in the end' }).toBe(0)
      expect(await collectedErrors(wallet), 'what the browser lists as errors of the extension').toEqual([])
    },
    { auto: true },
  ],
  funded: async ({ network, account, popup }, use) => {
    await expect(popup.getByTestId('balance')).toBeVisible()
    const address: Address = `0x${account.slice(2)}`
    await network.faults.alter('anvil_setBalance', [address, toHex(10n ** 19n)])
    await use(address)
  },
  dapp: async ({ wallet, site, funded }, use) => {
    const page = await openConnected(wallet, site.at())
    expect(await ask(page, 'eth_accounts')).toEqual({ result: [funded] })
    await use(page)
  },
})

export { expect }

/** A page at this address, connected to the account that is shown first. */
export async function openConnected(wallet: Launched, url: string): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(url)
  await meet(page)
  const asking = ask(page, 'eth_requestAccounts')
  await approve(await decisionWindow(wallet), 'connect')
  await asking
  return page
}

// ---- What the browser itself holds against the extension: what its page of extensions shows behind "Errors" ----

interface DeveloperPrivate {
  updateProfileConfiguration(update: { inDeveloperMode: boolean }): Promise<void>
  updateExtensionConfiguration(update: { extensionId: string; errorCollection: boolean }): Promise<void>
  getExtensionInfo(id: string): Promise<unknown>
}
const infoSchema = z.object({
  errorCollection: z.object({ isActive: z.boolean() }),
  runtimeErrors: z.array(z.object({ message: z.string(), source: z.string(), severity: z.string() })),
})

async function onExtensionsPage<Value>(context: BrowserContext, work: (page: Page) => Promise<Value>): Promise<Value> {
  const page = await context.newPage()
  await page.goto('chrome://extensions')
  const value = await work(page)
  await page.close()
  return value
}

async function collectErrors({ context, extensionId }: Launched): Promise<void> {
  await onExtensionsPage(context, page =>
    page.evaluate(async id => {
      const { developerPrivate } = chrome as unknown as { developerPrivate: DeveloperPrivate }
      await developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })
      await developerPrivate.updateExtensionConfiguration({ extensionId: id, errorCollection: true })
    }, extensionId),
  )
}

/**
 * Of the worker, the content scripts in both worlds and the wallet's pages: thrown, rejected and not caught, or written
 * as an error.
 */
export async function collectedErrors({ context, extensionId }: Launched): Promise<string[]> {
  const given = await onExtensionsPage(context, page =>
    page.evaluate(id => {
      const { developerPrivate } = chrome as unknown as { developerPrivate: DeveloperPrivate }
      return developerPrivate.getExtensionInfo(id)
    }, extensionId),
  )
  const { errorCollection, runtimeErrors } = infoSchema.parse(given)
  expect(errorCollection.isActive, 'errors are collected').toBe(true)
  // The wallet's own pages are closed by the browser with an update; what they say in that moment nobody sees.
  const isDying = ({ message, source }: { message: string; source: string }) =>
    message.endsWith('Extension context invalidated.') && source.includes('/chunks/')
  return runtimeErrors
    .filter(error => !isDying(error))
    .map(({ severity, message, source }) => `${severity} ${message} (${source})`)
}

/** In the database itself, past all of the wallet's code; read from a file of the extension, which wakes nobody. */
export async function waitingDecisions({ context, address }: Launched): Promise<number> {
  const reader = await context.newPage()
  await reader.goto(address('manifest.json'))
  const count = await reader.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('prelude')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('approvals').objectStore('approvals').getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result.filter(({ status }) => status === 'waiting').length)
          }
        }
      }),
  )
  await reader.close()
  return count
}
