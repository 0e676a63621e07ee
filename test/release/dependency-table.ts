import type { BundledBytes } from './bundled-modules.ts'
import { type LockedPackage, locked } from './lock-file.ts'

const head = ['| package | version | licence | kB | why |', '|---|---|---|---:|---|']

/** A size may move that far before the table has to be written anew: every change of the code moves some. */
const tolerance = { share: 0.1, kilobytes: 2 }

export const noReason = '**no reason given**'

/**
 * The packages that are really in the scripts, as a Markdown table by size. Who edits it gives the reasons; they and
 * sizes that are still about right are taken over from the table before.
 * @param bundled what the build recorded
 * @param packages the lock file's packages
 * @param before the table as it is in the document
 */
export function dependencyTable(
  bundled: BundledBytes,
  packages: ReadonlyMap<string, LockedPackage>,
  before: string,
): string {
  const rows = readRows(before)
  const shipped = Object.entries(bundled)
    .filter(([path]) => path !== '')
    .map(([path, bytes]) => {
      const { version, license } = locked(packages, path)
      const name = path.replace(/^node_modules\//, '').replaceAll('/node_modules/', ' › ')
      const row = rows.get(name)
      return { name, version, license, kilobytes: kept(bytes / 1_000, row?.kilobytes), why: row?.why ?? noReason }
    })
    .sort((a, b) => b.kilobytes - a.kilobytes || (a.name < b.name ? -1 : 1))
  const lines = shipped.map(
    ({ name, version, license, kilobytes, why }) =>
      `| ${name} | ${version} | ${license} | ${kilobytes.toFixed(0)} | ${why} |`,
  )
  return [...head, ...lines].join('\n')
}

function kept(now: number, before: number | undefined): number {
  const rounded = Math.round(now)
  if (before === undefined) return rounded
  const allowed = Math.max(tolerance.kilobytes, before * tolerance.share)
  return Math.abs(now - before) <= allowed ? before : rounded
}

function readRows(table: string): Map<string, { kilobytes: number; why: string }> {
  const rows = table.split('\n').slice(head.length)
  return new Map(
    rows.flatMap(row => {
      const [name, _version, _license, kilobytes, why] = row
        .split('|')
        .slice(1)
        .map(cell => cell.trim())
      return name === undefined || kilobytes === undefined || why === undefined
        ? []
        : [[name, { kilobytes: Number(kilobytes), why }] as const]
    }),
  )
}
