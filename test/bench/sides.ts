import { access, readFile } from 'node:fs/promises'
import { createRequire, registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { readRowsInFlight } from '../chaos/journal.ts'
import { runPlan } from '../chaos/run.ts'
import type { Engine } from '../commands/browser.ts'
import { buildExtension, type NetworkAddresses, temporaryFolder } from '../commands/extension.ts'
import type { Lifetime } from '../commands/lifetime.ts'
import { root } from '../commands/project.ts'
import { approve, decisionWindow, importWallet, killWorker, openHome, openPopup, password } from '../e2e/wallet.ts'
import { importWallet as importRawWallet, send } from '../raw-wallet.ts'
import { copyFor } from '../wallet-fixtures/extension-copy.ts'
import { everythingFor, fill, transactionsFor, untilEncrypted, write } from './fill.ts'
import { measureLookUps } from './list-look-up.ts'
import { watchPainting } from './painted.ts'

/** What the benches take from modules that know a checkout's screens, its database and its built extension. */
const own = {
  copy: { copyFor },
  screens: { approve, decisionWindow, importWallet, killWorker, openHome, openPopup, password },
  raw: { importWallet: importRawWallet, send },
  journal: { readRowsInFlight },
  burst: { runPlan },
  painted: { watchPainting },
  fill: { everythingFor, fill, transactionsFor, untilEncrypted, write },
  lookUps: { measureLookUps },
}
type Modules = typeof own
type Name = keyof Modules
const files: Record<Name, string> = {
  copy: 'test/wallet-fixtures/extension-copy.ts',
  screens: 'test/e2e/wallet.ts',
  raw: 'test/raw-wallet.ts',
  journal: 'test/chaos/journal.ts',
  burst: 'test/chaos/run.ts',
  painted: 'test/bench/painted.ts',
  fill: 'test/bench/fill.ts',
  lookUps: 'test/bench/list-look-up.ts',
}

/** A wallet that is measured: a built extension, and what drives it. */
export interface Side<Need extends Name = never> {
  column: 'ours' | 'beside'
  built: string
  drivers: Pick<Modules, Need | 'copy'>
}

interface Wanted<Need extends Name> {
  bench: string
  engine: Engine
  /** The drivers that the bench uses. */
  needs: readonly Need[]
  /** What `--beside` names: a built extension, or a checkout of another commit. */
  beside: string | undefined
}

/**
 * Builds this checkout's extension and finds or builds the one beside it.
 * @throws Error with one sentence where the folder beside cannot be measured
 */
export async function findSides<Need extends Name>(lifetime: Lifetime, wanted: Wanted<Need>): Promise<Side<Need>[]> {
  const { bench, engine, needs, beside } = wanted
  const build = engine === 'chromium' ? 'local' : 'firefox'
  const side = async (column: Side<Need>['column'], checkout: string, built?: string): Promise<Side<Need>> => ({
    column,
    drivers: await loadDrivers<Need | 'copy'>(checkout, ['copy', ...needs], bench),
    built: built ?? (await buildExtension(lifetime, build, checkout)),
  })
  if (beside === undefined) return [await side('ours', root)]
  const folder = resolve(beside)
  const kind = await kindOf(folder)
  if (kind !== 'checkout' && kind !== engine)
    throw new Error(`${folder} is a build for ${names[kind]}: bench:${bench} needs one for ${names[engine]}.`)
  const other = kind === 'checkout' ? await side('beside', folder) : await side('beside', root, folder)
  return [await side('ours', root), other]
}

const names: Record<Engine, string> = { chromium: 'Chromium', firefox: 'Firefox' }
const manifestSchema = z.object({
  background: z.union([
    z.object({ service_worker: z.string() }).transform((): Engine => 'chromium'),
    z.object({ scripts: z.array(z.string()) }).transform((): Engine => 'firefox'),
  ]),
})

/** @throws Error with one sentence where the folder is neither a built extension nor a checkout */
export async function kindOf(folder: string): Promise<Engine | 'checkout'> {
  const manifest = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null)
  if (manifest !== null) {
    const { data } = manifestSchema.safeParse(jsonOf(manifest))
    if (data === undefined) throw new Error(`${folder}/manifest.json is not the manifest of a wallet.`)
    return data.background
  }
  if (!(await isThere(join(folder, 'wxt.config.ts'))))
    throw new Error(`${folder} has no manifest.json and is no checkout of this project.`)
  if (!(await isThere(join(folder, 'node_modules'))))
    throw new Error(`${folder} is a checkout without its packages: run npm ci in it.`)
  return 'checkout'
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** @throws Error with one sentence that names the file and the function which the checkout does not have */
export async function loadDrivers<Need extends Name>(
  checkout: string,
  needs: readonly Need[],
  bench: string,
): Promise<Pick<Modules, Need>> {
  if (checkout === root) return own
  takeOurPlaywright(checkout)
  const loaded: Partial<Record<Name, unknown>> = {}
  for (const name of needs) {
    const path = join(checkout, files[name])
    const lacks = (what: string) => new Error(`${checkout} has no ${what}, which bench:${bench} needs.`)
    if (!(await isThere(path))) throw lacks(files[name])
    const module = z.record(z.string(), z.unknown()).parse({ ...fromElsewhere(path) })
    for (const taken of Object.keys(own[name]))
      if (module[taken] === undefined) throw lacks(`${taken} in ${files[name]}`)
    loaded[name] = module
  }
  // The names were checked above; the types are those of this checkout.
  return loaded as Pick<Modules, Need>
}

/** Loads a module of another checkout: no import of this one, so no arrow of `test/commands/import-arrows.ts`. */
const fromElsewhere = createRequire(import.meta.url)

/** Playwright refuses to be loaded twice by one process, so the other checkout's drivers get the one that runs here. */
function takeOurPlaywright(checkout: string): void {
  const inside = pathToFileURL(`${checkout}/`).href
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '@playwright/test' && context.parentURL?.startsWith(inside)
        ? next(specifier, { ...context, parentURL: import.meta.url })
        : next(specifier, context),
  })
}

/** A copy of a side's extension that knows this run's network. */
export async function copyOf<Need extends Name>(
  lifetime: Lifetime,
  { built, drivers }: Side<Need>,
  network: NetworkAddresses,
): Promise<string> {
  const copy = await temporaryFolder(lifetime, 'extension')
  await drivers.copy.copyFor(network, built, copy)
  return copy
}
