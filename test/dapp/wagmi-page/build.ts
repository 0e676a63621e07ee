import { join } from 'node:path'
import { build } from 'vite'

/** The page as a dapp's own build makes it, in one script. */
export async function buildWagmiPage(): Promise<{ html: string; script: string }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'chrome123',
      lib: { entry: join(import.meta.dirname, 'app.tsx'), formats: ['iife'], name: 'dapp' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const script = output !== undefined && 'output' in output ? output.output[0].code : undefined
  if (script === undefined) throw new Error('the page was not built')
  const html =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>A dapp</title><div id="root"></div><script src="/wagmi.js"></script></html>'
  return { html, script }
}
