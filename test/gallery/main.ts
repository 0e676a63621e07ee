import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { runnerImport } from 'vite'
import { requireBrowser } from '../commands/browser.ts'
import { createLifetime } from '../commands/lifetime.ts'
import { root } from '../commands/project.ts'
import type { Text } from './catalogues.ts'
import { examine, pushToPaintTimes } from './examine.ts'
import { serveGallery } from './interactive/serve.ts'
import { buildStandIn, servePages } from './site.ts'
import type { GalleryState } from './state.ts'
import { take } from './visit.ts'

/**
 * `npm run gallery -- [--look light,dark] [part of a name …]`: every screen in every state as a picture in
 * test-results/gallery, in light and dark, in German, in a longer pseudo-language, from right to left, at 200 % and in
 * forced colours. Each is examined by axe, for content that runs out of its place and for anything the page complained
 * about; the exit code says whether all were clean.
 * `npm run gallery -- --open` shows the same states in a browser instead, reloaded when a file changes.
 */
const target = join(root, 'test-results/gallery')
const sizes = {
  popup: { width: 360, height: 600 },
  approval: { width: 375, height: 660 },
  home: { width: 1280, height: 800 },
  wide: { width: 1920, height: 1080 },
  sidePanel: { width: 360, height: 800 },
  panel: { width: 960, height: 400 },
}

interface Look {
  name: string
  text: Text
  scheme: 'light' | 'dark'
  forced?: boolean
  /** 200 %: half as many CSS pixels. */
  zoomed?: boolean
  /** A large window; the full page alone has such a look. */
  wide?: boolean
}
const looks: readonly Look[] = [
  { name: 'light', text: 'en', scheme: 'light' },
  { name: 'dark', text: 'en', scheme: 'dark' },
  { name: 'de', text: 'de', scheme: 'light' },
  { name: 'pseudo', text: 'pseudo', scheme: 'light' },
  { name: 'rtl', text: 'rtl', scheme: 'dark' },
  { name: 'wide', text: 'en', scheme: 'light', wide: true },
  { name: 'zoomed', text: 'en', scheme: 'light', zoomed: true },
  { name: 'forced', text: 'en', scheme: 'dark', forced: true },
]

const lifetime = createLifetime()
const given = process.argv.slice(2)
if (given[0] === '--open') await serveGallery(lifetime)
const onlyLooks = given[0] === '--look' ? given.splice(0, 2)[1]?.split(',') : undefined
const chosenLooks = looks.filter(look => onlyLooks === undefined || onlyLooks.includes(look.name))
// The states use the wallet's own rules, whose modules name each other by `@/`.
const {
  module: { states },
} = await runnerImport<typeof import('./states/index.ts')>(join(root, 'test/gallery/states/index.ts'), {
  ...{ configFile: false, root, logLevel: 'warn' },
  resolve: { alias: { '@': root } },
})
const chosen = states.filter(state => given.length === 0 || given.some(part => state.name.includes(part)))

const origin = await servePages(lifetime)
const standIn = await buildStandIn()
const { executable } = await requireBrowser(lifetime)
const browser = await chromium.launch({
  executablePath: executable,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
lifetime.onEnd(() => browser.close())
const axe = await readFile(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')
await mkdir(target, { recursive: true })

const faults: string[] = []
const work = chosen.flatMap(state =>
  chosenLooks.filter(look => look.wide !== true || sizeOf(state, look) === sizes.wide).map(look => ({ state, look })),
)
const pictures = work.length
await Promise.all(
  Array.from({ length: 3 }, async () => {
    for (let next = work.shift(); next !== undefined; next = work.shift()) await show(next.state, next.look)
  }),
)
for (const fault of faults) console.log(fault)
await writeFile(join(target, 'faults.json'), `${JSON.stringify(faults, null, 2)}\n`)
console.log(`${pictures} pictures of ${chosen.length} states in test-results/gallery, ${faults.length} faults`)
await lifetime.end()
process.exit(faults.length === 0 ? 0 : 1)

function sizeOf({ sidePanel, page }: GalleryState, look: Look) {
  if (sidePanel === true) return sizes.sidePanel
  return page === 'home' && look.wide === true ? sizes.wide : sizes[page]
}

async function show(state: GalleryState, look: Look): Promise<void> {
  const size = sizeOf(state, look)
  // A window narrower than 320 pixels is nobody's at any zoom (WCAG 2.2, 1.4.10).
  const viewport = look.zoomed === true ? { width: Math.max(320, size.width / 2), height: size.height / 2 } : size
  const context = await browser.newContext({
    viewport,
    colorScheme: look.scheme,
    forcedColors: look.forced === true ? 'active' : 'none',
    reducedMotion: 'reduce',
    deviceScaleFactor: 2,
  })
  await context.addInitScript(standIn)
  const page = await context.newPage()
  const name = `${state.name}.${look.name}`
  const complain = (what: string) => faults.push(`${name}: ${what}`)
  page.on('pageerror', error => complain(`threw ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complain(`console: ${message.text()}`)
  })
  try {
    await visit(page, state, look, complain)
    for (const fault of await examine(page, axe, { forcedColors: look.forced === true })) complain(fault)
  } catch (error) {
    complain(error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 300) : String(error))
  }
  await page
    .screenshot({ path: join(target, `${name}.png`), fullPage: state.page === 'home' && look.wide !== true })
    .catch((error: unknown) => complain(`no picture: ${String(error).slice(0, 300)}`))
  await context.close()
}

async function visit(page: Page, state: GalleryState, look: Look, complain: (what: string) => void): Promise<void> {
  await page.goto(`${origin}/entrypoints/${state.page}/index.html?state=${state.name}&text=${look.text}`)
  await page.locator('main:not(.skeleton)').first().waitFor({ timeout: 15_000 })
  for (const step of state.steps ?? []) await take(page, step)
  // The public suffix list arrives a moment after the decision.
  if ((await page.locator('.site-name').count()) > 0)
    await page.locator('.site-domain').first().waitFor({ timeout: 15_000 })
  if (state.news !== undefined) {
    const times = await pushToPaintTimes(page, 2)
    if (times.some(time => time <= 0)) complain(`push-to-paint says ${times.join(', ')} ms`)
  }
}
