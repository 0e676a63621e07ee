import { requireBrowser } from './browser.ts'
import { buildExtension } from './extension.ts'
import { createLifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

/**
 * `npm run test:firefox [-- Playwright arguments]`: the scenarios of the project's other suites, and what is Firefox's
 * own, in a real Firefox.
 */
const lifetime = createLifetime()
let code = 1
try {
  const browser = await requireBrowser(lifetime, 'firefox')
  console.log(`Browser: ${browser.version}, ${browser.executable}`)
  await buildExtension(lifetime, 'firefox')
  await buildExtension(lifetime, 'firefoxBarriers')
  const env = { ...process.env, PRELUDE_FIREFOX: browser.executable, PRELUDE_ENGINE: 'firefox' }
  const finished = await run(lifetime, tool('playwright'), ['test', '--project=firefox', ...process.argv.slice(2)], {
    cwd: root,
    env,
  })
  code = finished.code
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
await lifetime.end()
process.exit(code)
