import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
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
  const found = await Promise.all(
    (await codeFiles()).map(async file => {
      const text = await readFile(join(root, file), 'utf8')
      return longCommentsOf(text).map(found => ({ file, ...found }))
    }),
  )
  return found.flat()
}

/**
 * Wraps what `wrapComments` can wrap, in every file that has a long comment line. Resolves with the number of files
 * changed.
 */
export async function wrapAllComments(): Promise<number> {
  let changed = 0
  for (const file of await codeFiles()) {
    const text = await readFile(join(root, file), 'utf8')
    const wrapped = wrapComments(text)
    if (wrapped === text) continue
    await writeFile(join(root, file), wrapped)
    changed++
  }
  return changed
}

/** The project's files of code and styles, new ones included. */
export async function codeFiles(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  // A file that was deleted and not yet committed is listed as well.
  return stdout.split('\n').filter(file => /\.(tsx?|mjs|css)$/.test(file) && existsSync(join(root, file)))
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

/**
 * The text with its long comments wrapped at 120 characters: comments of whole lines, lines of a block, and blocks of
 * one line. The rest of the paragraph moves with the long line. Comments behind code and directives of the linter stay
 * as they are.
 */
export function wrapComments(text: string): string {
  const long = new Set(longCommentsOf(text).map(({ line }) => line - 1))
  const lines = text.split('\n')
  const wrapped: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (!long.has(index)) {
      wrapped.push(line)
      continue
    }
    const block = /^(\s*)(\/\*\*?) (.*) \*\/$/.exec(line)
    // A directive is one line.
    const start = /^(\s*(?:\/\/|\*) )(?!biome-ignore)(.*)$/.exec(line)
    if (block !== null) {
      const [, indent = '', opening = '', words = ''] = block
      wrapped.push(`${indent}${opening}`, ...wordWrap(`${indent} * `, words), `${indent} */`)
    } else if (start !== null) {
      const [, prefix = '', first = ''] = start
      const words = [first]
      while (goesOn(prefix, lines[index + 1])) words.push(lines[++index]?.slice(prefix.length) ?? '')
      wrapped.push(...wordWrap(prefix, words.join(' ')))
    } else wrapped.push(line)
  }
  return wrapped.join('\n')
}

/** Whether this line is of the same paragraph: the same comment, and no tag, list, table or example. */
function goesOn(prefix: string, line: string | undefined): boolean {
  return line?.startsWith(prefix) === true && /^[^\s@|`*-]/.test(line.slice(prefix.length))
}

function wordWrap(prefix: string, words: string): string[] {
  const lines: string[] = []
  let current = prefix.trimEnd()
  for (const word of words.split(' ')) {
    if (current.length + 1 + word.length > longest && current.trim() !== prefix.trim()) {
      lines.push(current)
      current = prefix.trimEnd()
    }
    current += ` ${word}`
  }
  return [...lines, current]
}
