import { createLifetime, run } from './lifetime.ts'
import { root } from './project.ts'

/**
 * `npm run bench [-- --beside FOLDER]`: every measurement, one after the other, each with the machine to itself. The
 * folder is a checkout of another commit: a built extension fits only the benches of its own browser.
 */
const lifetime = createLifetime()
const failed: string[] = []
for (const name of ['network', 'wallet', 'page', 'firefox', 'idle']) {
  console.log(`\n── ${name}`)
  const { code } = await run(lifetime, process.execPath, [`test/bench/${name}.ts`, ...process.argv.slice(2)], {
    cwd: root,
  })
  if (code !== 0) failed.push(name)
}
if (failed.length > 0) console.error(`\nnot measured to the end: ${failed.join(', ')}`)
await lifetime.end()
process.exit(failed.length)
