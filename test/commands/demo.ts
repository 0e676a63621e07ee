import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectOrder, openShop } from '../e2e/shop.ts'
import {
  approve,
  createWallet,
  decisionWindow,
  drip,
  expectApprovable,
  expectLevel,
  openPopup,
  unlock,
} from '../e2e/wallet.ts'
import { requireFirefox } from '../firefox/launch.ts'
import { closePanel, openPanel, type PanelName } from '../firefox/surfaces.ts'
import { startShop } from '../shop/server.ts'
import { type Engine, requireBrowser } from './browser.ts'
import { browsers, engineAskedFor } from './browsers.ts'
import { type Painted, readJournal, readPushToPaint, watchClick, watchLevels } from './demo-measures.ts'
import { buildExtension, copyExtension, installedPage, type Launched, temporaryFolder } from './extension.ts'
import { createLifetime } from './lifetime.ts'
import { startNetworkNear } from './network.ts'
import { root } from './project.ts'

/**
 * `npm run demo [-- --docs] [--firefox]`: the main job unattended, in a real browser on the real extension against the
 * embedded network, with measured milliseconds and a picture of every step. `--docs` also renews the pictures of the
 * README.
 */

const engine = engineAskedFor()
const folder = join(root, engine === 'firefox' ? 'test-results/demo-firefox' : 'test-results/demo')
const lifetime = createLifetime()
const rows: { step: string; measured: string; ms: number }[] = []
let pictures = 0
/** Only what the README shows, by the name of its picture; of Firefox what it shows in its own way. */
const shownInReadme: Readonly<Record<Engine, Readonly<Record<string, string>>>> = {
  chromium: {
    'first-run': 'first-run.png',
    decision: 'decision.png',
    sealed: 'popup.png',
    paid: 'shop.png',
    activity: 'activity.png',
    networks: 'networks.png',
    explorer: 'explorer.png',
  },
  firefox: { 'firefox-popup': 'firefox-popup.png', 'firefox-sidebar': 'firefox-sidebar.png' },
}

function measure(step: string, measured: string, ms: number): void {
  rows.push({ step, measured, ms })
}

async function picture(page: Page, name: string): Promise<void> {
  await keep(await page.screenshot(), name)
}

async function keep(png: Buffer, name: string): Promise<void> {
  pictures++
  const file = join(folder, `${String(pictures).padStart(2, '0')}-${name}.png`)
  await writeFile(file, png)
  const doc = shownInReadme[engine][name]
  if (doc && process.argv.includes('--docs')) await copyFile(file, join(root, 'docs', doc))
}

async function timed<T>(task: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now()
  const value = await task()
  return { value, ms: performance.now() - startedAt }
}

async function main(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const { launch, build } = browsers[engine]
  const browser = await requireBrowser(lifetime, engine)
  const [network, built] = await Promise.all([startNetworkNear(lifetime, 0), buildExtension(lifetime, build)])
  const shop = await startShop(network)
  lifetime.onEnd(() => shop.close())
  const wallet = await launch({
    browser,
    extension: await copyExtension(lifetime, built, network),
    profile: await temporaryFolder(lifetime, 'profile'),
    headless: true,
    colorScheme: 'light',
  })
  lifetime.onEnd(() => wallet.context.close())

  const { value: home, ms: installedMs } = await timed(async () => {
    const page = await installedPage(wallet)
    await page.getByTestId('first-run-create').waitFor()
    return page
  })
  measure('first run', 'installed → first-run page', installedMs)
  await picture(home, 'first-run')

  const { ms: createdMs } = await timed(() => createWallet(home))
  measure('wallet created', 'first click → wallet, phrase proved', createdMs)
  await picture(home, 'wallet-created')

  const popup = await openPopup(wallet)
  await popup.getByTestId('lock').click()
  await popup.getByTestId('unlock').waitFor()
  await picture(popup, 'locked')
  const { ms: unlockedMs } = await timed(() => unlock(popup))
  measure('unlocked', 'unlock → balance (Argon2id included)', unlockedMs)
  await picture(popup, 'unlocked')

  const { ms: dripMs } = await timed(() => drip(popup))
  measure('faucet', 'request → balance shown', dripMs)
  await picture(popup, 'faucet')

  const page = await wallet.context.newPage()
  await openShop(page, shop.url)
  const { value: connecting, ms: connectMs } = await timed(async () => {
    await page.getByTestId('shop-connect').click()
    return decisionWindow(wallet)
  })
  measure('shop connects', 'request → decision window painted', connectMs)
  await picture(connecting, 'connect')
  await approve(connecting, 'connect')
  await page.getByTestId('shop-account').waitFor()
  await picture(page, 'connected')

  const { value: decision, ms: decisionMs } = await timed(async () => {
    await page.getByTestId('buy-harbour').click()
    return decisionWindow(wallet)
  })
  measure('payment asked', 'request → decision window painted', decisionMs)
  await expectApprovable(decision)
  await picture(decision, 'decision')
  const painted = await watchLevels(popup)
  const clickedAt = await watchClick(decision, 'approve', popup)
  await approve(decision, 'transaction')
  await expectOrder(page, 'preconfirmed').catch(() => expectOrder(page, 'paid'))
  await expectLevel(popup, 'preconfirmed')
  await picture(popup, 'preconfirmed')
  await expectOrder(page, 'paid')
  await expectLevel(popup, 'sealed')
  await picture(popup, 'sealed')
  await picture(page, 'paid')
  await measurePayment(popup, await clickedAt(), painted)
  for (const [place, shows] of [
    ['activity', 'transaction-row'],
    ['networks', 'endpoint'],
  ] as const) {
    await home.goto(wallet.address(`home.html#/${place}`))
    await home.getByTestId(shows).first().waitFor()
    await picture(home, place)
  }
  if (engine === 'firefox') await picturePanels(wallet, home)
  await page.goto(network.explorerUrl)
  await page.locator('main').waitFor()
  await picture(page, 'explorer')
}

/** What Firefox shows in its own window. */
async function picturePanels(wallet: Launched, home: Page): Promise<void> {
  const firefox = requireFirefox(wallet)
  for (const panel of ['popup', 'sidebar'] satisfies PanelName[]) {
    const shown = await openPanel(firefox, home, { panel, testId: 'balance' })
    await keep(shown.picture, `firefox-${panel}`)
    await closePanel(firefox, panel)
  }
}

async function measurePayment(popup: Page, clickedAt: number, painted: Painted): Promise<void> {
  const reached = await readJournal(popup)
  const { submitted, accepted, preconfirmed, sealed } = reached
  measure('payment approved', 'approve → raw transaction sent', submitted - clickedAt)
  measure('payment approved', 'approve → pre-confirmed on screen', (await painted('preconfirmed')) - clickedAt)
  measure('accepted', 'sent → accepted', accepted - submitted)
  measure('pre-confirmed', 'sent → pre-confirmed', preconfirmed - submitted)
  measure('sealed', 'sent → sealed', sealed - submitted)
  const pushes = await readPushToPaint(popup)
  measure('on screen', `push in worker → painted, median of ${pushes.count}`, pushes.median)
  measure('on screen', `push in worker → painted, slowest of ${pushes.count}`, pushes.slowest)
}

function printTable(): void {
  const width = (pick: (row: (typeof rows)[number]) => string) => Math.max(...rows.map(row => pick(row).length))
  const [first, second] = [width(row => row.step), width(row => row.measured)]
  console.log(`\n${'step'.padEnd(first)}  ${'measured'.padEnd(second)}      ms\n${'─'.repeat(first + second + 10)}`)
  for (const { step, measured, ms } of rows)
    console.log(`${step.padEnd(first)}  ${measured.padEnd(second)}  ${ms.toFixed(0).padStart(6)}`)
  console.log(`\n${pictures} pictures in test-results/demo/`)
}

let code = 1
try {
  await main()
  printTable()
  code = 0
} catch (error) {
  if (rows.length > 0) printTable()
  console.error(error instanceof Error ? error.message : error)
}
await lifetime.end()
process.exit(code)
