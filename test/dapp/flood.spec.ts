import type { Page } from '@playwright/test'
import { decisionWindow, reject } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { ask, meet, resultOf } from './page.ts'

type Counts = Record<string, number>
declare global {
  interface Window {
    /** How often which answer came, an error by its code. */
    outcomes: Counts
  }
}

/** Asks so many times at once; resolves with what came when every answer has come. */
function flood(page: Page, method: string, params: unknown, times: number): Promise<Counts> {
  return page.evaluate(
    async ({ method, params, times }) => {
      const outcomes: Counts = {}
      window.outcomes = outcomes
      const count = (name: string) => {
        outcomes[name] = (outcomes[name] ?? 0) + 1
      }
      await Promise.all(
        Array.from({ length: times }, () =>
          window.met.provider.request({ method, params }).then(
            () => count('result'),
            (error: { code: number }) => count(String(error.code)),
          ),
        ),
      )
      return outcomes
    },
    { method, params, times },
  )
}

const sum = (counts: Counts) => Object.values(counts).reduce((total, count) => total + count, 0)

test('a thousand requests at once are all answered: cheap ones with results, reads up to their limit', {
  tag: '@short',
}, async ({ wallet, dapp, site, funded, network }) => {
  expect(await flood(dapp, 'eth_chainId', [], 1_000)).toEqual({ result: 1_000 })
  // None of the first ones ends before the last has arrived. They go over HTTP, where a browser holds six connections.
  network.faults.set({ delays: { eth_getBalance: { ms: 1_000 } }, silentSockets: true })
  const reads = await flood(dapp, 'eth_getBalance', [funded, 'latest'], 1_000)
  expect(sum(reads)).toBe(1_000)
  expect(Object.keys(reads).sort()).toEqual(['-32005', 'result'])
  expect(reads.result).toBeGreaterThanOrEqual(200)
  network.faults.clear()

  const stranger = await wallet.context.newPage()
  await stranger.goto(site.at('/', 'stranger.localhost'))
  await meet(stranger)
  const asStranger = await flood(stranger, 'eth_getBalance', [funded, 'latest'], 1_000)
  expect(sum(asStranger)).toBe(1_000)
  expect(asStranger['-32005']).toBeGreaterThan(700)
  expect(asStranger.result).toBeGreaterThanOrEqual(40)
  // One site's flood is not the other's.
  expect(await resultOf(dapp, 'eth_getBalance', [funded, 'latest'])).toMatch(/^0x/)
})

test('a thousand signature requests open exactly twenty decisions; each of the thousand is answered', async ({
  wallet,
  dapp,
  funded,
}) => {
  const flooding = flood(dapp, 'personal_sign', ['0x00', funded], 1_000)
  // What is let in later would take the place of what is refused now.
  await expect.poll(() => dapp.evaluate(() => window.outcomes)).toEqual({ '-32005': 980 })
  const decision = await decisionWindow(wallet)
  await expect(decision.getByRole('status')).toContainText('20')
  await decision.getByTestId('reject-all').click()
  expect(await flooding).toEqual({ 4001: 20, '-32005': 980 })
  expect(await resultOf(dapp, 'eth_accounts')).toEqual([funded])
})

test('of connect requests one waits for the person, and the others are told that it does', async ({
  wallet,
  popup,
  site,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await wallet.context.newPage()
  await page.goto(site.at())
  await meet(page)
  const flooding = flood(page, 'eth_requestAccounts', undefined, 50)
  await reject(await decisionWindow(wallet))
  expect(await flooding).toEqual({ 4001: 1, '-32002': 49 })
  expect(await ask(page, 'eth_accounts')).toEqual({ result: [] })
})
