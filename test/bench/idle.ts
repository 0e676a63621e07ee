import { setTimeout as delay } from 'node:timers/promises'
import { english, generateMnemonic } from 'viem/accounts'
import * as z from 'zod'
import { requireBrowser } from '../commands/browser.ts'
import { installedPage, readManifest, temporaryFolder } from '../commands/extension.ts'
import { addonId, launchFirefox } from '../firefox/launch.ts'
import { createPreviewNetwork, type PreviewNetwork } from '../preview-network/index.ts'
import { startRawBrowser } from '../raw-browser.ts'
import { idleScripts, leastExtension } from './least.ts'
import type { Column } from './lines.ts'
import { type Measurement, runBench } from './measurement.ts'
import { startPages } from './page-work.ts'
import { takenBy } from './process-tree.ts'
import { copyOf, findSides, kindOf, type Side } from './sides.ts'

/**
 * `npm run bench:idle [-- minutes] [--beside FOLDER]`: what the wallet takes while nobody uses it, with ten tabs open.
 * Browsers with nothing, with an extension that does nothing (the floor), and with each wallet run side by side for the
 * same minutes. Linux only.
 */

const tabs = 10
/** Longer than a browser lets a worker live that has nothing to do. */
const settlingMs = 60_000
const needs = ['screens', 'raw'] as const
type IdleSide = Side<(typeof needs)[number]>

interface Idle {
  engine: 'Chromium' | 'Firefox'
  column: Column | 'nothing'
  profile: string
  /** Whether the extension's worker runs now. */
  isAwake: () => Promise<boolean>
}

async function measureIdle(measurement: Measurement): Promise<void> {
  if (process.platform !== 'linux') throw new Error('This measurement reads /proc, which only Linux has.')
  const { lifetime, lines, runs: minutes } = measurement
  const network = await createPreviewNetwork()
  lifetime.onEnd(() => network.stop())
  const site = await startPages(lifetime)
  const addresses = Array.from({ length: tabs }, (_, index) => site(`tab-${index}`))
  const browsers: Idle[] = []
  for (const start of [startChromiums, startFirefoxes]) browsers.push(...(await start(measurement, network, addresses)))
  await delay(settlingMs)

  const before = await Promise.all(browsers.map(({ profile }) => takenBy(profile)))
  const awake = await watchAwake(browsers, minutes * 60)
  const after = await Promise.all(browsers.map(({ profile }) => takenBy(profile)))
  for (const [index, { engine, column }] of browsers.entries()) {
    const [from, to, seen] = [before[index], after[index], awake[index]]
    if (from === undefined || to === undefined || seen === undefined) throw new Error('A browser is missing.')
    const side = column === 'nothing' ? 'ours' : column
    const name = column === 'nothing' ? `${engine} without an extension` : engine
    const processorMs = (to.processorMs - from.processorMs) / minutes
    lines.note(side, `${name}: processor, a minute`, processorMs)
    lines.note(side, `${name}: memory of all processes`, to.megabytes, '', 'MB')
    if (column === 'nothing' || column === 'floor') continue
    lines.note(side, `${name}: worker ran`, seen.awakeSeconds, '', 's')
    lines.note(side, `${name}: worker was started`, seen.starts, '', '')
  }
}

/** The sides of one browser; a built extension beside belongs to one of the two. */
async function sidesOf({ lifetime, beside }: Measurement, engine: 'chromium' | 'firefox'): Promise<IdleSide[]> {
  const kind = beside === undefined ? undefined : await kindOf(beside)
  const isOfEngine = kind === 'checkout' || kind === engine
  return findSides(lifetime, { bench: 'idle', engine, needs, beside: isOfEngine ? beside : undefined })
}

async function startChromiums(measurement: Measurement, network: PreviewNetwork, addresses: string[]): Promise<Idle[]> {
  const { lifetime } = measurement
  const browser = await requireBrowser(lifetime)
  const sides = await sidesOf(measurement, 'chromium')
  const { permissions, host_permissions } = await readManifest(sides[0]?.built ?? '')
  const rights = { permissions, host_permissions }
  const start = async (column: Idle['column'], extension: string, side?: IdleSide): Promise<Idle> => {
    const profile = await temporaryFolder(lifetime, 'profile')
    const { raw, extensionId } = await startRawBrowser(lifetime, browser, { profile, extension })
    if (side !== undefined) {
      const home = await raw.find(`chrome-extension://${extensionId}/home.html`)
      await side.drivers.raw.importWallet(home, generateMnemonic(english))
      await home.close()
    }
    for (const address of addresses) await raw.open(address)
    const isAwake = async () => (await raw.workerTarget(extensionId)) !== undefined
    return { engine: 'Chromium', column, profile, isAwake }
  }
  const started = [
    await start('nothing', await leastExtension(lifetime)),
    await start('floor', await leastExtension(lifetime, { rights, contentScripts: idleScripts })),
  ]
  for (const side of sides) started.push(await start(side.column, await copyOf(lifetime, side, network), side))
  return started
}

async function startFirefoxes(measurement: Measurement, network: PreviewNetwork, addresses: string[]): Promise<Idle[]> {
  const { lifetime } = measurement
  const browser = await requireBrowser(lifetime, 'firefox')
  const sides = await sidesOf(measurement, 'firefox')
  const start = async (column: Idle['column'], extension: string, side?: IdleSide): Promise<Idle> => {
    const profile = await temporaryFolder(lifetime, 'profile')
    const firefox = await launchFirefox({ browser, extension, profile, headless: true })
    lifetime.onEnd(() => firefox.context.close())
    if (side !== undefined) {
      const home = await installedPage(firefox)
      await side.drivers.screens.importWallet(home, generateMnemonic(english))
      await home.close()
    }
    for (const address of addresses) await (await firefox.context.newPage()).goto(address)
    const state = `return WebExtensionPolicy.getByID('${addonId}').extension.backgroundState`
    const isAwake = async () => z.string().parse(await firefox.privileged(state)) !== 'stopped'
    return { engine: 'Firefox', column, profile, isAwake }
  }
  const started = [
    await start('nothing', await leastExtension(lifetime, { geckoId: addonId })),
    await start('floor', await leastExtension(lifetime, { contentScripts: idleScripts, geckoId: addonId })),
  ]
  for (const side of sides) started.push(await start(side.column, await copyOf(lifetime, side, network), side))
  return started
}

/** Looks every second. A worker that was found asleep and then awake has been started by somebody. */
async function watchAwake(browsers: Idle[], seconds: number): Promise<{ awakeSeconds: number; starts: number }[]> {
  const seen = browsers.map(() => ({ awakeSeconds: 0, starts: 0, wasAwake: true }))
  for (let second = 0; second < seconds; second++) {
    await Promise.all(
      browsers.map(async ({ isAwake }, index) => {
        const each = seen[index]
        if (each === undefined) return
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

await runBench('idle', 5, measureIdle)
