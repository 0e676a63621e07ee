import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../commands/project.ts'

const folder = join(root, 'docs/changes')

/** The paths of the notes about changes that are not in the change log yet, in the order of their names. */
export async function noteFiles(): Promise<string[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.md') && name !== 'README.md')
  return names.sort().map(name => join(folder, name))
}
