import { listBudget } from '@/lib/base/budgets'
import { Failure } from '@/lib/base/failure'
import { inSlices, type Pause } from '@/lib/base/slices'
import { readListedHost } from './host-names'

/** More entries than this share that are no names: it is another kind of file. */
const mostInvalid = 0.1

/**
 * Hosts of fraudulent sites, from JSON (an array, `{deny}`, `{blacklist}`, `{blocklist}`, `{hosts}`, `{domains}`) or
 * lines (plain, a hosts file, an ad blocker's `||host^`).
 * @throws Failure `list-unreadable`
 */
export function readFraudHosts(text: string, pause: Pause): Promise<string[]> {
  return readNames(text, pause, readListedHost)
}

/**
 * Addresses of fraud, lower case, from JSON (an array of addresses or of `{address}`) or lines.
 * @throws Failure `list-unreadable`
 */
export function readFraudAddresses(text: string, pause: Pause): Promise<string[]> {
  return readNames(text, pause, entry => (/^0x[0-9a-f]{40}$/i.test(entry) ? entry.toLowerCase() : null))
}

async function readNames(text: string, pause: Pause, read: (entry: string) => string | null): Promise<string[]> {
  const names = new Set<string>()
  let count = 0
  let invalid = 0
  await inSlices(entriesOf(text), pause, entry => {
    count += 1
    if (count > listBudget.names) throw unreadable('count')
    const name = read(entry)
    if (name === null) invalid += 1
    else names.add(name)
  })
  if (count === 0) throw unreadable('count')
  if (names.size === 0 || invalid > count * mostInvalid) throw unreadable('entries')
  return [...names]
}

function entriesOf(text: string): Iterable<string> {
  const start = /\S/.exec(text)?.[0]
  if (start === '<') throw unreadable('html')
  return start === '[' || start === '{' ? entriesOfJson(parseJson(text)) : entriesOfLines(text)
}

/** An entry for each line that has one. A text of many lines is not taken apart before. */
function* entriesOfLines(text: string): Generator<string> {
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end < 0 ? text.length : end)
    start = end < 0 ? text.length + 1 : end + 1
    const [first = '', second] = line
      .replace(/[#!].*$/s, '')
      .trim()
      .split(/\s+/)
    const entry = /^(?:0\.0\.0\.0|127\.0\.0\.1)$/.test(first) ? second : (/^\|\|(.+)\^$/.exec(first)?.[1] ?? first)
    if (entry !== undefined && entry !== '') yield entry
  }
}

const fields = ['deny', 'blacklist', 'blocklist', 'hosts', 'domains', 'addresses'] as const

function* entriesOfJson(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) throw unreadable('shape')
  const list = Array.isArray(value)
    ? value
    : fields.map(field => Reflect.get(value, field)).find(held => Array.isArray(held))
  if (!Array.isArray(list)) throw unreadable('shape')
  for (const entry of list) {
    const name = typeof entry === 'object' && entry !== null ? (entry.address ?? entry.domain ?? entry.url) : entry
    yield typeof name === 'string' ? name : ''
  }
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
