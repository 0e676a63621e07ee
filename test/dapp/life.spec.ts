import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { builds, copyExtension } from '../commands/extension.ts'
import { test as plain } from '../e2e/fixtures.ts'
import { approve, decisionWindow, killWorker } from '../e2e/wallet.ts'
import { startRawBrowser } from '../raw-browser.ts'
import { expect, test } from './fixtures.ts'
import { ask, heard, itemsOf, meet, resultOf } from './page.ts'
import { startSite } from './site.ts'

test('an update of the extension is told to a page once; what it waits for ends, and a page loaded again works', {
  tag: '@short',
}, async ({ wallet, dapp, site, funded, network, extension }) => {
  const chainId = `0x${network.chainId.toString(16)}`
  const waiting = ask(dapp, 'personal_sign', ['0x00', funded])
  await decisionWindow(wallet)
  const idle = await wallet.context.newPage()
  await idle.goto(site.at('/', 'idle.localhost'))
  await meet(idle)
  expect(await resultOf(idle, 'eth_chainId')).toBe(chainId)

  expect(await wallet.install(extension)).toBe(wallet.extensionId)
  const gone = {
    error: { code: 4900, message: 'The wallet was updated or removed. Load this page again.' },
    isError: true,
  }
  expect(await waiting).toEqual(gone)
  for (const page of [dapp, idle]) {
    for (let times = 0; times < 3; times++) expect(await ask(page, 'eth_chainId')).toEqual(gone)
    expect(await heard(page, 'disconnect')).toHaveLength(1)
    expect(
      await page.evaluate(() => (window.met.provider as unknown as { isConnected(): boolean }).isConnected()),
    ).toBe(false)
  }
  // The scripts of the new extension are there a moment after it.
  await expect
    .poll(async () => {
      await dapp.reload()
      return dapp.evaluate(() => 'ethereum' in window)
    })
    .toBe(true)
  await meet(dapp)
  expect(await resultOf(dapp, 'eth_chainId')).toBe(chainId)
})

test('a worker that is ended again and again loses no request, and its subscription goes on', async ({
  wallet,
  dapp,
  funded,
}) => {
  const subscription = await resultOf(dapp, 'eth_subscribe', ['newHeads'])
  for (let times = 0; times < 10; times++) {
    const answers = Promise.all(Array.from({ length: 10 }, () => ask(dapp, 'eth_accounts')))
    await killWorker(wallet)
    expect(await answers).toEqual(Array(10).fill({ result: [funded] }))
  }
  const heads = async () => JSON.stringify(await heard(dapp, 'message'))
  const before = (await heard(dapp, 'message')).length
  await expect.poll(async () => (await heard(dapp, 'message')).length).toBeGreaterThan(before)
  expect(await heads()).toContain(String(subscription))
  expect(await resultOf(dapp, 'eth_unsubscribe', [subscription])).toBe(true)
  expect(await heard(dapp, 'disconnect')).toEqual([])
})

test('a subscription ends with the consent it was made under, and no later worker begins it again', async ({
  wallet,
  dapp,
}) => {
  const heads = async (subscription: unknown) => (await itemsOf(dapp, subscription)).length
  const ended = await resultOf(dapp, 'eth_subscribe', ['newHeads'])
  await expect.poll(() => heads(ended)).toBeGreaterThan(0)
  await resultOf(dapp, 'wallet_revokePermissions', [{ eth_accounts: {} }])
  // Told after what it ends.
  await expect.poll(async () => (await heard(dapp, 'accountsChanged')).at(-1)).toEqual([])
  const last = await heads(ended)

  const asking = ask(dapp, 'eth_requestAccounts')
  await approve(await decisionWindow(wallet), 'connect')
  await asking
  await killWorker(wallet)
  const made = await resultOf(dapp, 'eth_subscribe', ['newHeads'])
  await expect.poll(() => heads(made)).toBeGreaterThan(2)
  expect(await heads(ended)).toBe(last)
})

// A browser without the switches of the test tool, which turn the cache off.
plain(
  'a page that comes back from the back-forward cache is served again on a new port',
  { tag: '@chromium' },
  async ({ lifetime, browserInUse, network }) => {
    const extension = await copyExtension(lifetime, builds.local.folder, network)
    const profile = await mkdtemp(join(tmpdir(), 'prelude-profile-'))
    const { raw } = await startRawBrowser(lifetime, browserInUse, { profile, extension })
    const site = await startSite()
    const page = await raw.open(site.at())
    const chainId = () =>
      page.run(
        () =>
          new Promise<unknown>((resolve, reject) => {
            const { ethereum } = window as unknown as { ethereum: { request(call: object): Promise<unknown> } }
            ethereum.request({ method: 'eth_chainId' }).then(resolve, reject)
          }),
        null,
      )
    // Loaded before the extension's scripts are there, and again until they are.
    await page.run(() => {
      Object.assign(window, { isOld: true })
    }, null)
    const loadAgain = async () => {
      await raw.send('Page.reload', {}, page.sessionId)
      return page.run(() => !('isOld' in window) && 'ethereum' in window, null).catch(() => false)
    }
    await expect.poll(loadAgain, { intervals: [1_000] }).toBe(true)
    await page.waitFor('h1')
    const expected = `0x${network.chainId.toString(16)}`
    expect(await chainId()).toBe(expected)
    await page.run(() => {
      Object.assign(window, { kept: 'kept', restored: false })
      window.addEventListener('pageshow', event => Object.assign(window, { restored: event.persisted }))
    }, null)

    const historySchema = z.object({ currentIndex: z.number(), entries: z.array(z.object({ id: z.number() })) })
    await raw.send('Page.navigate', { url: site.at('/', 'elsewhere.localhost') }, page.sessionId)
    await expect.poll(() => page.run(() => location.hostname, null)).toBe('elsewhere.localhost')
    const { currentIndex, entries } = historySchema.parse(
      await raw.send('Page.getNavigationHistory', {}, page.sessionId),
    )
    await raw.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]?.id }, page.sessionId)
    const state = () =>
      page
        .run(() => {
          const { kept, restored } = window as unknown as { kept?: string; restored?: boolean }
          return [kept, restored]
        }, null)
        // Between the two documents.
        .catch(() => undefined)
    // The same document as before, not a new one.
    await expect.poll(state).toEqual(['kept', true])
    expect(await chainId()).toBe(expected)

    await raw.send('Browser.close').catch(() => undefined)
    await site.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
)
