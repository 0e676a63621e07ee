import type { BrowserContext, Page } from '@playwright/test'
import * as z from 'zod'

/** What the browser itself holds against the extension: thrown and not caught, or written as an error. */
export interface ErrorLog {
  /** From now on. */
  collect(): Promise<void>
  collected(): Promise<string[]>
}

interface DeveloperPrivate {
  updateProfileConfiguration(update: { inDeveloperMode: boolean }): Promise<void>
  updateExtensionConfiguration(update: { extensionId: string; errorCollection: boolean }): Promise<void>
  getExtensionInfo(id: string): Promise<unknown>
}
const infoSchema = z.object({
  errorCollection: z.object({ isActive: z.boolean() }),
  runtimeErrors: z.array(z.object({ message: z.string(), source: z.string(), severity: z.string() })),
})

/** A script of Chromium's page of extensions: it may ask what the page may, and is read in a third of the time. */
const extensionsPage = 'chrome://extensions/strings.m.js'

/**
 * What Chromium's page of extensions shows behind "Errors": of the worker, the content scripts in both worlds and the
 * wallet's pages.
 */
export function chromiumErrors(context: BrowserContext, extensionId: string): ErrorLog {
  async function onExtensionsPage<Value>(work: (page: Page) => Promise<Value>): Promise<Value> {
    const page = await context.newPage()
    await page.goto(extensionsPage)
    const value = await work(page)
    await page.close()
    return value
  }

  return {
    collect: () =>
      onExtensionsPage(page =>
        page.evaluate(async id => {
          const { developerPrivate } = chrome as unknown as { developerPrivate: DeveloperPrivate }
          await developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })
          await developerPrivate.updateExtensionConfiguration({ extensionId: id, errorCollection: true })
        }, extensionId),
      ),
    async collected() {
      const given = await onExtensionsPage(page =>
        page.evaluate(id => {
          const { developerPrivate } = chrome as unknown as { developerPrivate: DeveloperPrivate }
          return developerPrivate.getExtensionInfo(id)
        }, extensionId),
      )
      const { errorCollection, runtimeErrors } = infoSchema.parse(given)
      if (!errorCollection.isActive) throw new Error('Chromium collects no errors of the extension.')
      // The wallet's own pages are closed by the browser with an update; what they say in that moment nobody sees.
      const isDying = ({ message, source }: { message: string; source: string }) =>
        message.endsWith('Extension context invalidated.') && source.includes('/chunks/')
      return runtimeErrors
        .filter(error => !isDying(error))
        .map(({ severity, message, source }) => `${severity} ${message} (${source})`)
    },
  }
}
