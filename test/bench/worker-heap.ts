import { numberToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import * as z from 'zod'
import { temporaryFolder } from '../commands/extension.ts'
import { startListServer } from '../list-server.ts'
import { type RawBrowser, type RawPage, startRawBrowser } from '../raw-browser.ts'
import { copyOf } from './sides.ts'
import type { WalletBench, WalletSide } from './wallet-measures.ts'

const manyRows = 500
const usageSchema = z.object({ usedSize: z.number() })

/**
 * Notes the megabytes that the worker of one side holds after a collection: at rest with the popup open, with 500 rows
 * of activity, after it has fetched and packed a list of 300,000 hosts, and with everything that grows.
 */
export async function measureHeap(bench: WalletBench, side: WalletSide): Promise<void> {
  const { lifetime, lines, browser, network } = bench
  const { raw: drive, fill } = side.drivers
  const note = (name: string, megabytes: number, budget: string) =>
    lines.note(side.column, name, megabytes, budget, 'MB')
  const extension = await copyOf(lifetime, side, network)
  const profile = await temporaryFolder(lifetime, 'profile')
  const { raw, extensionId } = await startRawBrowser(lifetime, browser, { profile, extension })
  const address = (path: string) => `chrome-extension://${extensionId}/${path}`
  const phrase = generateMnemonic(english)
  const account = mnemonicToAccount(phrase).address
  await network.faults.alter('anvil_setBalance', [account, numberToHex(10n ** 18n)])
  const home = await raw.find(address('home.html'))
  await drive.importWallet(home, phrase)
  await home.close()

  note('worker heap at rest', await heapWithPopup(raw, extensionId), '≤ 4')
  const popup = await raw.open(address('popup.html'))
  await drive.send(popup, '0x000000000000000000000000000000000000beef')
  await popup.waitFor('[data-level=sealed]')
  await popup.run(fill.write, await fill.transactionsFor({ chainId: network.chainId, account }, manyRows))
  await popup.run(fill.untilEncrypted, null)
  await popup.close()
  note('worker heap with 500 rows', await heapWithPopup(raw, extensionId), '≤ 15')
  const server = await startListServer()
  lifetime.onEnd(() => server.close())
  const settings = await raw.open(address('home.html#/settings/lists'))
  await addList(settings, server.url('hosts'))
  note('the same, and a list of 300,000 hosts fetched', await heapNow(raw, extensionId), '≤ 15')
  await settings.run(fill.write, await fill.everythingFor({ chainId: network.chainId, account }))
  await settings.close()
  // The worker that starts next encrypts them.
  await heapWithPopup(raw, extensionId)
  const waiting = await raw.open(address('popup.html'))
  await waiting.run(fill.untilEncrypted, null)
  await waiting.close()
  note('the same, and 100 × of everything that grows', await heapWithPopup(raw, extensionId), '≤ 15')
  await raw.send('Browser.close').catch(() => undefined)
}

/** The heap of a worker that the popup has just started and that has told the popup everything. */
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
