import { requireBrowser } from './browser.ts'
import { buildExtension } from './extension.ts'
import { createLifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

/** `npm run test:payments [-- Playwright arguments]`: what is paid, once and not twice, judged by the chain. */
const lifetime = createLifetime()
let code = 1
try {
  const browser = await requireBrowser(lifetime)
  await buildExtension(lifetime, 'local')
  await buildExtension(lifetime, 'barriers')
  const env = { ...process.env, PRELUDE_CHROMIUM: browser.executable }
  const args = ['test', '--config', 'test/payments/playwright.config.ts', ...process.argv.slice(2)]
  const finished = await run(lifetime, tool('playwright'), args, { cwd: root, env })
  code = finished.code
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
await lifetime.end()
process.exit(code)
