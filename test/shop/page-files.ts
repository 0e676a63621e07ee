import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { transformWithOxc } from 'vite'

const scripts = new Set(['shop.ts', 'wallets.ts'])

/** The stylesheet and scripts of the shop's pages, as the browser wants them. */
export function createPageFiles(): Hono {
  const app = new Hono()
  app.get('/shop.css', async context =>
    context.body(await pageFile('shop.css'), 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  app.get('/:name{[a-z-]+\\.js}', async context => {
    const name = context.req.param('name').replace(/\.js$/, '.ts')
    if (!scripts.has(name)) return context.notFound()
    const { code } = await transformWithOxc(await pageFile(name), name)
    return context.body(code.replaceAll(/(from ["']\.\/[a-z-]+)\.ts(?=["'])/g, '$1.js'), 200, {
      'content-type': 'text/javascript; charset=utf-8',
    })
  })
  return app
}

export function pageFile(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, 'page', name), 'utf8')
}
