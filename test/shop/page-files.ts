import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { build } from 'vite'

const folder = join(import.meta.dirname, 'page')
const scripts = new Set(['shop', 'playground', 'checkout', 'subscription', 'refunds'])
const bundles = new Map<string, Promise<string>>()

/** A service worker that passes every request on, as one does that keeps a copy for later. */
const passingWorker = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(clients.claim()))
addEventListener('fetch', event => event.respondWith(fetch(event.request)))
`

/** The stylesheets and scripts of the shop's pages, as the browser wants them. */
export function createPageFiles(): Hono {
  const app = new Hono()
  app.get('/styles/:name{(?:shop|coffee)\\.css}', async context =>
    context.body(await pageFile(context.req.param('name')), 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  app.get('/passing-worker.js', context =>
    context.body(passingWorker, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  app.get('/scripts/:name{[a-z]+\\.js}', async context => {
    const name = context.req.param('name').replace(/\.js$/, '')
    if (!scripts.has(name)) return context.notFound()
    const bundled = bundles.get(name) ?? bundle(name)
    bundles.set(name, bundled)
    return context.body(await bundled, 200, { 'content-type': 'text/javascript; charset=utf-8' })
  })
  return app
}

/** One script with all it imports, when it is first asked for: only one of them is large. */
async function bundle(name: string): Promise<string> {
  const made = await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      modulePreload: false,
      rolldownOptions: { input: join(folder, `${name}.ts`), output: { codeSplitting: false } },
    },
  })
  const outputs = [made].flat().flatMap(result => ('output' in result ? result.output : []))
  const entry = outputs.find(file => file.type === 'chunk' && file.isEntry)
  if (entry?.type !== 'chunk') throw new Error(`${name} was not bundled`)
  return entry.code
}

export function pageFile(name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8')
}
