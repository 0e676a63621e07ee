import { resolve } from 'node:path'
import { runnerImport } from 'vite'
import { root } from './project.ts'

/**
 * Loads every descriptor of a folder laid out as the public ERC-7730 registry, and renders its tests.
 *
 *     node test/commands/clear-signing.ts FOLDER [--differences]
 *
 * Prints how many files load, why others do not, and how many tests agree with what the registry expects.
 */
const [folder, ...options] = process.argv.slice(2)
if (folder === undefined) {
  console.error('node test/commands/clear-signing.ts FOLDER [--differences]')
  process.exit(2)
}
const { module } = await runnerImport<typeof import('./clear-signing-registry.ts')>(
  resolve(root, 'test/commands/clear-signing-registry.ts'),
  { root, configFile: false, resolve: { alias: { '@': root } } },
)
console.log((await module.reportOf(resolve(folder), options.includes('--differences'))).join('\n'))
