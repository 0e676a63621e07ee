import type { Page } from '@playwright/test'
import { argon2id } from 'hash-wasm'
import { type Address, numberToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { readRowsInFlight } from '../chaos/journal.ts'
import { type Browser, requireBrowser } from '../commands/browser.ts'
import { watchClick } from '../commands/demo-measures.ts'
import {
  buildExtension,
  copyExtension,
  installedPage,
  type Launched,
  launchWithExtension,
  temporaryFolder,
} from '../commands/extension.ts'
import { createLifetime } from '../commands/lifetime.ts'
import { call } from '../e2e/shop.ts'
import { approve, decisionWindow, importWallet, killWorker, openPopup, password } from '../e2e/wallet.ts'
import { startLocalEndpoint } from '../local-endpoint.ts'
import { createPreviewNetwork, type PreviewNetwork } from '../preview-network/index.ts'
import { notePainting, paintedAt } from './painted.ts'

/** What the benches of the wallet share: a wallet in a browser, and measures of what a person and a page wait for. */

export const lifetime = createLifetime()
/** By name; a measure begins with its first value. */
export const measures = new Map<string, { unit: string; budget: string; values: number[] }>()

export function note(name: string, budget: string, value: number, unit = 'ms'): void {
  const measure = measures.get(name) ?? { unit, budget, values: [] }
  measure.values.push(value)
  measures.set(name, measure)
}

export async function prepare() {
  const browser = await requireBrowser(lifetime)
  const built = await buildExtension(lifetime, 'local')
  const network = await createPreviewNetwork()
  lifetime.onEnd(() => network.stop())
  return { browser, built, network }
}

/** A wallet of its own with money, a connected site and the open popup. */
export async function begin(browser: Browser, built: string, network: PreviewNetwork) {
  const wallet = await launchWithExtension({
    browser,
    extension: await copyExtension(lifetime, built, network),
    profile: await temporaryFolder(lifetime, 'profile'),
    headless: true,
  })
  lifetime.onEnd(() => wallet.context.close())
  await notePainting(wallet.context)
  const phrase = generateMnemonic(english)
  const { address } = mnemonicToAccount(phrase)
  await network.faults.alter('anvil_setBalance', [address, numberToHex(10n ** 20n)])
  const home = await installedPage(wallet)
  await importWallet(home, phrase)
  const site = await connectedSite(wallet)
  return { wallet, site, popup: await openPopup(wallet), account: lowerCase(address) }
}

const lowerCase = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`

const sitePage = '<!doctype html><title>Site</title>'

/** @param url shown in place of this machine's, whose hosts are not looked up in lists */
export async function connectedSite(wallet: Launched, url?: string): Promise<Page> {
  const site = await wallet.context.newPage()
  if (url === undefined) {
    const endpoint = await startLocalEndpoint({
      http: (_, response) => response.setHeader('content-type', 'text/html').end(sitePage),
    })
    lifetime.onEnd(() => endpoint.close())
    await site.goto(endpoint.url)
  } else {
    await site.route('**/*', route => route.fulfill({ contentType: 'text/html', body: sitePage }))
    await site.goto(url)
  }
  const connecting = call(site, { method: 'eth_requestAccounts' })
  const decision = await decisionWindow(wallet)
  await approve(decision, 'connect')
  await connecting
  await closed(decision)
  return site
}

/** From a page's request to the pre-confirmation on the popup's screen. */
export async function measureTransfer(wallet: Launched, popup: Page, site: Page): Promise<void> {
  const from = await call(site, { method: 'eth_accounts' })
  const account = 'result' in from && Array.isArray(from.result) ? from.result[0] : null
  const transaction = { from: account, to: '0x000000000000000000000000000000000000beef', value: '0x1' }
  const askedAt = await site.evaluate(() => performance.timeOrigin + performance.now())
  const asking = call(site, { method: 'eth_sendTransaction', params: [transaction] })
  const decision = await decisionWindow(wallet)
  note(
    'page request → decision window, Reject usable',
    'p75 ≤ 350',
    (await paintedAt(decision, 'elements', 'reject')) - askedAt,
  )
  const clickedAt = await watchClick(decision, 'approve', popup)
  await approve(decision, 'transaction')
  const reply = await asking
  const hash = 'result' in reply ? String(reply.result) : ''
  const preconfirmedAt = await paintedAt(popup, 'rows', hash, 'preconfirmed')
  const row = (await readRowsInFlight(popup)).find(candidate => candidate.hash === hash)
  const submittedAt = row?.history.find(({ level }) => level === 'submitted')?.at ?? Number.NaN
  note('approve → raw transaction sent', '≤ 60', submittedAt - (await clickedAt()))
  // The interval of the network, one round trip, and 50.
  note('submit → pre-confirmed painted', 'p95 ≤ 200 + round trip + 50', preconfirmedAt - submittedAt)
  await closed(decision)
}

export function pushesToPaint(popup: Page, slice: 'activity' | 'balance'): Promise<number[]> {
  return popup.evaluate(
    name =>
      performance
        .getEntriesByName('push-to-paint')
        .filter(entry => (entry as PerformanceMeasure).detail.slice === name)
        .map(({ duration }) => duration),
    slice,
  )
}

export async function measureFirstAnswer(wallet: Launched, site: Page): Promise<void> {
  const [, ...warm] = await chainIdMs(site, 101)
  for (const ms of warm) note('eth_chainId, worker running', 'median ≤ 1', ms)
  await killWorker(wallet)
  const [first = Number.NaN] = await chainIdMs(site, 1)
  note('worker stopped → first answered eth_chainId', '≤ 45', first)
}

/** One call after the other, timed in the page. */
function chainIdMs(site: Page, calls: number): Promise<number[]> {
  return site.evaluate(async count => {
    interface Provider {
      request(call: { method: string }): Promise<unknown>
    }
    const provider = await new Promise<Provider>(resolve => {
      const take = (event: Event) => resolve((event as CustomEvent<{ provider: Provider }>).detail.provider)
      window.addEventListener('eip6963:announceProvider', take, { once: true })
      window.dispatchEvent(new Event('eip6963:requestProvider'))
    })
    const took: number[] = []
    for (let call = 0; call < count; call++) {
      const startedAt = performance.now()
      await provider.request({ method: 'eth_chainId' })
      took.push(performance.now() - startedAt)
    }
    return took
  }, calls)
}

export async function measureUnlock(popup: Page): Promise<void> {
  await popup.getByTestId('lock').click()
  await popup.getByTestId('password').fill(password)
  const took = await popup.evaluate(
    () =>
      new Promise<number>(resolve => {
        const startedAt = performance.now()
        const look = () => {
          if (document.querySelector('[data-testid=balance]') === null) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - startedAt))
        }
        const observer = new MutationObserver(look)
        observer.observe(document, { subtree: true, childList: true })
        document.querySelector<HTMLElement>('[data-testid=unlock]')?.click()
      }),
  )
  const derivation = await derivationMs(popup)
  note('unlock click → home', '', took)
  note('of it the key derivation (measured beside it)', '', derivation)
  note('unlock click → home, key derivation apart', '≤ 150', took - derivation)
}

/** The same derivation with the vault's own parameters, in this process. */
async function derivationMs(popup: Page): Promise<number> {
  const stored = await popup.evaluate(async () => JSON.stringify(await chrome.storage.local.get(null)))
  const parameter = (name: string) => Number(new RegExp(`${name}\\\\*":(\\d+)`).exec(stored)?.[1])
  const startedAt = performance.now()
  await argon2id({
    password,
    salt: new Uint8Array(16),
    iterations: parameter('iterations'),
    memorySize: parameter('memoryKiB'),
    parallelism: 1,
    hashLength: 32,
    outputType: 'binary',
  })
  return performance.now() - startedAt
}

export async function closed(page: Page): Promise<void> {
  if (!page.isClosed()) await page.waitForEvent('close')
}
