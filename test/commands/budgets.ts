import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bundle, pageScripts, staticGraph } from './bundles.ts'
import { readManifest } from './extension.ts'

/** kB = 1000 bytes, minified and not compressed, as the browser parses them. */
const kilobyte = 1_000

export interface Weight {
  what: string
  bytes: number
  budget: number
}

/** The error code with which zod tells of a wrong type: where it stands, zod stands. */
const markOfSchemas = 'invalid_type'

/**
 * What the built extension weighs against what it may.
 * @param folder the unpacked extension
 * @param packed bytes of its archive
 * @throws Error when the worker contains an `import()`, or the popup asks for its application late or for schemas at
 * first
 */
export async function weigh(folder: string, packed: number): Promise<Weight[]> {
  const manifest = await readManifest(folder)
  const scripts = manifest.content_scripts.flatMap(script => script.js)
  const contentBytes = await Promise.all(scripts.map(async file => (await stat(join(folder, file))).size))
  const worker = await staticGraph(folder, [manifest.background.service_worker])
  if (worker.dynamic.length > 0)
    throw new Error(
      `A service worker cannot import(): ${worker.dynamic.map(({ file }) => file).join(', ')} would fail.`,
    )
  const popup = await firstLoad(folder, manifest.action.default_popup)
  return [
    {
      what: 'content scripts (inpage + bridge)',
      bytes: contentBytes.reduce((sum, size) => sum + size, 0),
      budget: 12 * kilobyte,
    },
    {
      what: 'pay script, on sites where it is switched on',
      bytes: (await stat(join(folder, 'content-scripts/pay.js'))).size,
      budget: 9.5 * kilobyte,
    },
    { what: 'background worker, whole static graph', bytes: worker.bytes, budget: 332 * kilobyte },
    {
      what: 'background worker, reading and judging with the first decision',
      bytes: (await stat(join(folder, 'decisions.js'))).size,
      budget: 172 * kilobyte,
    },
    {
      what: 'background worker, payments when first used',
      bytes: (await stat(join(folder, 'payments.js'))).size,
      budget: 160 * kilobyte,
    },
    {
      what: 'background worker, curve and encoders with the first decision or account',
      bytes: (await stat(join(folder, 'signing.js'))).size,
      budget: 77 * kilobyte,
    },
    {
      what: 'background worker, passwords and keystore files when a password is checked',
      bytes: (await stat(join(folder, 'password.js'))).size,
      budget: 41 * kilobyte,
    },
    {
      what: 'background worker, encryption of records when unlocked',
      bytes: (await stat(join(folder, 'records.js'))).size,
      budget: 22 * kilobyte,
    },
    {
      what: 'background worker, phrases and their keys when one is first used',
      bytes: (await stat(join(folder, 'phrases.js'))).size,
      budget: 36 * kilobyte,
    },
    {
      what: 'background worker, calls of our own pages when one is made',
      bytes: (await stat(join(folder, 'procedures.js'))).size,
      budget: 33 * kilobyte,
    },
    {
      what: 'background worker, what a page wants of the person, and sends under conditions',
      bytes: (await stat(join(folder, 'asking.js'))).size,
      budget: 32 * kilobyte,
    },
    {
      what: 'background worker, changes of keys, backups and upgrades when one is made',
      bytes: (await stat(join(folder, 'rare.js'))).size,
      budget: 30 * kilobyte,
    },
    {
      what: 'background worker, lists when a website first asks',
      bytes: (await stat(join(folder, 'lists.js'))).size,
      budget: 58 * kilobyte,
    },
    {
      what: 'background worker, search of past blocks when first looked back',
      bytes: (await stat(join(folder, 'past.js'))).size,
      budget: 15 * kilobyte,
    },
    { what: 'popup, first load', bytes: popup.bytes, budget: 240 * kilobyte },
    { what: 'store package, zipped', bytes: packed, budget: 1_150 * kilobyte },
  ]
}

/**
 * A page's scripts open the port first and then `import()` the application: that is part of its first load, what the
 * application imports later is not.
 */
async function firstLoad(folder: string, page: string): Promise<Bundle> {
  const { scripts, preloaded } = await pageScripts(folder, page)
  const { dynamic } = await staticGraph(folder, scripts)
  const application = dynamic.filter(({ from }) => scripts.includes(from)).map(({ file }) => file)
  const bundle = await staticGraph(folder, [...scripts, ...application])
  const late = bundle.files.filter(file => !scripts.includes(file) && !preloaded.includes(file))
  if (late.length > 0) throw new Error(`${page} does not name what it loads at first: ${late.join(', ')}`)
  for (const file of bundle.files)
    if ((await readFile(join(folder, file), 'utf8')).includes(markOfSchemas))
      throw new Error(`${page} loads schemas at first, with ${file}: they belong to the worker and to later screens.`)
  return bundle
}
