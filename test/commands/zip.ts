import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { buildExtension } from './extension.ts'
import { createLifetime } from './lifetime.ts'
import { root } from './project.ts'
import { faultsOfStorePackage, findStorePackage } from './store-package.ts'

/** `npm run zip`: the store package, refused when it carries what belongs to this machine only. */
const lifetime = createLifetime()
await buildExtension(lifetime, 'store')
const file = await findStorePackage()
const bytes = await readFile(file)
const faults = await faultsOfStorePackage(file)
console.log(`${relative(root, file)}  ${(bytes.length / 1_000).toFixed(1)} kB`)
console.log(`sha256 ${createHash('sha256').update(bytes).digest('hex')}`)
for (const fault of faults) console.error(fault)
await lifetime.end()
process.exit(faults.length === 0 ? 0 : 1)
