import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { editions } from '../release/editions.ts'
import { copyFor, type NetworkAddresses } from '../wallet-fixtures/extension-copy.ts'
import { atATime } from './at-a-time.ts'
import { type Lifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

export type { NetworkAddresses } from '../wallet-fixtures/extension-copy.ts'
export {
  installedPage,
  type Launched,
  launchWithExtension,
  pageWhere,
} from '../wallet-fixtures/launch.ts'

const forFirefox = ['--browser', 'firefox', '--mv3']

/**
 * `local` is what `npm run build` makes, `barriers` the same with places where a test holds and kills the worker,
 * `store` and `storeFirefox` what `npm run zip` packs; `firefox` and
 * `firefoxBarriers` are the first two for Firefox.
 */
export const builds = {
  local: { folder: join(root, '.output/chrome-mv3'), command: ['build'] },
  barriers: { folder: join(root, '.output/chrome-mv3-barriers'), command: ['build', '--mode', 'barriers'] },
  store: { folder: join(root, editions.chrome.output), command: editions.chrome.build },
  firefox: { folder: join(root, '.output/firefox-mv3'), command: ['build', ...forFirefox] },
  firefoxBarriers: {
    folder: join(root, '.output/firefox-mv3-barriers'),
    command: ['build', '--mode', 'barriers', ...forFirefox],
  },
  storeFirefox: { folder: join(root, editions.firefox.output), command: editions.firefox.build },
} as const
export type Build = keyof typeof builds

/**
 * Builds the extension, unless a command that runs this one already did.
 * @param checkout the root folder of the source, with its packages installed
 * @throws Error with the builder's own words
 */
export async function buildExtension(lifetime: Lifetime, build: Build = 'local', checkout = root): Promise<string> {
  const { command } = builds[build]
  const folder = join(checkout, relative(root, builds[build].folder))
  if (process.env.PRELUDE_BUILT === 'true') return folder
  const { code, output } = await run(lifetime, tool('wxt', checkout), command, { cwd: checkout, quiet: true })
  if (code !== 0) throw new Error(`The extension did not build:\n${output}`)
  return folder
}

/**
 * Builds several, as many at a time as there are processors. The first one is alone: it writes the types that the
 * others read.
 * @throws Error with the builder's own words
 */
export async function buildExtensions(
  lifetime: Lifetime,
  [first, ...others]: readonly [Build, ...Build[]],
): Promise<void> {
  await buildExtension(lifetime, first)
  await atATime(availableParallelism(), others, async build => void (await buildExtension(lifetime, build)))
}

/** A copy of a built extension that knows this run's network, in a temporary folder that ends with the command. */
export async function copyExtension(lifetime: Lifetime, folder: string, network: NetworkAddresses): Promise<string> {
  const copy = await temporaryFolder(lifetime, 'extension')
  await copyFor(network, folder, copy)
  return copy
}

export async function temporaryFolder(lifetime: Lifetime, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `prelude-${name}-`))
  lifetime.onEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

const manifestSchema = z.looseObject({
  version: z.string(),
  background: z.looseObject({ service_worker: z.string() }),
  action: z.looseObject({ default_popup: z.string() }),
  content_scripts: z.array(z.looseObject({ js: z.array(z.string()) })),
  permissions: z.array(z.string()),
  host_permissions: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The folder's manifest, as far as the commands need it; the rest is kept as it is. */
export async function readManifest(folder: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
}
