import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { build } from 'vite'

const folder = join(import.meta.dirname, 'page')
const scripts = ['shop', 'playground', 'dapp', 'checkout', 'subscription', 'refunds']

let bundles: Promise<ReadonlyMap<string, string>> | undefined

/** The stylesheet and scripts of the shop's pages, as the browser wants them. */
export function createPageFiles(): Hono {
  const app = new Hono()
  app.get('/shop.css', async context =>
    context.body(await pageFile('shop.css'), 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  app.get('/scripts/:name', async context => {
    bundles ??= bundle()
    const code = (await bundles).get(context.req.param('name'))
    if (code === undefined) return context.notFound()
    return context.body(code, 200, { 'content-type': 'text/javascript; charset=utf-8' })
  })
  return app
}

/** Every script with what it imports, once in a process. */
async function bundle(): Promise<ReadonlyMap<string, string>> {
  const input = Object.fromEntries(scripts.map(name => [name, join(folder, `${name}.ts`)]))
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      modulePreload: false,
      rolldownOptions: { input, output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  return new Map(
    outputs.flatMap(made =>
      'output' in made
        ? made.output.flatMap(file => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : []))
        : [],
    ),
  )
}

export function pageFile(name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8')
}
