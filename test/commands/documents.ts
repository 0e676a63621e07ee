import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatedDocuments } from '../release/documents.ts'
import { buildExtension } from './extension.ts'
import { createLifetime } from './lifetime.ts'
import { root } from './project.ts'

/**
 * `npm run documents`: writes the parts of documents that are generated anew; `npm run check` fails when they are not
 * up to date.
 */
const lifetime = createLifetime()
await buildExtension(lifetime, 'store')
for (const { file, is, shouldBe } of await generatedDocuments(root)) {
  if (is === shouldBe) continue
  await writeFile(join(root, file), shouldBe)
  console.log(`${file} is written anew.`)
}
await lifetime.end()
