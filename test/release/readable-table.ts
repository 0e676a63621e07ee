import { stores } from '../../lib/storage/stores.ts'

/** The table of SECURITY.md: what stays readable on the disk, and why. */
export function readableTable(): string {
  const rows = Object.values(stores).flatMap(({ readable }) =>
    readable === null ? [] : [`| ${readable.what} | ${readable.why} |`],
  )
  return ['| what | why |', '|---|---|', ...rows].join('\n')
}
