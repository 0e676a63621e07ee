import { numberToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { readManifest, temporaryFolder } from '../commands/extension.ts'
import type { RawBrowser } from '../raw-browser.ts'
import { startRawBrowser } from '../raw-browser.ts'
import { leastExtension } from './least.ts'
import { inTurns } from './lines.ts'
import type { InPage } from './page-work.ts'
import { addPaintingTo, emptyPage, openPainted } from './painted-extension.ts'
import { copyOf } from './sides.ts'
import { listedRequestLine, requestLine, type WalletBench, type WalletSide } from './wallet-measures.ts'

const fullTab = 'home.html'
const runningLine = 'popup, worker running: open → first control'
const stoppedLine = 'popup, worker stopped: open → first control'
const firstRunLine = 'first-run page: open → first control'

/** A browser with one extension, and a page of the extension that opens the others. */
interface Opener {
  /** `null` for the extension that does nothing. */
  side: WalletSide | null
  opener: InPage
  popup: string
  raw: RawBrowser
  address(path: string): string
  stopWorker(): Promise<void>
}

/**
 * The popup of each side opened again and again, and in turns a page with nothing in it, of an extension that does
 * nothing: each in a window of the popup's size. No tool is attached to these pages: an attached tool costs them its
 * questions while they load. So a script in a copy of the extension looks, and tells the page that opened it.
 */
export async function measureOpenings(bench: WalletBench): Promise<void> {
  const { lines, network, runs } = bench
  const empty = await openerOf(bench, null)
  const wallets: (Opener & { side: WalletSide })[] = []
  for (const side of bench.sides) wallets.push({ ...(await openerOf(bench, side)), side })

  const openers: Opener[] = [empty, ...wallets]
  // The first opening leaves the compiled scripts.
  await inTurns(
    openers,
    runs,
    async ({ opener, side }, run) => {
      const { firstRun, send } = await openPainted(opener, side === null ? emptyPage : fullTab)
      if (run >= 0) lines.note(side?.column ?? 'floor', firstRunLine, side === null ? send : firstRun)
    },
    -1,
  )
  for (const { side, raw, address, opener, popup } of wallets) {
    const phrase = generateMnemonic(english)
    await network.faults.alter('anvil_setBalance', [mnemonicToAccount(phrase).address, numberToHex(10n ** 18n)])
    const home = await raw.find(address(fullTab))
    await side.drivers.raw.importWallet(home, phrase)
    await home.close()
    // The first openings leave the snapshot and the compiled scripts.
    for (let warming = 0; warming < 2; warming++) await openPainted(opener, popup)
  }
  await inTurns(openers, runs, async ({ side, opener, popup, stopWorker }) => {
    const { send, balance, windowMs } = await openPainted(opener, popup)
    if (side === null) {
      for (const line of [runningLine, stoppedLine]) lines.note('floor', line, send)
      for (const line of [requestLine, listedRequestLine]) lines.note('floor', line, windowMs)
      return
    }
    lines.note(side.column, runningLine, send, '≤ 60')
    lines.note(side.column, 'popup, worker running: open → balance', balance, 'p75 ≤ 100')
    await stopWorker()
    const stopped = await openPainted(opener, popup)
    lines.note(side.column, stoppedLine, stopped.send)
    lines.note(side.column, 'popup, worker stopped: open → balance', stopped.balance, '≤ 300')
  })
  for (const { raw } of openers) await raw.send('Browser.close').catch(() => undefined)
}

async function openerOf({ lifetime, browser, network }: WalletBench, side: WalletSide | null): Promise<Opener> {
  const extension = side === null ? await leastExtension(lifetime) : await copyOf(lifetime, side, network)
  const popup = side === null ? emptyPage : (await readManifest(extension)).action.default_popup
  await addPaintingTo(extension, side === null ? [] : [popup, fullTab], side?.drivers.painted.watchPainting)
  const profile = await temporaryFolder(lifetime, 'profile')
  const { raw, extensionId } = await startRawBrowser(lifetime, browser, { profile, extension })
  const address = (path: string) => `chrome-extension://${extensionId}/${path}`
  return {
    side,
    popup,
    raw,
    address,
    // A page without a port: one with a port would start a stopped worker before the popup does.
    opener: await raw.open(address(emptyPage)),
    async stopWorker() {
      const targetId = await raw.workerTarget(extensionId)
      if (targetId !== undefined) await raw.send('Target.closeTarget', { targetId })
    },
  }
}
