import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withNotes } from '../release/change-log.ts'
import { noteFiles } from '../release/change-notes.ts'
import { root, version } from './project.ts'

/** `npm run changes`: moves the notes of `docs/changes` into the version's section of the change log. */
const changeLog = join(root, 'CHANGELOG.md')
const files = await noteFiles()
const notes = await Promise.all(files.map(file => readFile(file, 'utf8')))
await writeFile(changeLog, withNotes(await readFile(changeLog, 'utf8'), version, notes))
for (const file of files) await rm(file)
console.log(`${files.length} notes moved to the section ${version} of CHANGELOG.md.`)
