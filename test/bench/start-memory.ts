import { setTimeout as delay } from 'node:timers/promises'
import { temporaryFolder } from '../commands/extension.ts'
import { startRawBrowser } from '../raw-browser.ts'
import { leastExtension } from './least.ts'
import { inTurns } from './lines.ts'
import { takenBy } from './process-tree.ts'
import type { WalletBench } from './wallet-measures.ts'

const settlingMs = 6_000

/** Memory of a browser that has just started with the extension installed and no wallet made. Linux only. */
export async function measureStarts({ lifetime, lines, browser, sides, runs }: WalletBench): Promise<void> {
  if (process.platform !== 'linux') return
  const extensions = [
    { column: 'floor', extension: await leastExtension(lifetime) } as const,
    ...sides.map(({ column, built }) => ({ column, extension: built })),
  ]
  await inTurns(extensions, runs, async ({ column, extension }) => {
    const profile = await temporaryFolder(lifetime, 'profile')
    const { raw } = await startRawBrowser(lifetime, browser, { profile, extension })
    await delay(settlingMs)
    const { megabytes } = await takenBy(profile)
    lines.note(column, 'all processes 6 s after the start, wallet not made', megabytes, '', 'MB')
    await raw.send('Browser.close').catch(() => undefined)
  })
}
