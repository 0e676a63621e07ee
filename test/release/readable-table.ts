import { readableRows } from '../../lib/storage/encrypted/readable.ts'

/** The table of SECURITY.md: what stays readable on the disk, and why. */
export function readableTable(): string {
  const rows = Object.values(readableRows).map(({ what, why }) => `| ${what} | ${why} |`)
  return ['| what | why |', '|---|---|', ...rows].join('\n')
}
