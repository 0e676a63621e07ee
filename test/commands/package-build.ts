import { access, cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildContracts } from '../preview-network/contracts/compile.ts'
import { packedFile } from '../preview-network/contracts/packed-contracts.ts'
import { buildExtension } from './extension.ts'
import { createLifetime, run } from './lifetime.ts'
import { manifestOf, type PackageFolder, packageFolders, pathOf } from './packages.ts'
import { root, tool } from './project.ts'

/**
 * `node test/commands/package-build.ts FOLDER`, run by `npm pack` before it packs a folder of `test/`: writes its
 * JavaScript and its types to `dist`, and beside them what the code reads from files.
 */
const lifetime = createLifetime()

/** What a package has beside its code; paths below `dist`. */
const more: Record<PackageFolder, (dist: string) => Promise<void>> = {
  async 'preview-network'(dist) {
    await cp(join(pathOf('preview-network'), 'explorer/static'), join(dist, 'explorer/static'), { recursive: true })
    await writeFile(join(dist, 'contracts', packedFile), JSON.stringify(await buildContracts()))
    // The package has the result, and neither the sources nor the compiler.
    const compiler = ['compile', 'canonical-code', 'published-code'].flatMap(name => [`${name}.js`, `${name}.d.ts`])
    for (const name of compiler) await rm(join(dist, 'contracts', name))
  },
  async 'viem-levels'() {},
  async 'wallet-fixtures'(dist) {
    await cp(await buildExtension(lifetime, 'local'), join(dist, 'extension'), { recursive: true })
  },
}

const folder = packageFolders.find(name => name === process.argv[2])
if (folder === undefined) throw new Error(`Name one of the folders ${packageFolders.join(', ')}.`)
const dist = join(pathOf(folder), 'dist')
await rm(dist, { recursive: true, force: true })
const project = join(pathOf(folder), 'tsconfig.package.json')
const { code, output } = await run(lifetime, tool('tsc'), ['-p', project], { cwd: root, quiet: true })
if (code !== 0) throw new Error(`${folder} did not compile:\n${output}`)
await moveUp(dist, folder)
for (const name of await readdir(dist, { recursive: true })) {
  if (!/\.(?:js|d\.ts)$/.test(name)) continue
  const file = join(dist, name)
  await writeFile(file, published(await readFile(file, 'utf8')))
}
await more[folder](dist)
await lifetime.end()

/** A package that imports another one by its path is compiled together with it, each in a folder of its own. */
async function moveUp(from: string, name: string): Promise<void> {
  const own = join(from, name)
  const isThere = await access(own).then(
    () => true,
    () => false,
  )
  if (!isThere) return
  const moved = `${from}-own`
  await rename(own, moved)
  await rm(from, { recursive: true })
  await rename(moved, from)
}

/**
 * A module's text with its imports as an installed package has them. In the repository, packages import each other by
 * path, so that nothing has to be built to run; the compiler leaves the `.ts` of type imports as it is.
 */
function published(text: string): string {
  const byPath = packageFolders.map(name => ({ path: `../${name}/index`, name: manifestOf(name).name }))
  return text.replace(/(from |import\()(['"])(\.[^'"]*?)\.[jt]s\2/g, (_all, word, quote, path) => {
    const other = byPath.find(each => each.path === path)
    return `${word}${quote}${other?.name ?? `${path}.js`}${quote}`
  })
}
