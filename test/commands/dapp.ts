import { requireBrowser } from './browser.ts'
import { buildExtension } from './extension.ts'
import { createLifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

/** `npm run test:dapp [-- Playwright arguments]`: real pages, well-meaning and hostile, against the built extension. */
const lifetime = createLifetime()
let code = 1
try {
  const browser = await requireBrowser(lifetime)
  await buildExtension(lifetime, 'local')
  const env = { ...process.env, PRELUDE_CHROMIUM: browser.executable }
  const args = ['test', '--config', 'test/dapp/playwright.config.ts', ...process.argv.slice(2)]
  const finished = await run(lifetime, tool('playwright'), args, { cwd: root, env })
  code = finished.code
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
await lifetime.end()
process.exit(code)
