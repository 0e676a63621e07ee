/** The value below which so many per cent of the others lie; of none, it is not a number. */
export function percentile(values: number[], percent: number): number {
  const ordered = [...values].sort((a, b) => a - b)
  return ordered[Math.max(0, Math.ceil((ordered.length * percent) / 100) - 1)] ?? Number.NaN
}

export interface Summary {
  median: number
  p95: number
  worst: number
  count: number
}

export function summary(values: number[]): Summary {
  return {
    median: percentile(values, 50),
    p95: percentile(values, 95),
    worst: percentile(values, 100),
    count: values.length,
  }
}

/**
 * Two cells: what the browser alone takes, and how many times that the wallet takes.
 * @param floor where there is none, both are empty
 */
export function floorAndRatio(median: number, floor: number | null | undefined): [string, string] {
  return floor === null || floor === undefined ? ['', ''] : [floor.toFixed(1), `${(median / floor).toFixed(2)} ×`]
}

/** Rows of text in columns as wide as their widest cell; all but the first column to the right. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    widths.map((width, column) => (row[column] ?? '')[column === 0 ? 'padEnd' : 'padStart'](width)).join('  ')
  return rows.map(line).join('\n')
}
