import { requireBrowser } from './browser.ts'
import { buildExtension } from './extension.ts'
import { createLifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

/**
 * `npm run test:e2e`, `test:dapp`, `test:payments [-- Playwright arguments]`: the projects of `playwright.config.ts`,
 * in a real browser.
 */
const lifetime = createLifetime()
let code = 1
try {
  const browser = await requireBrowser(lifetime)
  await buildExtension(lifetime, 'local')
  await buildExtension(lifetime, 'barriers')
  const env = { ...process.env, PRELUDE_CHROMIUM: browser.executable }
  const finished = await run(lifetime, tool('playwright'), ['test', ...process.argv.slice(2)], { cwd: root, env })
  code = finished.code
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
await lifetime.end()
process.exit(code)
