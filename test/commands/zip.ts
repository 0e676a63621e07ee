import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packFiles } from '../release/archive.ts'
import { faultsOfContents } from '../release/contents.ts'
import { editionNames, packageName } from '../release/editions.ts'
import { readFolder } from '../release/package.ts'
import { buildExtension } from './extension.ts'
import { createLifetime } from './lifetime.ts'
import { root, version } from './project.ts'

/** `npm run zip`: the packages for the stores, refused when they carry what must not be published. */
const lifetime = createLifetime()
const faults: string[] = []
for (const edition of editionNames) {
  const folder = await buildExtension(lifetime, edition === 'chrome' ? 'store' : 'storeFirefox')
  const files = await readFolder(folder)
  const bytes = await packFiles(files)
  const name = packageName(version, edition)
  const found = faultsOfContents(files, 'store')
  faults.push(...found.map(fault => `${edition}: ${fault}`))
  if (found.length > 0) continue
  await writeFile(join(root, '.output', name), bytes)
  console.log(`.output/${name}  ${(bytes.length / 1_000).toFixed(1)} kB`)
  console.log(`sha256 ${createHash('sha256').update(bytes).digest('hex')}`)
}
for (const fault of faults) console.error(fault)
await lifetime.end()
process.exit(faults.length === 0 ? 0 : 1)
