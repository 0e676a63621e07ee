import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildExtension } from '../commands/extension.ts'
import { createLifetime, type Finished, run } from '../commands/lifetime.ts'
import { root } from '../commands/project.ts'
import { packFiles } from './archive.ts'
import { type Package, readFolder, writeFolder } from './package.ts'
import { unpackSources } from './rebuild.ts'
import { readSources } from './sources.ts'

/** `npm run verify` as a person runs it, on packages of this source and on such as were changed. */
const lifetime = createLifetime({ inTestRunner: true })
let folder: string
let built: Package

const verify = (args: string[], env: NodeJS.ProcessEnv = {}, project = root): Promise<Finished> =>
  run(lifetime, process.execPath, [join(project, 'test/commands/verify.ts'), ...args], {
    cwd: project,
    env: { ...process.env, ...env },
    quiet: true,
  })

async function archiveOf(files: Package, name: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, await packFiles(files))
  return file
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prelude verify '))
  built = await readFolder(await buildExtension(lifetime, 'store'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  await lifetime.end()
})

describe('a package of this source', () => {
  test('packed', async () => {
    const { code, output } = await verify([await archiveOf(built, 'good.zip')])
    expect(output).toContain('Every file is the one that this source makes.')
    expect(output).toContain('byte for byte')
    expect(code).toBe(0)
  })

  test('unpacked, without git, in a folder with spaces', async () => {
    const project = join(folder, 'a copy of the sources')
    await unpackSources(await readSources(root), project, root)
    const given = join(folder, 'unpacked extension')
    await writeFolder(built, given)
    const { code, output } = await verify([given], { PATH: pathWithoutGit() }, project)
    expect(output).toContain('Every file is the one that this source makes.')
    expect(output).toContain('without git')
    expect(code).toBe(0)
  })
})

test('one byte changed, one file more and one less are named, and nothing else', async () => {
  const changed = new Map(built)
  const background = Uint8Array.from(built.get('background.js') ?? [])
  background[1_000] = (background[1_000] ?? 0) ^ 1
  changed.set('background.js', background)
  changed.set('chunks/more.js', new TextEncoder().encode('0'))
  changed.delete('icon/48.png')
  const { code, output } = await verify([await archiveOf(changed, 'changed.zip')])
  expect(code).toBe(1)
  const named = [...output.matchAll(/^ {2}(differs|missing|more) +(\S+)/gm)].map(([, what, name]) => `${what} ${name}`)
  expect(named).toEqual(['differs background.js', 'missing icon/48.png', 'more chunks/more.js'])
  expect(output).toContain('3 files are not as this source makes them.')
})

describe('what cannot be compared is said in one sentence', () => {
  test.each<[string, () => Promise<string[]>, string]>([
    ['nothing', async () => [], 'Usage:'],
    ['two packages', async () => ['a.zip', 'b.zip'], 'Usage:'],
    ['an unknown option', async () => ['--force', 'a.zip'], 'Usage:'],
    ['a file that is not there', async () => [join(folder, 'none.zip')], 'There is nothing at'],
    ['a file of another kind', async () => [join(root, 'package.json')], 'not a ZIP archive'],
    [
      'an archive without a manifest',
      async () => [await archiveOf(new Map([['a.js', new Uint8Array()]]), 'a.zip')],
      'It has no manifest.json',
    ],
    ['another version', async () => [await archiveOf(await ofVersion('99.0.0'), 'newer.zip')], 'is version 99.0.0'],
  ])('%s', async (_, args, sentence) => {
    const { code, output } = await verify(await args())
    expect(output).toContain(sentence)
    expect(output).not.toContain('    at ')
    expect(code).toBe(2)
  })
})

async function ofVersion(version: string): Promise<Package> {
  const manifest = new TextDecoder()
    .decode(built.get('manifest.json'))
    .replace(/"version": "[^"]+"/, `"version": "${version}"`)
  return new Map([...built, ['manifest.json', new TextEncoder().encode(manifest)]])
}

/** Node alone can be found. */
function pathWithoutGit(): string {
  return [dirname(process.execPath), join(folder, 'nothing')].join(delimiter)
}
