import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { english, generateMnemonic } from 'viem/accounts'
import * as z from 'zod'
import { requireBrowser } from '../commands/browser.ts'
import { buildExtension, copyExtension, installedPage, readManifest, temporaryFolder } from '../commands/extension.ts'
import { createLifetime } from '../commands/lifetime.ts'
import { root } from '../commands/project.ts'
import { importWallet } from '../e2e/wallet.ts'
import { addonId, launchFirefox } from '../firefox/launch.ts'
import { createPreviewNetwork, type PreviewNetwork } from '../preview-network/index.ts'
import { startRawBrowser } from '../raw-browser.ts'
import { importWallet as importRawWallet } from '../raw-wallet.ts'
import { idleScripts, leastExtension } from './least.ts'
import { startPages } from './page-work.ts'
import { type Taken, takenBy } from './process-tree.ts'
import { table } from './statistics.ts'

/**
 * `npm run bench:idle [-- minutes]`: what the wallet takes while nobody uses it, with ten tabs open. Browsers with
 * nothing, with an extension that does nothing, and with the wallet run side by side for the same minutes. Linux only.
 * A table and `test-results/bench/idle.json`.
 */

const minutes = Number(process.argv[2] ?? 5)
const tabs = 10
/** Longer than a browser lets a worker live that has nothing to do. */
const settlingMs = 60_000
const lifetime = createLifetime()

interface Idle {
  name: string
  profile: string
  /** Whether the wallet's worker runs now; `null` where there is none. */
  isAwake: (() => Promise<boolean>) | null
}

async function main() {
  const network = await createPreviewNetwork()
  lifetime.onEnd(() => network.stop())
  const site = await startPages(lifetime)
  const addresses = Array.from({ length: tabs }, (_, index) => site(`tab-${index}`))
  const browsers = [...(await chromiums(network, addresses)), ...(await firefoxes(network, addresses))]
  await delay(settlingMs)

  const before = await Promise.all(browsers.map(({ profile }) => takenBy(profile)))
  const awake = await watchAwake(browsers)
  const after = await Promise.all(browsers.map(({ profile }) => takenBy(profile)))
  return browsers.map(({ name }, index) => ({ name, ...lineOf(before[index], after[index]), ...awake[index] }))
}

async function chromiums(network: PreviewNetwork, addresses: string[]): Promise<Idle[]> {
  const browser = await requireBrowser(lifetime)
  const built = await buildExtension(lifetime, 'local')
  const { permissions, host_permissions } = await readManifest(built)
  const rights = { permissions, host_permissions }
  const start = async (name: string, extension: string, isWallet: boolean): Promise<Idle> => {
    const profile = await temporaryFolder(lifetime, 'profile')
    const { raw, extensionId } = await startRawBrowser(lifetime, browser, { profile, extension })
    if (isWallet) {
      const home = await raw.find(`chrome-extension://${extensionId}/home.html`)
      await importRawWallet(home, generateMnemonic(english))
      await home.close()
    }
    for (const address of addresses) await raw.open(address)
    const isAwake = async () => (await raw.workerTarget(extensionId)) !== undefined
    return { name: `Chromium, ${name}`, profile, isAwake: isWallet ? isAwake : null }
  }
  return [
    await start('nothing', await leastExtension(lifetime), false),
    await start('idle extension', await leastExtension(lifetime, { rights, contentScripts: idleScripts }), false),
    await start('wallet', await copyExtension(lifetime, built, network), true),
  ]
}

async function firefoxes(network: PreviewNetwork, addresses: string[]): Promise<Idle[]> {
  const browser = await requireBrowser(lifetime, 'firefox')
  const built = await buildExtension(lifetime, 'firefox')
  const start = async (name: string, extension: string, isWallet: boolean): Promise<Idle> => {
    const profile = await temporaryFolder(lifetime, 'profile')
    const firefox = await launchFirefox({ browser, extension, profile, headless: true })
    lifetime.onEnd(() => firefox.context.close())
    if (isWallet) {
      const home = await installedPage(firefox)
      await importWallet(home, generateMnemonic(english))
      await home.close()
    }
    for (const address of addresses) await (await firefox.context.newPage()).goto(address)
    const state = `return WebExtensionPolicy.getByID('${addonId}').extension.backgroundState`
    const isAwake = async () => z.string().parse(await firefox.privileged(state)) !== 'stopped'
    return { name: `Firefox, ${name}`, profile, isAwake: isWallet ? isAwake : null }
  }
  const least = { contentScripts: idleScripts, geckoId: addonId }
  return [
    await start('nothing', await leastExtension(lifetime, { geckoId: addonId }), false),
    await start('idle extension', await leastExtension(lifetime, least), false),
    await start('wallet', await copyExtension(lifetime, built, network), true),
  ]
}

/** Looks every second. A worker that was found asleep and then awake has been started by somebody. */
async function watchAwake(browsers: Idle[]): Promise<{ awakeSeconds: number; starts: number }[]> {
  const seen = browsers.map(() => ({ awakeSeconds: 0, starts: 0, wasAwake: true }))
  for (let second = 0; second < minutes * 60; second++) {
    await Promise.all(
      browsers.map(async ({ isAwake }, index) => {
        const each = seen[index]
        if (isAwake === null || each === undefined) return
        const isNow = await isAwake()
        if (isNow) each.awakeSeconds++
        if (isNow && !each.wasAwake) each.starts++
        each.wasAwake = isNow
      }),
    )
    await delay(1_000)
  }
  return seen.map(({ awakeSeconds, starts }) => ({ awakeSeconds, starts }))
}

function lineOf(before: Taken | undefined, after: Taken | undefined) {
  if (before === undefined || after === undefined) throw new Error('A browser is missing.')
  return {
    processorMsPerMinute: (after.processorMs - before.processorMs) / minutes,
    megabytes: after.megabytes,
    processes: after.processes,
  }
}

async function report(lines: Awaited<ReturnType<typeof main>>): Promise<void> {
  const load = loadavg()[0] ?? 0
  console.log(`${minutes} min with ${tabs} tabs, on ${cpus().length} cores, load ${load.toFixed(1)}\n`)
  console.log(
    table([
      ['', 'processor, ms a minute', 'memory, MB', 'processes', 'worker ran, s', 'worker was started'],
      ...lines.map(line => [
        line.name,
        line.processorMsPerMinute.toFixed(0),
        line.megabytes.toFixed(0),
        String(line.processes),
        line.name.endsWith('wallet') ? String(line.awakeSeconds) : '',
        line.name.endsWith('wallet') ? String(line.starts) : '',
      ]),
    ]),
  )
  const folder = join(root, 'test-results', 'bench')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'idle.json'), `${JSON.stringify({ minutes, load, lines }, null, 2)}\n`)
}

let code = 1
try {
  if (process.platform !== 'linux') throw new Error('This measurement reads /proc, which only Linux has.')
  await report(await main())
  code = 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
await lifetime.end()
process.exit(code)
