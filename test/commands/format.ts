import { wrapAllComments } from './comment-lines.ts'

/** The first half of `npm run format`: wraps long comment lines. Biome does the rest. */
const changed = await wrapAllComments()
if (changed > 0) console.log(`comments wrapped in ${changed} files`)
