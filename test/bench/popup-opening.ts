import { numberToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import type { Browser } from '../commands/browser.ts'
import { copyExtension, readManifest, temporaryFolder } from '../commands/extension.ts'
import type { Lifetime } from '../commands/lifetime.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { type RawBrowser, startRawBrowser } from '../raw-browser.ts'
import { importWallet } from '../raw-wallet.ts'
import { addPaintingTo, emptyPage, openPainted } from './painted-extension.ts'

/** Milliseconds from the beginning of the navigation. */
export interface Opening {
  /** Send can be pressed. */
  send: number
  balance: number
}

export interface Openings {
  running: Opening[]
  stopped: Opening[]
  /** With the time from the call that opens its window to its first control, in ms. */
  empty: (Opening & { windowMs: number })[]
  /** The full tab of a wallet without a vault: until its first button can be pressed. */
  firstRun: number[]
}

const fullTab = 'home.html'

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
  await addPaintingTo(extension, [popup, fullTab])

  const profile = await temporaryFolder(lifetime, 'profile')
  const { raw, extensionId } = await startRawBrowser(lifetime, browser, { profile, extension })
  const address = (path: string) => `chrome-extension://${extensionId}/${path}`
  const home = await raw.find(address(fullTab))
  // A page without a port: one with a port would start a stopped worker before the popup does.
  const opener = await raw.open(address(emptyPage))
  const openings: Openings = { running: [], stopped: [], empty: [], firstRun: [] }
  for (let run = 0; run <= runs; run++) {
    const { firstRun } = await openPainted(opener, fullTab)
    // The first one leaves the compiled scripts.
    if (run > 0) openings.firstRun.push(firstRun)
  }
  const phrase = generateMnemonic(english)
  await network.faults.alter('anvil_setBalance', [mnemonicToAccount(phrase).address, numberToHex(10n ** 18n)])
  await importWallet(home, phrase)
  await home.close()
  // The first ones leave the snapshot, and the compiled scripts.
  for (const page of [popup, emptyPage, popup]) await openPainted(opener, page)

  for (let run = 0; run < runs; run++) {
    openings.empty.push(await openPainted(opener, emptyPage))
    openings.running.push(await openPainted(opener, popup))
    await stopWorker(raw, extensionId)
    openings.stopped.push(await openPainted(opener, popup))
  }
  await raw.send('Browser.close').catch(() => undefined)
  return openings
}

async function stopWorker(raw: RawBrowser, extensionId: string): Promise<void> {
  const targetId = await raw.workerTarget(extensionId)
  if (targetId !== undefined) await raw.send('Target.closeTarget', { targetId })
}
