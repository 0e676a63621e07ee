import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from './project.ts'

/** The TypeScript files below these folders of the project that ship: tests and their fixtures are left out. */
export async function* sourceFiles(folders: readonly string[]): AsyncGenerator<{ path: string; text: string }> {
  for (const folder of folders) {
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\.(?:test|fixture)\.tsx?$/.test(entry.name)) continue
      const file = join(entry.parentPath, entry.name)
      yield { path: relative(root, file), text: await readFile(file, 'utf8') }
    }
  }
}
