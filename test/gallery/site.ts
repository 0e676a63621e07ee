import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { build, type Plugin } from 'vite'
import { messagesOf } from '../../components/catalogue.fixture.ts'
import type { Lifetime } from '../commands/lifetime.ts'
import { root } from '../commands/project.ts'

const pages = ['popup', 'approval', 'home', 'panel'] as const

/** Gives a page the messages of a catalogue's source file. */
export const catalogue: Plugin = {
  name: 'catalogue',
  transform: (code, id) =>
    id.endsWith('.yml') ? { code: `export default ${JSON.stringify(messagesOf(code))}`, map: null } : null,
}

/** Builds the extension's own pages and serves them. Resolves with the origin. */
export async function servePages(lifetime: Lifetime): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gallery-'))
  lifetime.onEnd(() => rm(folder, { recursive: true, force: true }))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@': root } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'chrome123',
      rolldownOptions: { input: pages.map(page => join(root, 'entrypoints', page, 'index.html')) },
    },
  })
  return serve(folder, lifetime)
}

/** The stand-in for the extension API as one script, to be run before a page's own. */
export async function buildStandIn(): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [catalogue],
    resolve: { alias: { '@': root } },
    build: {
      write: false,
      target: 'chrome123',
      lib: { entry: join(root, 'test/gallery/install.ts'), formats: ['iife'], name: 'gallery' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const code = output !== undefined && 'output' in output ? output.output[0].code : undefined
  if (code === undefined) throw new Error('the stand-in was not built')
  return code
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

async function serve(folder: string, lifetime: Lifetime): Promise<string> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://gallery').pathname)
    readFile(join(folder, path)).then(
      body =>
        response.writeHead(200, { 'content-type': `${types[extname(path)] ?? 'text/plain'}; charset=utf-8` }).end(body),
      () => response.writeHead(path === '/favicon.ico' ? 204 : 404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  lifetime.onEnd(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the gallery has no port')
  return `http://127.0.0.1:${address.port}`
}
