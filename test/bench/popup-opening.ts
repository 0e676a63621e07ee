import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { numberToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import type { Browser } from '../commands/browser.ts'
import { copyExtension, readManifest, temporaryFolder } from '../commands/extension.ts'
import type { Lifetime } from '../commands/lifetime.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { type RawBrowser, type RawPage, startRawBrowser } from '../raw-browser.ts'
import { importWallet } from '../raw-wallet.ts'
import { type Painted, watchPainting } from './painted.ts'

/** Milliseconds from the beginning of the navigation. */
export interface Opening {
  /** Send can be pressed. */
  send: number
  balance: number
}

export interface Openings {
  running: Opening[]
  stopped: Opening[]
  empty: Opening[]
  /** The full tab of a wallet without a vault: until its first button can be pressed. */
  firstRun: number[]
}

const script = 'painted.js'
const emptyPage = 'empty.html'
const fullTab = 'home.html'
/** What no wallet could do without: a page of the extension with nothing but the two things waited for. */
const emptyHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Empty</title>
    <script async src="/${script}"></script>
  </head>
  <body>
    <p data-testid="balance" data-sealed="0x0">0</p>
    <button data-testid="send">Send</button>
    <button data-testid="first-run-import">Import</button>
  </body>
</html>
`

/**
 * The popup opened again and again, and in between a page with nothing in it, each in a window of the popup's size. No
 * tool is attached to them: one that is attaches while they load, costs them its questions, and at times comes too late
 * to see. So a script in a copy of the extension looks, and tells the page that opened them.
 */
export async function measureOpenings(
  lifetime: Lifetime,
  browser: Browser,
  built: string,
  network: PreviewNetwork,
  runs: number,
): Promise<Openings> {
  const extension = await copyExtension(lifetime, built, network)
  const popup = (await readManifest(extension)).action.default_popup
  await writeFile(join(extension, script), `(${watchPainting})();(${tellPainting})()\n`)
  await writeFile(join(extension, emptyPage), emptyHtml)
  for (const page of [popup, fullTab]) {
    const html = await readFile(join(extension, page), 'utf8')
    await writeFile(join(extension, page), html.replace('</head>', `<script async src="/${script}"></script></head>`))
  }

  const profile = await temporaryFolder(lifetime, 'profile')
  const { raw, extensionId } = await startRawBrowser(lifetime, browser, { profile, extension })
  const address = (path: string) => `chrome-extension://${extensionId}/${path}`
  const home = await raw.find(address(fullTab))
  // A page without a port: one with a port would start a stopped worker before the popup does.
  const opener = await raw.open(address(emptyPage))
  const openings: Openings = { running: [], stopped: [], empty: [], firstRun: [] }
  for (let run = 0; run <= runs; run++) {
    const { firstRun } = await open(opener, fullTab)
    // The first one leaves the compiled scripts.
    if (run > 0) openings.firstRun.push(firstRun)
  }
  const phrase = generateMnemonic(english)
  await network.faults.alter('anvil_setBalance', [mnemonicToAccount(phrase).address, numberToHex(10n ** 18n)])
  await importWallet(home, phrase)
  await home.close()
  // The first ones leave the snapshot, and the compiled scripts.
  for (const page of [popup, emptyPage, popup]) await open(opener, page)

  for (let run = 0; run < runs; run++) {
    openings.empty.push(await open(opener, emptyPage))
    openings.running.push(await open(opener, popup))
    await stopWorker(raw, extensionId)
    openings.stopped.push(await open(opener, popup))
  }
  await raw.send('Browser.close').catch(() => undefined)
  return openings
}

/** Runs in the page that is opened, after `watchPainting`. */
function tellPainting(): void {
  const channel = new BroadcastChannel('painted')
  const { painted } = window as unknown as { painted: Painted }
  addEventListener('painted', () => {
    const { send = Number.NaN, balance = Number.NaN, firstRun = Number.NaN } = painted.elements
    if (Number.isNaN(firstRun) && Number.isNaN(send + balance)) return
    const [sendAt, balanceAt, firstRunAt] = [send, balance, firstRun].map(at => at - performance.timeOrigin)
    channel.postMessage({ send: sendAt, balance: balanceAt, firstRun: firstRunAt })
  })
}

/** As the toolbar opens it, in a window of the same size; closed when it has told. */
function open(opener: RawPage, page: string): Promise<Opening & { firstRun: number }> {
  return opener.run(async path => {
    const channel = new BroadcastChannel('painted')
    const told = new Promise<Opening & { firstRun: number }>(resolve => {
      channel.onmessage = ({ data }) => resolve(data)
    })
    const opened = chrome.windows.create({ url: path, type: 'popup', width: 360, height: 600, left: 900, top: 80 })
    const [opening, window] = await Promise.all([told, opened])
    channel.close()
    // What it still does after its first picture is not the next one's affair.
    await new Promise(resolve => setTimeout(resolve, 500))
    if (window?.id !== undefined) await chrome.windows.remove(window.id)
    return opening
  }, page)
}

async function stopWorker(raw: RawBrowser, extensionId: string): Promise<void> {
  const targetId = await raw.workerTarget(extensionId)
  if (targetId !== undefined) await raw.send('Target.closeTarget', { targetId })
}
