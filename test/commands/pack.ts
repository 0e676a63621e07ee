import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLifetime, type Lifetime, run } from './lifetime.ts'
import { manifestOf, type PackageFolder, packageFolders, pathOf } from './packages.ts'
import { root } from './project.ts'

/**
 * Packs each package as it would be published into one folder, with `SHA256SUMS` in the form that `sha256sum` checks.
 * @param folder is emptied first
 * @param env of npm
 * @returns the path of each package's archive
 */
export async function packAll(
  lifetime: Lifetime,
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Record<PackageFolder, string>> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const name of packageFolders) {
    const options = { cwd: pathOf(name), env, quiet: true }
    const { code, output } = await run(lifetime, 'npm', ['pack', '--pack-destination', folder], options)
    if (code !== 0) throw new Error(`npm pack failed for ${name}:\n${output}`)
  }
  const files = (await readdir(folder)).sort()
  const sums = files.map(async file => {
    const sum = createHash('sha256').update(await readFile(join(folder, file)))
    return `${sum.digest('hex')}  ${file}\n`
  })
  await writeFile(join(folder, 'SHA256SUMS'), (await Promise.all(sums)).join(''))
  const archiveOf = (name: PackageFolder) => {
    const { name: published, version } = manifestOf(name)
    return join(folder, `${published}-${version}.tgz`)
  }
  return {
    'preview-network': archiveOf('preview-network'),
    'viem-levels': archiveOf('viem-levels'),
    'wallet-fixtures': archiveOf('wallet-fixtures'),
  }
}

/** `npm run pack`: the packages for dapp developers, as files to install. */
if (import.meta.main) {
  const folder = join(root, '.output/packages')
  const lifetime = createLifetime()
  const packed = await packAll(lifetime, folder).finally(() => lifetime.end())
  for (const file of Object.values(packed)) console.log(file)
  console.log(await readFile(join(folder, 'SHA256SUMS'), 'utf8'))
}
