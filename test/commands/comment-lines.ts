import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './project.ts'

const longest = 120

/** A comment line that is too long, as `path:line`. */
export interface LongLine {
  file: string
  line: number
  length: number
}

/** Every comment line of the project's code that is longer than 120 characters. */
export async function longCommentLines(): Promise<LongLine[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  const files = stdout.split('\n').filter(file => /\.(tsx?|mjs|css)$/.test(file))
  const found = await Promise.all(
    files.map(async file => {
      // A file that was deleted and not yet committed is listed as well.
      const text = await readFile(join(root, file), 'utf8').catch(() => '')
      return longCommentsOf(text).map(found => ({ file, ...found }))
    }),
  )
  return found.flat()
}

/** The comment lines of one file that are too long: whole lines, lines of a block, and comments behind code. */
export function longCommentsOf(text: string): { line: number; length: number }[] {
  let inBlock = false
  return text.split('\n').flatMap((line, index) => {
    const startedInBlock = inBlock
    const code = line.replace(/(['"`])(?:\\.|(?!\1).)*\1/g, quoted => ' '.repeat(quoted.length))
    const opened = startedInBlock ? 0 : code.search(/(^|\s|\{)\/\*/)
    if (startedInBlock || opened >= 0) inBlock = line.indexOf('*/', startedInBlock ? 0 : opened + 2) < 0
    const isComment = startedInBlock || opened >= 0 || /(^|\s)\/\/(\s|$)/.test(code)
    return isComment && line.length > longest ? [{ line: index + 1, length: line.length }] : []
  })
}

/** A line for each folder, the worst first. */
export function byFolder(lines: readonly LongLine[]): string {
  const counts = new Map<string, number>()
  for (const { file } of lines) {
    const folder = file.split('/').slice(0, 2).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([folder, count]) => `    ${String(count).padStart(4)} ${folder}`)
    .join('\n')
}
