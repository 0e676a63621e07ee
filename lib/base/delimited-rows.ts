/** A row of a list, and the line it begins in, counted from 1. */
export interface DelimitedRow {
  line: number
  fields: string[]
}

/** In this order, for names have commas more often than tabs. */
const separators = ['\t', ';', ','] as const

/**
 * Rows as spreadsheets and people write them: fields between tabs, semicolons or commas. The separator of a row is that
 * of the first row or, where a row lacks it, the first of these that it has. A quoted field may hold separators,
 * doubled quotes and line breaks (RFC 4180). Blanks around fields are dropped, and so are empty rows.
 */
export function delimitedRows(text: string): DelimitedRow[] {
  const rows: DelimitedRow[] = []
  let line = 1
  let usual: (typeof separators)[number] | undefined
  for (const row of rowsOf(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))) {
    const pieces = piecesOf(row)
    const has = (each: string | undefined) => pieces.some(piece => piece === each)
    const separator = has(usual) ? usual : separators.find(has)
    usual ??= separator
    const fields = ['']
    for (const piece of pieces) {
      if (piece === separator) fields.push('')
      else fields.push(`${fields.pop() ?? ''}${piece}`)
    }
    const plain = fields.map(unquoted)
    if (plain.some(field => field !== '')) rows.push({ line, fields: plain })
    line += row.split('\n').length
  }
  return rows
}

/** A quote opens a field at its beginning only. A quote that is never closed is a sign as any other. */
const quoted = /(^|[\t;,\n])([^\S\t\n]*"(?:[^"]|"")*"[^\S\t\n]*(?=[\t;,\n]|$))/g

function rowsOf(text: string): string[] {
  // Line breaks in quotes are put aside.
  const marked = text.replace(
    quoted,
    (_all, before: string, field: string) => before + field.replaceAll('\n', '\u0000'),
  )
  return marked.split('\n').map(row => row.replaceAll('\u0000', '\n'))
}

/** Separators outside quotes, and the text between them. */
function piecesOf(row: string): string[] {
  return row.match(/(?<=^|[\t;,])[^\S\t\n]*"(?:[^"]|"")*"[^\S\t\n]*(?=[\t;,]|$)|[\t;,]|[^\t;,]+/g) ?? []
}

function unquoted(field: string): string {
  const inner = /^"((?:[^"]|"")*)"$/.exec(field.trim())?.[1]
  return (inner === undefined ? field : inner.replaceAll('""', '"')).trim()
}
