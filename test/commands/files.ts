import { spawnSync } from 'node:child_process'
import { createLifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

/**
 * `npm run test:files`: the files that the wallet writes, judged by the programs they are for. Programs that are not
 * installed are named: their tests are skipped.
 */

/** Debian has them in the packages hledger, ledger, beancount and gnumeric. */
const programs = ['hledger', 'ledger', 'bean-check', 'ssconvert']
const missing = programs.filter(name => spawnSync(name, ['--version']).status !== 0)
const lifetime = createLifetime()
const files = ['components/payments/desk/books-export.test.ts', 'components/moving/export/export-files.test.ts']
const { code } = await run(lifetime, tool('vitest'), ['run', '--project', 'unit', ...files], { cwd: root })
for (const name of missing) console.log(`Not installed, so its tests were skipped: ${name}`)
await lifetime.end()
process.exit(code)
