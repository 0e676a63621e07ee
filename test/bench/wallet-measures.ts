import type { Page } from '@playwright/test'
import { argon2id } from 'hash-wasm'
import { type Address, numberToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { type Browser, requireBrowser } from '../commands/browser.ts'
import { watchClick } from '../commands/demo-measures.ts'
import { installedPage, type Launched, launchWithExtension, temporaryFolder } from '../commands/extension.ts'
import { call } from '../e2e/shop.ts'
import { startLocalEndpoint } from '../local-endpoint.ts'
import { createPreviewNetwork, type PreviewNetwork } from '../preview-network/index.ts'
import type { Measurement } from './measurement.ts'
import { ask, inPage } from './page-work.ts'
import { paintedAt } from './painted.ts'
import { copyOf, findSides, type Side } from './sides.ts'

/** What the benches of the wallet share: wallets in browsers, and measures of what a person and a page wait for. */

const needs = ['screens', 'raw', 'journal', 'burst', 'painted', 'fill', 'lookUps'] as const
export type WalletSide = Side<(typeof needs)[number]>

export interface WalletBench extends Measurement {
  browser: Browser
  network: PreviewNetwork
  sides: WalletSide[]
}

export async function prepare(measurement: Measurement): Promise<WalletBench> {
  const { lifetime, beside } = measurement
  const browser = await requireBrowser(lifetime)
  const sides = await findSides(lifetime, { bench: 'wallet', engine: 'chromium', needs, beside })
  const network = await createPreviewNetwork()
  lifetime.onEnd(() => network.stop())
  return { ...measurement, browser, network, sides }
}

/** One side's wallet in a browser of its own: with money, a connected site and the open popup. */
export interface Session {
  side: WalletSide
  wallet: Launched
  site: Page
  popup: Page
  account: Address
  note(name: string, value: number | number[], budget?: string): void
}

/** A wallet of its own for each side. */
export async function begin(bench: WalletBench): Promise<Session[]> {
  const sessions: Session[] = []
  for (const side of bench.sides) sessions.push(await beginWith(bench, side))
  return sessions
}

async function beginWith(bench: WalletBench, side: WalletSide): Promise<Session> {
  const { lifetime, lines, browser, network } = bench
  const { importWallet, openPopup } = side.drivers.screens
  const wallet = await launchWithExtension({
    browser,
    extension: await copyOf(lifetime, side, network),
    profile: await temporaryFolder(lifetime, 'profile'),
    headless: true,
  })
  lifetime.onEnd(() => wallet.context.close())
  // Every page opened from now on notes when it painted its first controls.
  await wallet.context.addInitScript(side.drivers.painted.watchPainting)
  const phrase = generateMnemonic(english)
  const { address } = mnemonicToAccount(phrase)
  await network.faults.alter('anvil_setBalance', [address, numberToHex(10n ** 20n)])
  await importWallet(await installedPage(wallet), phrase)
  const site = await connectedSite(bench, side, wallet)
  return {
    side,
    wallet,
    site,
    popup: await openPopup(wallet),
    account: lowerCase(address),
    note: (name, value, budget) => lines.note(side.column, name, value, budget),
  }
}

const lowerCase = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`

const sitePage = '<!doctype html><title>Site</title>'

/** @param url shown in place of this machine's, whose hosts are not looked up in lists */
export async function connectedSite(
  { lifetime }: WalletBench,
  { drivers: { screens } }: WalletSide,
  wallet: Launched,
  url?: string,
): Promise<Page> {
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
  const decision = await screens.decisionWindow(wallet)
  await screens.approve(decision, 'connect')
  await connecting
  await closed(decision)
  return site
}

/** A page's request for a transfer, up to its decision window. */
async function request({ side, wallet, account }: Session, site: Page) {
  const transaction = { from: account, to: '0x000000000000000000000000000000000000beef', value: '0x1' }
  const askedAt = await site.evaluate(() => performance.timeOrigin + performance.now())
  const asking = call(site, { method: 'eth_sendTransaction', params: [transaction] })
  const decision = await side.drivers.screens.decisionWindow(wallet)
  return { asking, decision, usableMs: (await paintedAt(decision, 'elements', 'reject')) - askedAt }
}

export const requestLine = 'page request → decision window, Reject usable'

/** From a page's request to the pre-confirmation on the popup's screen. */
export async function measureTransfer(session: Session): Promise<void> {
  const { side, popup, site, note } = session
  const { asking, decision, usableMs } = await request(session, site)
  note(requestLine, usableMs, 'p75 ≤ 350')
  const clickedAt = await watchClick(decision, 'approve', popup)
  await side.drivers.screens.approve(decision, 'transaction')
  const reply = await asking
  const hash = 'result' in reply ? String(reply.result) : ''
  const preconfirmedAt = await paintedAt(popup, 'rows', hash, 'preconfirmed')
  const row = (await side.drivers.journal.readRowsInFlight(popup)).find(candidate => candidate.hash === hash)
  const submittedAt = row?.history.find(({ level }) => level === 'submitted')?.at ?? Number.NaN
  note('approve → raw transaction sent', submittedAt - (await clickedAt()), '≤ 60')
  // The interval of the network, one round trip, and 50.
  note('submit → pre-confirmed painted', preconfirmedAt - submittedAt, 'p95 ≤ 200 + round trip + 50')
  await closed(decision)
}

export const listedRequestLine = 'page request → Reject usable, lists of 354,000 hosts'

/** From a page's request to the decision, with the site's host looked up in a list of 300,000. */
export async function measureDecision(session: Session, site: Page): Promise<void> {
  const { asking, decision, usableMs } = await request(session, site)
  session.note(listedRequestLine, usableMs, 'p75 ≤ 350')
  // Not refused: after three refusals the window stays open and offers to mute the site.
  await session.side.drivers.screens.approve(decision, 'transaction')
  await asking
  await closed(decision)
}

/**
 * Notes how long pushes took from the worker to the screen. More transfers follow, unmeasured, until the screen has
 * painted as many pushes as are wanted.
 */
export async function measurePushes(session: Session, wanted: number): Promise<void> {
  const { popup, note } = session
  let pushes = await pushesToPaint(popup, 'activity')
  while (pushes.length < wanted) {
    await measureTransfer({ ...session, note: () => undefined })
    pushes = await pushesToPaint(popup, 'activity')
  }
  note('push received in the worker → row painted', pushes, 'p95 ≤ 50')
  // A balance is not in the push: the worker asks for it in between.
  note('push received → balance read anew and painted', await pushesToPaint(popup, 'balance'))
}

function pushesToPaint(popup: Page, slice: 'activity' | 'balance'): Promise<number[]> {
  return popup.evaluate(
    name =>
      performance
        .getEntriesByName('push-to-paint')
        .filter(entry => (entry as PerformanceMeasure).detail.slice === name)
        .map(({ duration }) => duration),
    slice,
  )
}

export async function measureFirstAnswer({ side, wallet, site, note }: Session): Promise<void> {
  const [, ...warm] = await ask(inPage(site), 101)
  note('eth_chainId, worker running', warm, 'median ≤ 1')
  await side.drivers.screens.killWorker(wallet)
  note('worker stopped → first answered eth_chainId', await ask(inPage(site), 1), '≤ 45')
}

export async function measureUnlock({ side, popup, note }: Session): Promise<void> {
  await popup.getByTestId('lock').click()
  await popup.getByTestId('password').fill(side.drivers.screens.password)
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
  const derivation = await derivationMs(popup, side.drivers.screens.password)
  note('unlock click → home', took)
  note('of it the key derivation (measured beside it)', derivation)
  note('unlock click → home, key derivation apart', took - derivation, '≤ 150')
}

/** The same derivation with the vault's own parameters, in this process. */
async function derivationMs(popup: Page, password: string): Promise<number> {
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

async function closed(page: Page): Promise<void> {
  if (!page.isClosed()) await page.waitForEvent('close')
}
