import { createServer, type Plugin } from 'vite'
import type { Lifetime } from '../../commands/lifetime.ts'
import { root } from '../../commands/project.ts'
import { catalogue } from '../site.ts'

const shelf = '/test/gallery/interactive/index.html'
const frame = '/test/gallery/interactive/frame.ts'

/**
 * The shelf at `/`, and in every page of the extension the stand-in for the browser's API, before the page's own
 * script.
 */
const gallery: Plugin = {
  name: 'gallery',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (request.url === '/') request.url = shelf
      next()
    })
  },
  transformIndexHtml: {
    order: 'pre',
    handler: (_html, { path }) =>
      path.startsWith('/entrypoints/')
        ? [{ tag: 'script', attrs: { type: 'module', src: frame }, injectTo: 'head-prepend' }]
        : [],
  },
}

/** Serves the states to look at, opens a browser on them where there is one, and goes on until the command is ended. */
export async function serveGallery(lifetime: Lifetime): Promise<never> {
  const server = await createServer({
    root,
    configFile: false,
    appType: 'mpa',
    logLevel: 'warn',
    publicDir: false,
    plugins: [catalogue, gallery],
    resolve: { alias: { '@': root } },
    optimizeDeps: { entries: ['entrypoints/{popup,approval,home,panel}/app.tsx', 'test/gallery/interactive/*.ts'] },
    server: { host: '127.0.0.1', open: true, watch: { ignored: ['**/.output/**', '**/test-results/**'] } },
  })
  lifetime.onEnd(() => server.close())
  await server.listen()
  console.log(`The gallery is at ${server.resolvedUrls?.local[0]} and follows your files. Ctrl-C ends it.`)
  return await new Promise<never>(() => {})
}
