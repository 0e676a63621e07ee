import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { root } from './project.ts'

/** Answers about the project's files, by path from the root. */
export interface Tree {
  /** True for a file or folder, and for a pattern (`*`, `{a,b}`) that matches one. */
  has(path: string): boolean
  /** The text of a document, or `null`. */
  read(path: string): string | null
}

/** What the project's documents name that does not exist, one line a fault. */
export async function faultsOfDocuments(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root })
  const texts = new Map<string, string>()
  for (const file of stdout.split('\n').filter(Boolean)) {
    // A file that was deleted and not yet committed is listed as well.
    const text = await readFile(join(root, file), 'utf8').catch(() => null)
    if (text !== null) texts.set(file, text)
  }
  const tree: Tree = {
    has: path => globSync(path, { cwd: root }).length > 0,
    read: path => texts.get(path) ?? null,
  }
  return [...texts].flatMap(([file, text]) => faultsOf(file, text, tree))
}

/**
 * The faults of one document: links to files and headings that are not there, and paths in backticks that are not.
 *
 * @param file its path from the root, to resolve relative links
 */
export function faultsOf(file: string, text: string, tree: Tree): string[] {
  const prose = text.replace(/^```.*?^```/gms, block => block.replace(/[^\n]/g, ''))
  const faults: string[] = []
  for (const [index, line] of prose.split('\n').entries()) {
    const complain = (what: string) => faults.push(`${file}:${index + 1}: ${what}`)
    const spoken = line.replace(/`[^`]*`/g, '')
    for (const [, target = ''] of spoken.matchAll(/\]\(([^)\s]+)[^)]*\)/g)) {
      if (/^[a-z][a-z+.-]*:/i.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const linked = path === '' ? file : relative(root, resolve(root, dirname(file), path))
      if (!tree.has(linked)) complain(`nothing is at ${target}`)
      else if (anchor !== undefined && !anchorsOf(tree.read(linked) ?? '').includes(anchor))
        complain(`no heading is called ${target}`)
    }
    for (const [, path = ''] of line.matchAll(
      /`((?:lib|components|entrypoints|test|docs|public|\.github|\.ci)\/[\w./*{},-]*)`/g,
    ))
      if (!tree.has(path.replace(/\/$/, ''))) complain(`no file is called ${path}`)
  }
  return faults
}

/** GitHub's names for headings: lower case, punctuation dropped, blanks to hyphens. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,6}\s+(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )
}
