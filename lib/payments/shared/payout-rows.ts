/** A row of a list as it was written; nothing of it is judged. */
export interface PastedRow {
  /** An address, or a name of the person's own. */
  who: string
  amount: string
}

/**
 * A list of payees as pasted or read from a file: on each line `who, amount` or `name, address, amount`, between them
 * a comma, a semicolon, a tab or, where the line has none of these, blanks. Fields may be quoted (RFC 4180), a heading
 * and empty lines are passed over.
 *
 * @returns the rows; `null` for text that is no list, such as a single address
 */
export function readPastedRows(text: string): PastedRow[] | null {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map(line => line.trim())
    .filter(line => line !== '')
  const [heading] = lines
  const content = heading !== undefined && isHeading(heading) ? lines.slice(1) : lines
  const rows = content.map(readRow)
  return rows.length > 1 || (rows[0] !== undefined && rows[0].amount !== '') ? rows : null
}

function readRow(line: string): PastedRow {
  const fields = fieldsOf(line)
  const [first = '', second = '', third] = fields
  if (fields.length === 1) return { who: first, amount: '' }
  if (third === undefined) return { who: first, amount: second }
  // The address decides; a name beside it is for those who read the list.
  if (fields.length === 3) return { who: second === '' ? first : second, amount: third }
  return { who: line, amount: '' }
}

function fieldsOf(line: string): string[] {
  const separator = [',', ';', '\t'].find(candidate => line.includes(candidate))
  if (separator === undefined) {
    // A name may have blanks in it, an amount has none.
    const match = /^(.*?)\s+(\S*\d\S*)$/.exec(line)
    return match === null ? [unquoted(line)] : [unquoted(match[1] ?? ''), unquoted(match[2] ?? '')]
  }
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted
    if (sign === separator && !isQuoted) {
      fields.push(unquoted(field))
      field = ''
    } else field += sign
  }
  return [...fields, unquoted(field)]
}

function unquoted(field: string): string {
  return field
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .trim()
}

/** Several words and no digits: `name,address,amount`. */
function isHeading(line: string): boolean {
  return /\p{Letter}.*[,;\t].*\p{Letter}/u.test(line) && !/\d/.test(line)
}
