import type { Page } from '@playwright/test'
import { type Address, getAddress, toHex } from 'viem'
import { chromiumErrors } from '../commands/chromium-errors.ts'
import type { Launched } from '../commands/extension.ts'
import { test as base, expect } from '../e2e/fixtures.ts'
import { approve, decisionWindow } from '../e2e/wallet.ts'
import { isFirefox } from '../firefox/launch.ts'
import { ask, meet } from './page.ts'

interface TestFixtures {
  /** Checked after each test: the browser has noted no error of the extension, and nothing waits for the person. */
  soundness: undefined
  /** The wallet's account as sites are told of it (EIP-55), with ten ETH. */
  funded: Address
  /** A plain page that the person has connected to the account. */
  dapp: Page
}

export const test = base.extend<TestFixtures>({
  soundness: [
    async ({ wallet }, use) => {
      const errors = isFirefox(wallet) ? wallet.errors : chromiumErrors(wallet.context, wallet.extensionId)
      await errors.collect()
      await use(undefined)
      await expect.poll(() => waitingDecisions(wallet), { message: 'decisions that wait in the end' }).toBe(0)
      expect(await errors.collected(), 'what the browser lists as errors of the extension').toEqual([])
    },
    { auto: true },
  ],
  funded: async ({ network, account, popup }, use) => {
    await expect(popup.getByTestId('balance')).toBeVisible()
    const address = getAddress(account)
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
