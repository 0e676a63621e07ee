import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultsOfSupplyChain } from './supply-chain.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prelude-supply-'))
})
afterEach(() => rm(folder, { recursive: true }))

const project = {
  dependencies: { a: '1.0.0' },
  devDependencies: { b: '2.0.0-rc.1' },
  overrides: { c: '$a' },
  allowScripts: { b: true },
}
const packages = {
  '': {},
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-AA==' },
  'node_modules/b': { version: '2.0.0-rc.1', integrity: 'sha512-AA==', hasInstallScript: true },
}

async function faults(changedProject = {}, changedPackages = {}, settings = 'strict-allow-scripts=true\n') {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...project, ...changedProject }))
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: { ...packages, ...changedPackages } }))
  await writeFile(join(folder, '.npmrc'), settings)
  return faultsOfSupplyChain(folder)
}

test('one version of each, with its sum, and scripts only where they are named', async () => {
  expect(await faults()).toEqual([])
})

test.each(['^1.0.0', '~1.0.0', '>=1', 'latest', '*', 'github:a/b', 'npm:b@1.0.0'])(
  'a range or a place of its own is found: %s',
  async version => {
    expect(await faults({ dependencies: { a: version } })).toHaveLength(1)
  },
)

test('an override of what one package gets of another is one version too', async () => {
  expect(await faults({ overrides: { c: { '.': '$a', d: '1.0.0' } } })).toEqual([])
  expect(await faults({ overrides: { c: { '.': '^1.0.0', d: 'latest' } } })).toEqual([
    'c is asked for as ^1.0.0, which is not one version.',
    'c > d is asked for as latest, which is not one version.',
  ])
})

test.each([
  ['no sum', { 'node_modules/a': { version: '1.0.0' } }],
  ['an old kind of sum', { 'node_modules/a': { version: '1.0.0', integrity: 'sha1-AA==' } }],
  [
    'the address of a registry',
    { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-AA==', resolved: 'https://registry.example/a.tgz' } },
  ],
  [
    'a script that is not named',
    { 'node_modules/d': { version: '1.0.0', integrity: 'sha512-AA==', hasInstallScript: true } },
  ],
  ['a name without a script', { 'node_modules/b': { version: '2.0.0-rc.1', integrity: 'sha512-AA==' } }],
])('%s is found', async (_, changed) => {
  expect(await faults({}, changed)).toHaveLength(1)
})

test('a program for another system may lack its sum, and one that is needed may not', async () => {
  const program = { version: '1.0.0', optional: true, dev: true }
  expect(await faults({}, { 'node_modules/@biomejs/cli-darwin-x64': program })).toEqual([])
  expect(await faults({}, { 'node_modules/@biomejs/cli-linux-x64': { ...program, optional: false } })).toHaveLength(1)
  expect(await faults({}, { 'node_modules/@rolldown/binding-darwin-x64': program })).toHaveLength(1)
})

test('a setting that would let scripts run is found', async () => {
  expect(await faults({}, {}, 'save-exact=true\n')).toHaveLength(1)
})

test('a workspace is no package from outside, and asks for exact versions like the project itself', async () => {
  const workspaces = ['test/tool']
  const linked = { 'test/tool': { version: '0.1.0' }, 'node_modules/tool': { resolved: 'test/tool', link: true } }
  await mkdir(join(folder, 'test/tool'), { recursive: true })
  const write = (dependencies: object) =>
    writeFile(join(folder, 'test/tool/package.json'), JSON.stringify({ dependencies }))
  await write({ a: '1.0.0' })
  expect(await faults({ workspaces }, linked)).toEqual([])
  await write({ a: '^1.0.0' })
  expect(await faults({ workspaces }, linked)).toEqual(['a is asked for as ^1.0.0, which is not one version.'])
  await write({})
  const elsewhere = { ...linked, 'node_modules/tool': { resolved: '../tool', link: true } }
  expect((await faults({ workspaces }, elsewhere)).length).toBeGreaterThan(0)
})
