import { numberToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { startFaultyGateway } from '../faulty-gateway.ts'
import { createPreviewNetwork } from '../preview-network/index.ts'
import { type RawBrowser, type RawPage, startRawBrowser } from '../raw-browser.ts'
import { byTestId, importWallet, send } from '../raw-wallet.ts'
import { requireBrowser } from './browser.ts'
import { buildExtension, copyExtension, temporaryFolder } from './extension.ts'
import { createLifetime } from './lifetime.ts'

/**
 * `npm run test:unattended`: a transaction waits for more than a minute on a network without sockets, all pages of the
 * wallet are closed, and no debugger is attached to its worker, which the browser would end after 30 s. It is sealed,
 * and the journal knows. Takes two minutes.
 */

const holdMs = 75_000
const settlingMs = 60_000
const lifetime = createLifetime()

async function main(): Promise<void> {
  const browser = await requireBrowser(lifetime)
  const built = await buildExtension(lifetime, 'local')
  const network = await createPreviewNetwork()
  lifetime.onEnd(() => network.stop())
  network.faults.set({ webSocket: 'refused' })
  // Sockets go to the network, which refuses them; what is asked over HTTP is counted on its way.
  const gateway = await startFaultyGateway(network)
  lifetime.onEnd(() => gateway.close())
  const extension = await copyExtension(lifetime, built, { ...network, rpcUrl: gateway.url })
  const profile = await temporaryFolder(lifetime, 'profile')
  const { raw, extensionId } = await startRawBrowser(lifetime, browser, { profile, extension })
  const address = (path: string) => `chrome-extension://${extensionId}/${path}`

  const phrase = generateMnemonic(english)
  const account = mnemonicToAccount(phrase).address
  await network.faults.alter('anvil_setBalance', [account, numberToHex(10n ** 18n)])
  const home = await raw.find(address('home.html'))
  await importWallet(home, phrase)
  const popup = await raw.open(address('popup.html'))
  network.faults.set({ withheld: 'all' })
  await send(popup, '0x000000000000000000000000000000000000beef')
  await popup.waitFor(`[data-level=accepted]`)
  await popup.close()
  await home.close()

  // A file of the extension: its own origin, so it can read the database, and no script that would wake the worker.
  const reader = await raw.open(address('manifest.json'))
  const silence = watchSilence(() => gateway.calls.length)
  await pause(holdMs)
  network.faults.set({ withheld: [] })
  const releasedAt = performance.now()
  const level = await untilSealed(reader)
  console.log(`held for ${holdMs / 1_000} s; ${gateway.calls.length} calls, longest silence ${silence()} ms`)
  console.log(`released, and ${level} in the journal after ${(performance.now() - releasedAt).toFixed(0)} ms`)
  await shows(raw, address('popup.html'))
}

/** @throws Error when the journal does not say so in time */
async function untilSealed(reader: RawPage): Promise<string> {
  const until = Date.now() + settlingMs
  let level = 'unknown'
  while (Date.now() < until) {
    level = await readLevel(reader)
    if (['sealed', 'safe', 'final'].includes(level)) return level
    await pause(250)
  }
  throw new Error(`A minute after it could be sealed, the journal says ${level}.`)
}

function readLevel(reader: RawPage): Promise<string> {
  return reader.run(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('prelude')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('transactions').objectStore('transactions').getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            // Only of a transaction whose block is final nothing can be read.
            resolve(reading.result.map(({ encrypted, level }) => (encrypted === undefined ? level : 'final')).join())
          }
        }
      }),
    null,
  )
}

/** The popup, opened only now, says so too. */
async function shows(raw: RawBrowser, url: string): Promise<void> {
  const popup = await raw.open(url)
  const row = byTestId('transaction-row')
  await popup.waitFor(['sealed', 'safe', 'final'].map(level => `${row}[data-level=${level}]`).join())
}

/** Returns what the longest time without another call has been, in ms to the second. */
function watchSilence(calls: () => number): () => number {
  let longest = 0
  let last = { calls: calls(), at: Date.now() }
  const timer = setInterval(() => {
    if (calls() !== last.calls) last = { calls: calls(), at: Date.now() }
    longest = Math.max(longest, Date.now() - last.at)
  }, 1_000)
  return () => {
    clearInterval(timer)
    return longest
  }
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

let code = 1
try {
  await main()
  code = 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
await lifetime.end()
process.exit(code)
