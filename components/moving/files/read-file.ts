import { readContacts } from '@/components/contacts/contact-file'
import { parseJson } from '@/lib/base/json'
import { createLeft, type FileContents } from './contents'
import { rowsOfJson } from './json-shapes'
import { readContactRows, readNetworkRows, readTokenRows } from './rows'

/** Bytes. State logs of a large wallet have a few millions. */
export const mostFileBytes = 8_000_000

/**
 * The contacts, tokens and networks in a file of another program, or of this one. What it has besides is not looked at.
 * @param name of the file, to say which one
 */
export function readFile(name: string, text: string): FileContents {
  const left = createLeft()
  const nothing = (reason: 'unreadable' | 'nothing' | 'backup' | 'keystore' | 'too-large'): FileContents => {
    left.add('file', reason, name.slice(0, 100))
    return { contacts: [], tokens: [], networks: [], left: left.list(), origin: 'wallet' }
  }
  if (text.length > mostFileBytes) return nothing('too-large')
  const clean = text.replace(/^\ufeff/, '')
  if (!/^\s*[[{]/.test(clean)) return fromCsv(clean) ?? nothing('unreadable')
  const value = parseJson(clean)
  if (value === undefined) return nothing('unreadable')
  const other = otherKind(value)
  if (other !== null) return nothing(other)
  const rows = rowsOfJson(value)
  if (rows.contacts.length + rows.tokens.length + rows.networks.length === 0) return nothing('nothing')
  return {
    contacts: readContactRows(rows.contacts, left),
    tokens: readTokenRows(rows.tokens, left),
    networks: readNetworkRows(rows.networks, left),
    left: left.list(),
    origin: rows.origin,
  }

  /** Names and addresses; `null` where no line has any. */
  function fromCsv(csv: string): FileContents | null {
    const { contacts, faults } = readContacts(csv)
    if (contacts.length === 0 && !/0x[0-9a-f]{40}/i.test(csv)) return null
    for (const line of faults) left.add('contact', 'line', `${line}`)
    return {
      contacts: readContactRows(contacts, left),
      tokens: [],
      networks: [],
      left: left.list(),
      origin: 'wallet',
    }
  }
}

/** Files that have a place of their own. */
function otherKind(value: unknown): 'backup' | 'keystore' | null {
  if (typeof value !== 'object' || value === null) return null
  if ('format' in value && value.format === 'prelude-backup') return 'backup'
  // web3.js writes a list of them.
  const first: unknown = Array.isArray(value) ? value[0] : value
  const isKeystore = typeof first === 'object' && first !== null && ('crypto' in first || 'Crypto' in first)
  return isKeystore ? 'keystore' : null
}
