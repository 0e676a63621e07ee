import type { Address } from 'viem'
import { csvText } from '@/components/format/csv'
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

function fromCsv(text: string): Candidate[] {
  const lines = splitCsv(text)
  const head = lines[0]?.fields.map(field => field.trim().toLowerCase()) ?? []
  const hasHead = head.includes('address')
  const column = (name: string, otherwise: number) => (hasHead ? head.indexOf(name) : otherwise)
  const nameAt = column('name', 0)
  const addressAt = column('address', 1)
  return lines
    .slice(hasHead ? 1 : 0)
    .filter(({ fields }) => fields.some(field => field.trim() !== ''))
    .map(({ fields, line }) => ({
      place: line,
      name: withoutMark(fields[nameAt] ?? ''),
      address: fields[addressAt] ?? '',
    }))
}

/**
 * Fields by line; quoted ones may hold separators, doubled quotes and line breaks. Semicolons separate where the first
 * line has no comma.
 */
function splitCsv(text: string): { line: number; fields: string[] }[] {
  const [firstLine = ''] = text.split('\n')
  const separator = firstLine.includes(',') ? ',' : firstLine.includes(';') ? ';' : ','
  const rows: { line: number; fields: string[] }[] = []
  let field = ''
  let fields: string[] = []
  let quoted = false
  let line = 1
  let startedAt = 1
  const endRow = () => {
    rows.push({ line: startedAt, fields: [...fields, field] })
    field = ''
    fields = []
  }
  const characters = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters.charAt(at)
    if (character === '\n') line += 1
    if (quoted) {
      if (character !== '"') field += character
      else if (characters.charAt(at + 1) === '"') {
        field += '"'
        at += 1
      } else quoted = false
    } else if (character === '"' && field === '') quoted = true
    else if (character === separator) {
      fields.push(field)
      field = ''
    } else if (character === '\n') {
      endRow()
      startedAt = line
    } else field += character
  }
  if (field !== '' || fields.length > 0) endRow()
  return rows
}

/** Takes the mark off again that `csvText` put there. */
function withoutMark(field: string): string {
  return /^'+[=+\-@\t\r]/.test(field) ? field.slice(1) : field
}
