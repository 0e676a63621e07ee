import type { Address } from 'viem'
import { csvText } from '@/components/format/csv'
import { type DelimitedRow, delimitedRows } from '@/lib/base/delimited-rows'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { parseJson } from '@/lib/base/json'
import type { ContactView } from '@/lib/language/ui'
import { judgeAddress } from '@/lib/payments/shared/address-text'

export interface NamedAddress {
  address: Address
  name: string
}

/** `faults`: lines (CSV, from 1) or places in the list (JSON, from 1) that are no contact. */
export interface ReadContacts {
  contacts: NamedAddress[]
  faults: number[]
}

const nameLength = 64

/** Comma-separated values (RFC 4180) with a header. */
export function contactsToCsv(contacts: readonly ContactView[]): string {
  return csvText([['name', 'address'], ...contacts.map(({ address, name }) => [name, address])])
}

export function contactsToJson(contacts: readonly ContactView[]): string {
  return `${JSON.stringify(
    contacts.map(({ name, address }) => ({ name, address })),
    null,
    2,
  )}\n`
}

/** A file of contacts, CSV or JSON. If two lines have the same address, the later line counts. */
export function readContacts(text: string): ReadContacts {
  const candidates = /^\s*[[{]/.test(text) ? fromJson(text) : fromCsv(text)
  const found = new Map<Address, NamedAddress>()
  const faults: number[] = []
  for (const { place, name, address } of candidates) {
    const judged = judgeAddress(address)
    const cleaned = cleanForeignText(name, nameLength).trim()
    if (judged.ok && cleaned !== '') found.set(judged.address, { address: judged.address, name: cleaned })
    else faults.push(place)
  }
  return { contacts: [...found.values()], faults }
}

interface Candidate {
  place: number
  name: string
  address: string
}

function fromJson(text: string): Candidate[] {
  const parsed = parseJson(text)
  if (parsed === undefined) return [{ place: 1, name: '', address: '' }]
  return (Array.isArray(parsed) ? parsed : [parsed]).map((item: unknown, index) => ({
    place: index + 1,
    name: textOf(item, 'name'),
    address: textOf(item, 'address'),
  }))
}

function textOf(item: unknown, key: string): string {
  const value =
    typeof item === 'object' && item !== null ? Object.entries(item).find(([name]) => name === key)?.[1] : ''
  return typeof value === 'string' ? value : ''
}

/**
 * The columns are found by what is in them: addresses make one, and names are in the column that its heading calls so,
 * or else in the first other one with letters.
 */
function fromCsv(text: string): Candidate[] {
  const rows = delimitedRows(text)
  const width = Math.max(0, ...rows.map(({ fields }) => fields.length))
  const columns = Array.from({ length: width }, (_, at) => rows.map(({ fields }) => fields[at] ?? ''))
  const headings = columns.map(([first = '']) => first.trim().toLowerCase())
  const counts = columns.map(column => column.filter(field => judgeAddress(field).ok).length)
  const most = Math.max(0, ...counts)
  const headed = headings.findIndex(heading => addressHeading.test(heading))
  const addressAt = most > 0 ? counts.indexOf(most) : headed >= 0 ? headed : 1
  const named = headings.findIndex((heading, at) => at !== addressAt && nameHeading.test(heading))
  const lettered = columns.findIndex((column, at) => at !== addressAt && column.some(field => /\p{L}/u.test(field)))
  const nameAt = named >= 0 ? named : lettered
  const hasHead =
    addressHeading.test(headings[addressAt] ?? '') || (most > 0 && named >= 0 && !startsWithDigits(rows[0], addressAt))
  return rows.slice(hasHead ? 1 : 0).map(({ line, fields }) => ({
    place: line,
    name: withoutMark(fields[nameAt] ?? ''),
    address: fields[addressAt] ?? '',
  }))
}

const addressHeading =
  /^(?:.*\b)?(?:address(?:es)?|adresse|direcci[oó]n|indirizzo|endere[cç]o|adres|wallet|account|recipient|to|0x)$/i
const nameHeading = /^(?:.*\b)?(?:name|label|contact|alias|nickname|title|bezeichnung|kontakt|nom|nombre|nome|naam)$/i

function startsWithDigits(row: DelimitedRow | undefined, at: number): boolean {
  return /^0x/i.test(row?.fields[at] ?? '')
}

/** Takes the mark off again that `csvText` put there. */
function withoutMark(field: string): string {
  return /^'['=+\-@\t\r]/.test(field) ? field.slice(1) : field
}
