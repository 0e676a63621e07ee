import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { build } from 'vite'

const folder = join(import.meta.dirname, 'page/workers')

/**
 * Policies of pages: one forbids workers from a `blob:` address, one lets them start and load nothing, one judges
 * addresses by the page's default policy, one has them made by its own, one isolates the page, which may then share
 * memory with its workers.
 */
export const workerPolicies = {
  forbidding: { 'content-security-policy': "script-src 'self'" },
  withholding: { 'content-security-policy': "script-src 'nonce-page'; worker-src 'self' blob:" },
  judging: { 'content-security-policy': "require-trusted-types-for 'script'" },
  typed: { 'content-security-policy': "require-trusted-types-for 'script'" },
  isolated: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
}

/**
 * Pages with web workers, and the workers, none of which knows of a wallet: `GET /workers/probe?policy=forbidding`,
 * `GET /workers/bundled`.
 */
export function createWorkerPages(): Hono {
  const app = new Hono()
  let bundled: Promise<Map<string, string>> | null = null
  app.get('/workers/probe', context => {
    const policy = context.req.query('policy') as keyof typeof workerPolicies | undefined
    const page = '<!doctype html><title>Workers</title><script nonce=page src="/workers/probe.js"></script>'
    return context.html(page, 200, policy ? workerPolicies[policy] : {})
  })
  app.get('/workers/renamed', context => context.redirect('/workers/nested.js?renamed'))
  app.get('/workers/moved', context => {
    // Another name of this machine is another origin.
    const { host } = new URL(context.req.url)
    return context.redirect(`http://${host.replace('127.0.0.1', 'localhost')}/workers/nested.js`)
  })
  app.get('/workers/fenced.js', context =>
    context.body("fetch('/').then(({ status }) => postMessage(status), ({ name }) => postMessage(name))", 200, {
      ...scriptHeaders,
      'content-security-policy': "connect-src 'none'",
    }),
  )
  app.get('/workers/bundled', context =>
    context.html('<!doctype html><title>Workers</title><script type=module src="/workers/bundled/page.js"></script>'),
  )
  app.get('/workers/bundled/:name{.+\\.js}', async context => {
    bundled ??= bundle()
    const script = (await bundled).get(context.req.param('name'))
    return script === undefined ? context.notFound() : context.body(script, 200, scriptHeaders)
  })
  app.get('/workers/:name{[a-z-]+\\.js}', async context => {
    const script = await readFile(join(folder, context.req.param('name')), 'utf8').catch(() => null)
    return script === null ? context.notFound() : context.body(script, 200, scriptHeaders)
  })
  return app
}

/** An isolated page takes no worker without the second one. */
const scriptHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cross-origin-embedder-policy': 'require-corp',
}

/** @returns the scripts of the bundled page by their names */
async function bundle(): Promise<Map<string, string>> {
  const made = await build({
    configFile: false,
    root: folder,
    base: '/workers/bundled/',
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(folder, 'bundled.ts'), output: { entryFileNames: 'page.js' } },
    },
  })
  const outputs = [made].flat().flatMap(result => ('output' in result ? result.output : []))
  return new Map(outputs.map(file => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]))
}
