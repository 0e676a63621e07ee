/** Comma-separated values (RFC 4180), made so that no spreadsheet takes a field for a formula. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return `${lines.map(line => line.map(quoteField).join(',')).join('\r\n')}\r\n`
}

function quoteField(field: string): string {
  // A spreadsheet takes a leading `=`, `+`, `-` or `@` for a formula, and drops a leading `'`. A mark more is dropped
  // in place of what is there.
  const safe = /^['=+\-@\t\r]/.test(field) ? `'${field}` : field
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
