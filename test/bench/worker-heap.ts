import { numberToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import * as z from 'zod'
import type { Browser } from '../commands/browser.ts'
import { copyExtension, temporaryFolder } from '../commands/extension.ts'
import type { Lifetime } from '../commands/lifetime.ts'
import { startListServer } from '../list-server.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { type RawBrowser, type RawPage, startRawBrowser } from '../raw-browser.ts'
import { importWallet, send } from '../raw-wallet.ts'
import { everythingFor, transactionsFor, untilEncrypted, write } from './fill.ts'

const manyRows = 500
const usageSchema = z.object({ usedSize: z.number() })

/**
 * Megabytes the worker holds after a collection: at rest with the popup open, the same with 500 rows of activity, once
 * it has also fetched and packed a list of 300,000 hosts, and after everything that grows is there besides.
 */
export async function measureHeap(
  lifetime: Lifetime,
  browser: Browser,
  built: string,
  network: PreviewNetwork,
): Promise<{ atRest: number; withRows: number; withList: number; grown: number }> {
  const extension = await copyExtension(lifetime, built, network)
  const profile = await temporaryFolder(lifetime, 'profile')
  const { raw, extensionId } = await startRawBrowser(lifetime, browser, { profile, extension })
  const address = (path: string) => `chrome-extension://${extensionId}/${path}`
  const phrase = generateMnemonic(english)
  const account = mnemonicToAccount(phrase).address
  await network.faults.alter('anvil_setBalance', [account, numberToHex(10n ** 18n)])
  const home = await raw.find(address('home.html'))
  await importWallet(home, phrase)
  await home.close()

  const atRest = await heapWithPopup(raw, extensionId)
  const popup = await raw.open(address('popup.html'))
  await send(popup, '0x000000000000000000000000000000000000beef')
  await popup.waitFor('[data-level=sealed]')
  await popup.run(write, await transactionsFor({ chainId: network.chainId, account }, manyRows))
  await popup.run(untilEncrypted, null)
  await popup.close()
  const withRows = await heapWithPopup(raw, extensionId)
  const server = await startListServer()
  lifetime.onEnd(() => server.close())
  const settings = await raw.open(address('home.html#/settings/lists'))
  await addList(settings, server.url('hosts'))
  const withList = await heapNow(raw, extensionId)
  await settings.run(write, await everythingFor({ chainId: network.chainId, account }))
  await settings.close()
  // The worker that starts next encrypts them.
  await heapWithPopup(raw, extensionId)
  const waiting = await raw.open(address('popup.html'))
  await waiting.run(untilEncrypted, null)
  await waiting.close()
  const grown = await heapWithPopup(raw, extensionId)
  await raw.send('Browser.close').catch(() => undefined)
  return { atRest, withRows, withList, grown }
}

/** Of a worker that has just been started by the popup and has told it everything. */
async function heapWithPopup(raw: RawBrowser, extensionId: string): Promise<number> {
  const running = await raw.workerTarget(extensionId)
  if (running !== undefined) await raw.send('Target.closeTarget', { targetId: running })
  const popup = await raw.open(`chrome-extension://${extensionId}/popup.html`)
  await popup.waitFor('[data-testid=balance][data-sealed]')
  await popup.waitFor('button[data-testid=send]:not([disabled])')
  // The popup painted what it knew; the worker has its own work still to do.
  await hasRead(popup)
  const used = await heapNow(raw, extensionId)
  await popup.close()
  return used
}

async function heapNow(raw: RawBrowser, extensionId: string): Promise<number> {
  const targetId = await raw.workerTarget(extensionId)
  const attached = await raw.send('Target.attachToTarget', { targetId, flatten: true })
  const { sessionId } = z.object({ sessionId: z.string() }).parse(attached)
  await raw.send('HeapProfiler.collectGarbage', {}, sessionId)
  const { usedSize } = usageSchema.parse(await raw.send('Runtime.getHeapUsage', {}, sessionId))
  await raw.send('Target.detachFromTarget', { sessionId })
  return usedSize / 1_000_000
}

/** Resolves once the worker has twice read the balance from the network, and told the page everything before that. */
function hasRead(popup: RawPage): Promise<void> {
  return popup.run(
    () =>
      new Promise<void>(resolve => {
        const readings = new Set<number>()
        const port = chrome.runtime.connect({ name: 'ui' })
        port.onMessage.addListener((message: { kind: string; value?: { readAt?: number | null } | null }) => {
          const readAt = message.kind === 'slice' ? message.value?.readAt : null
          if (readAt != null) readings.add(readAt)
          // The first may be one that was kept.
          if (readings.size < 3) return
          port.disconnect()
          resolve()
        })
        port.postMessage({ kind: 'subscribe', slices: ['balance'] })
      }),
    null,
  )
}

/** Resolves once the worker has fetched the list and stored it. */
function addList(page: RawPage, url: string): Promise<void> {
  return page.run(
    address =>
      new Promise<void>((resolve, reject) => {
        const port = chrome.runtime.connect({ name: 'ui' })
        port.onMessage.addListener((message: { kind: string; id?: number; failure?: { code: string } }) => {
          if (message.id !== 1) return
          port.disconnect()
          if (message.kind === 'failure') reject(new Error(message.failure?.code))
          else resolve()
        })
        const input = { kind: 'fraud-hosts', name: 'Many', url: address }
        port.postMessage({ kind: 'call', id: 1, procedure: 'list.add', input })
      }),
    url,
  )
}
