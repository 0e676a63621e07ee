import { wrapAllComments } from './comment-lines.ts'
import { createLifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

/** `npm run format`: long comment lines wrapped, then Biome's format and safe fixes. */
const lifetime = createLifetime()
const changed = await wrapAllComments()
if (changed > 0) console.log(`comments wrapped in ${changed} files`)
const { code } = await run(lifetime, tool('biome'), ['check', '--write', '.'], { cwd: root })
await lifetime.end()
process.exit(code)
