/** The value below which so many per cent of the others lie; NaN where there are no values. */
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

/** Rows of text in columns as wide as their widest cell; the first column is aligned left, the others right. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    widths.map((width, column) => (row[column] ?? '')[column === 0 ? 'padEnd' : 'padStart'](width)).join('  ')
  return rows.map(line).join('\n')
}
