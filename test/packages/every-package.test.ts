import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { manifestOf, packageFolders, pathOf } from '../commands/packages.ts'
import { root, tool, version } from '../commands/project.ts'
import { version as fixturesVersion } from '../wallet-fixtures/version.ts'
import { outside } from './outside.ts'

const execute = promisify(execFile)

/** Runs a tool and returns all it said; a failure has it in its message. */
async function said(command: string, args: string[]): Promise<string> {
  const { stdout, stderr } = await execute(command, args, { cwd: inject('installed'), env: outside() }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${command} ${args.join(' ')}:\n${error.stdout}${error.stderr}`)
    },
  )
  return `${stdout}${stderr}`
}

test('the packages lie in one folder, with their sums', async () => {
  const files = Object.values(inject('packed')).map(file => basename(file))
  const folder = dirname(inject('packed')['viem-levels'] ?? '')
  expect((await readdir(folder)).sort()).toEqual(['SHA256SUMS', ...files.sort()])
  const { stdout } = await execute('shasum', ['-a', '256', '-c', 'SHA256SUMS'], { cwd: folder })
  expect(stdout).toBe(files.map(file => `${file}: OK\n`).join(''))
})

test('the guide installs the packages from that folder, in one line', async () => {
  const guide = await readFile(join(root, 'docs/testing-a-dapp.md'), 'utf8')
  expect(guide).toContain('npm run pack\n')
  expect(guide).toMatch(/^npm install .*\/\.output\/packages\/\*\.tgz$/m)
})

/** The names of its functions and classes, but for those that others of its classes extend. */
function functionsOf(module: Record<string, unknown>): string[] {
  const functions = Object.entries(module).filter(([, value]) => typeof value === 'function')
  const bases = new Set(functions.map(([, value]) => Object.getPrototypeOf(value)))
  return functions.flatMap(([name, value]) => (bases.has(value) ? [] : [name]))
}

/** The tests of the packages and the pages that they open, one after the other. */
async function textOfTests(): Promise<string> {
  const folders = [...packageFolders, 'packages', 'dapp', 'example-dapp']
  const files = folders.map(async folder => {
    const names = await readdir(join(root, 'test', folder), { recursive: true })
    const isOfPage = folder === 'dapp' || folder === 'example-dapp'
    const pattern = isOfPage ? /\.[jt]sx?$/ : /\.(?:test|spec)\.tsx?$/
    const tests = names.filter(name => pattern.test(name) && !/^(?:dist|node_modules)/.test(name))
    return Promise.all(tests.map(name => readFile(join(root, 'test', folder, name), 'utf8')))
  })
  return (await Promise.all(files)).flat().join('\n')
}

describe.each(packageFolders)('The package %s', folder => {
  const packed = () => inject('packed')[folder] ?? ''

  test('is packed as publint wants it', async () => {
    expect(await said(tool('publint'), [packed(), '--strict'])).toContain('All good')
  })

  test('can be published, and the workflow that would do it names no host', async () => {
    const { name } = manifestOf(folder)
    expect(await said('npm', ['publish', packed(), '--dry-run', '--access', 'public'])).toContain(
      `+ ${name}@${version}`,
    )
    const workflow = await readFile(join(root, '.github/workflows/publish.yml'), 'utf8')
    expect(workflow).toContain(`npm publish .output/packages/${name}-*.tgz`)
    expect(workflow).not.toMatch(/https?:|registry/)
  })

  test('has types that fit its modules, for every way of importing an ES module', async () => {
    expect(await said(tool('attw'), [packed(), '--profile', 'esm-only', '--no-emoji', '--no-color'])).toContain('(ESM)')
  })

  test('has a README, the licence, types, and neither tests nor sources', async () => {
    const { stdout } = await execute('tar', ['-tzf', packed()])
    const files = stdout.trim().split('\n')
    expect(files).toEqual(expect.arrayContaining(['package/README.md', 'package/LICENSE', 'package/dist/index.d.ts']))
    expect(files.filter(name => /\.test\.|(?<!\.d)\.tsx?$|node_modules/.test(name))).toEqual([])
    const licence = await readFile(join(root, 'LICENSE'), 'utf8')
    expect(await readFile(join(pathOf(folder), 'LICENSE'), 'utf8')).toBe(licence)
  })

  test('exports no function, and documents no call, that no test uses', async () => {
    const { name, exports } = manifestOf(folder)
    const installed = join(inject('installed'), 'node_modules', name)
    const entries = Object.keys(exports ?? {}).filter(entry => !entry.endsWith('.json'))
    const load = createRequire(join(inject('installed'), 'package.json'))
    const exported = entries.flatMap(entry => functionsOf(load(join(name, entry))))
    const readme = await readFile(join(installed, 'README.md'), 'utf8')
    const documented = [...readme.matchAll(/`[^`\n]*?\b(?:wallet|network|faults|faucet)(\.\w+)\(/g)].map(
      ([, call]) => `${call}(`,
    )
    const tests = await textOfTests()
    expect([...new Set([...exported, ...documented])].filter(used => !tests.includes(used))).toEqual([])
  })

  test('has the version of the wallet, and asks for the others in that version', () => {
    const manifest = manifestOf(folder)
    expect(manifest.version).toBe(version)
    expect(fixturesVersion).toBe(version)
    const own = packageFolders.map(name => manifestOf(name).name)
    const asked = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })
    expect(asked.filter(([name, wanted]) => own.includes(name) && wanted !== version)).toEqual([])
  })
})
