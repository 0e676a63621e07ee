import { delimitedRows } from '@/lib/base/delimited-rows'

/** A row of a list as it was written; nothing of it is judged. */
export interface PastedRow {
  /** An address, or a name of the person's own. */
  who: string
  amount: string
}

/**
 * A list of payees as pasted or read from a file: on each line `who, amount` or `name, address, amount`, between them
 * what `delimitedRows` reads or, where the line has none of these, blanks. A heading and empty lines are passed over.
 *
 * @returns the rows; `null` for text that is no list, such as a single address
 */
export function readPastedRows(text: string): PastedRow[] | null {
  const lines = delimitedRows(text).map(({ fields }) => fields)
  const [heading] = lines
  const rows = (heading !== undefined && isHeading(heading) ? lines.slice(1) : lines).map(readRow)
  return rows.length > 1 || (rows[0] !== undefined && rows[0].amount !== '') ? rows : null
}

function readRow(fields: string[]): PastedRow {
  const [first = '', second = '', third] = fields
  if (fields.length === 1) {
    // Between blanks: a name may have some in it, an amount has none.
    const [, who = first, amount = ''] = /^(.*?)\s+(\S*\d\S*)$/.exec(first) ?? []
    return { who, amount }
  }
  if (third === undefined) return { who: first, amount: second }
  // The address decides; a name beside it is for those who read the list.
  if (fields.length === 3) return { who: second === '' ? first : second, amount: third }
  return { who: fields.join(','), amount: '' }
}

/** Several fields with words and without digits: `name,address,amount`. */
function isHeading(fields: readonly string[]): boolean {
  return (
    fields.length > 1 &&
    fields.every(field => /^\P{N}*$/u.test(field)) &&
    fields.filter(field => /\p{L}/u.test(field)).length > 1
  )
}
