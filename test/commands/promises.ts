import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './project.ts'

const heading = '## What is promised'

/** The promises of SECURITY.md that no test shows, each as a sentence; empty when there is none. */
export async function faultsOfPromises(): Promise<string[]> {
  const document = await readFile(join(root, 'SECURITY.md'), 'utf8')
  const files = new Set([...document.matchAll(named)].map(([, file = '']) => file))
  const read = async (file: string) => [file, await readFile(join(root, file), 'utf8').catch(() => null)] as const
  const texts = new Map(await Promise.all([...files].map(read)))
  return faultsIn(document, file => texts.get(file) ?? null)
}

/** A test as the table names it: its file, and words of its title. */
const named = /`([^`|]+)`: “([^”]+)”/g

/**
 * @param document with a table of promises under their heading, whose last cell names tests
 * @param read the text of a file of tests; `null` where there is none
 * @returns a sentence for each promise without a test, and for each test that is not there
 */
export function faultsIn(document: string, read: (file: string) => string | null): string[] {
  const section = document.split(/^(?=## )/m).find(part => part.startsWith(heading)) ?? ''
  const rows = section.split('\n').filter(line => line.startsWith('| '))
  if (rows.length < 2) return [`SECURITY.md has no table under “${heading.slice(3)}”.`]
  return rows.slice(1).flatMap(row => {
    const tests = [...row.matchAll(named)]
    if (tests.length === 0) return [`No test shows: ${row.split('|')[1]?.trim()}`]
    return tests.flatMap(([, file = '', title = '']) => {
      const text = read(file)
      if (text === null) return [`SECURITY.md names ${file}, which is not there.`]
      return isTested(text, title) ? [] : [`${file} has no test called “${title}”.`]
    })
  })
}

/** True where the title stands in a test or a group of tests that runs, and not in a comment or another text. */
function isTested(text: string, title: string): boolean {
  return text.split('\n').some((line, index, lines) => {
    const at = line.indexOf(title)
    if (at < 0) return false
    const before = `${lines[index - 1] ?? ''}\n${line.slice(0, at)}`
    return /(?:\)|\b(?:it|test|describe|plain))(?:\.(?!skip|todo|fixme|only)\w+)*\(\s*\[?['"`][^'"`]*$|^\s*\[['"`]$/m.test(
      before,
    )
  })
}
