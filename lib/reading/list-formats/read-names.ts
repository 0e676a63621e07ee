import { Failure } from '@/lib/base/failure'
import { readListedHost } from './host-names'

const mostNames = 1_000_000
/** More entries than this share that are no names: it is another kind of file. */
const mostInvalid = 0.1

/**
 * Hosts of fraudulent sites, from JSON (an array, `{deny}`, `{blacklist}`, `{blocklist}`, `{hosts}`, `{domains}`) or
 * lines (plain, a hosts file, an ad blocker's `||host^`).
 * @throws Failure `list-unreadable`
 */
export function readFraudHosts(text: string): string[] {
  return readNames(text, readListedHost)
}

/**
 * Addresses of fraud, lower case, from JSON (an array of addresses or of `{address}`) or lines.
 * @throws Failure `list-unreadable`
 */
export function readFraudAddresses(text: string): string[] {
  return readNames(text, entry => (/^0x[0-9a-f]{40}$/i.test(entry) ? entry.toLowerCase() : null))
}

function readNames(text: string, read: (entry: string) => string | null): string[] {
  const entries = entriesOf(text)
  if (entries.length === 0 || entries.length > mostNames) throw unreadable('count')
  const names = new Set<string>()
  let invalid = 0
  for (const entry of entries) {
    const name = read(entry)
    if (name === null) invalid += 1
    else names.add(name)
  }
  if (names.size === 0 || invalid > entries.length * mostInvalid) throw unreadable('entries')
  return [...names]
}

function entriesOf(text: string): string[] {
  const start = text.trimStart().slice(0, 1)
  if (start === '<') throw unreadable('html')
  if (start === '[' || start === '{') return entriesOfJson(parseJson(text))
  return text.split('\n').flatMap(line => {
    const plain = line.replace(/[#!].*$/, '').trim()
    const [first = '', second] = plain.split(/\s+/)
    const entry = /^(?:0\.0\.0\.0|127\.0\.0\.1)$/.test(first) ? second : (/^\|\|(.+)\^$/.exec(first)?.[1] ?? first)
    return entry === undefined || entry === '' ? [] : [entry]
  })
}

const fields = ['deny', 'blacklist', 'blocklist', 'hosts', 'domains', 'addresses'] as const

function entriesOfJson(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) throw unreadable('shape')
  const list = Array.isArray(value)
    ? value
    : fields.map(field => Reflect.get(value, field)).find(held => Array.isArray(held))
  if (!Array.isArray(list)) throw unreadable('shape')
  return list.map(entry => {
    const name = typeof entry === 'object' && entry !== null ? (entry.address ?? entry.domain ?? entry.url) : entry
    return typeof name === 'string' ? name : ''
  })
}

/** @throws Failure `list-unreadable` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Failure('list-unreadable', { reason: text.trimStart().startsWith('<') ? 'html' : 'json' }, { cause })
  }
}

/** @param reason for the details of the failure */
export function unreadable(reason: string): Failure {
  return new Failure('list-unreadable', { reason })
}
