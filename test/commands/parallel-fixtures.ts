import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { requireBrowser } from './browser.ts'
import { buildExtension, temporaryFolder } from './extension.ts'
import { createLifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

/**
 * `npm run test:parallel [-- --workers 8 --minutes 5]`: the tests of the fixtures for dapp developers, in many workers
 * at once, again and again. After each round no process, and with it no port, is left of it, and no folder. Linux only.
 */
const { values } = parseArgs({
  options: { workers: { type: 'string', default: '8' }, minutes: { type: 'string', default: '5' } },
})
const mark = `PRELUDE_ROUND=${randomUUID()}`
const lifetime = createLifetime()
let failure: string | undefined
let rounds = 0

/** Ids of the running processes that this command has started, directly or not: they inherit its mark. */
async function marked(): Promise<string[]> {
  const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name) && name !== String(process.pid))
  const isMarked = async (id: string) =>
    // A process that has ended meanwhile, or belongs to somebody else.
    (await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '')).split('\0').includes(mark)
  const found = await Promise.all(ids.map(async id => ((await isMarked(id)) ? [id] : [])))
  return found.flat()
}

try {
  const browser = await requireBrowser(lifetime)
  await buildExtension(lifetime, 'local')
  const temporary = await temporaryFolder(lifetime, 'parallel')
  const [name = '', value = ''] = mark.split('=')
  const env = { ...process.env, PRELUDE_CHROMIUM: browser.executable, TMPDIR: temporary, [name]: value }
  const endsAt = Date.now() + Number(values.minutes) * 60_000
  const args = ['test', '--project=dapp', 'fixtures-package', `--workers=${values.workers}`, '--reporter=line']
  while (failure === undefined && (rounds === 0 || Date.now() < endsAt)) {
    const { code, output } = await run(
      lifetime,
      tool('playwright'),
      [...args, `--repeat-each=${values.workers}`, '--timeout=180000', '--output=test-results/parallel'],
      { cwd: root, env, quiet: true },
    )
    rounds += 1
    const [processes, folders] = [
      await marked(),
      (await readdir(temporary)).filter(each => each.startsWith('prelude-')),
    ]
    const passed = /(\d+) passed/.exec(output)?.[1] ?? '0'
    console.log(`round ${rounds}: ${passed} passed, ${processes.length} processes and ${folders.length} folders left`)
    if (code !== 0) failure = output
    else if (processes.length + folders.length > 0) failure = `left: ${[...processes, ...folders].join(', ')}`
  }
} catch (error) {
  failure = error instanceof Error ? error.message : String(error)
}
await lifetime.end()
if (failure !== undefined) console.error(failure)
process.exit(failure === undefined ? 0 : 1)
