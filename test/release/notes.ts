import { createHash } from 'node:crypto'
import type { Weight } from '../commands/budgets.ts'
import { type Edition, packageName } from './editions.ts'
import type { Package } from './package.ts'
import type { Origin } from './sources.ts'

export interface EditionNotes {
  edition: Edition
  archive: Uint8Array
  files: Package
  /** Packages in its bill of materials. */
  components: number
  /** Against the manifest that was released last; `null` if none was. */
  manifestChanges: string[] | null
}

export interface Release {
  version: string
  origin: Origin
  /** The change log's section. */
  changes: string
  weights: readonly Weight[]
  editions: readonly EditionNotes[]
  artifacts: Package
}

/** What is published beside the packages, as Markdown: changes, sums, sizes, and how anybody makes the same bytes. */
export function writeNotes({ version, origin, changes, weights, editions, artifacts }: Release): string {
  const commit = origin.commit === null ? 'sources without git' : `commit \`${origin.commit}\``
  const draft = origin.changes.length > 0 ? '\n**Draft: the sources differed from the commit.**\n' : ''
  return [
    `# Prelude ${version}\n\nMade from ${commit}.\n${draft}\n${changes}`,
    `## Files\n\n${fileTable(artifacts)}`,
    `## Packages\n\n${packageTable(editions)}`,
    `## Sizes\n\n${sizeTable(weights)}`,
    ...editions.map(notes => `## Manifest, ${notes.edition}\n\n${manifestText(notes)}`),
    `## Check it yourself\n\n${instructions(version)}`,
  ]
    .join('\n\n')
    .concat('\n')
}

function fileTable(artifacts: Package): string {
  const rows = [...artifacts].map(
    ([name, bytes]) => `| ${name} | ${bytes.length} | \`${createHash('sha256').update(bytes).digest('hex')}\` |`,
  )
  return ['| file | bytes | SHA-256 |', '|---|---:|---|', ...rows].join('\n')
}

function packageTable(editions: readonly EditionNotes[]): string {
  const rows = editions.map(({ edition, archive, files, components }) => {
    const unpacked = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0)
    return `| ${edition} | ${kilobytes(archive.length)} | ${kilobytes(unpacked)} | ${files.size} | ${components} |`
  })
  return [
    '| package | zipped, kB | unpacked, kB | files | packages in it |',
    '|---|---:|---:|---:|---:|',
    ...rows,
  ].join('\n')
}

function sizeTable(weights: readonly Weight[]): string {
  const rows = weights.map(({ what, bytes, budget }) => `| ${what} | ${kilobytes(bytes)} | ${kilobytes(budget)} |`)
  return ['| Chromium, minified | kB | budget |', '|---|---:|---:|', ...rows].join('\n')
}

function manifestText({ manifestChanges }: EditionNotes): string {
  if (manifestChanges === null) return 'The first release: there is no earlier manifest to compare it with.'
  if (manifestChanges.length === 0) return 'The manifest of the last release, unchanged.'
  return `Against the last release:\n\n\`\`\`diff\n${manifestChanges.join('\n')}\n\`\`\``
}

function instructions(version: string): string {
  return `With the sources of this version and Node.js 20 or newer:

\`\`\`sh
npm ci
npm run verify -- ${packageName(version, 'chrome')}
\`\`\`

builds the package and holds the given one against it, file by file. It takes a file (ZIP, XPI, CRX) or a folder: also the one in which a browser keeps
an installed extension. \`*.files.sha256\` has the sum of each file inside a package, for those who want to look without building.`
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1)
}
