import { sha256 } from '@noble/hashes/sha2'
import { utf8ToBytes } from '@noble/hashes/utils'
import * as z from 'zod/mini'
import { skeleton } from './host-skeleton.ts'
import { isOneApart } from './look-alike-host.ts'

/**
 * Known phishing hosts. The list holds the first four bytes of the SHA-256 of each host, sorted: it can be searched but
 * not read. An unlisted host matches by chance once in 300,000 look-ups. Built from the package `eth-phishing-detect`.
 */
export interface PhishingList {
  /** Package and version it was made from. */
  source: string
  /** Date of that version, ISO 8601: `2026-11-20`. */
  date: string
  licence: string
  count: number
  /** True if the hashes are complete and in order, as the binary search needs. */
  isSorted(): boolean
  /** True if the host or a parent domain is listed. Never true for local hosts. */
  has(hostname: string): boolean
  /** The well-known host whose spelling this one imitates; `null` if there is none. */
  imitated(hostname: string): string | null
}

const host = z.string().check(z.maxLength(253))
const fileSchema = z.lazy(() =>
  z.object({
    source: z.string().check(z.maxLength(200)),
    date: z.string().check(z.maxLength(10)),
    licence: z.string().check(z.maxLength(200)),
    /** Base64 of the sorted 4-byte hash prefixes, big-endian. */
    prefixes: z.string(),
    protected: z.array(host).check(z.maxLength(1_000)),
    allowed: z.array(host).check(z.maxLength(10_000)),
  }),
)
export type PhishingFile = z.infer<typeof fileSchema>

const prefixLength = 4

/** Makes the content of a list file from plain hosts. */
export function packPhishingList(input: {
  source: string
  date: string
  licence: string
  hosts: readonly string[]
  protected: readonly string[]
  allowed: readonly string[]
}): PhishingFile {
  const prefixes = [...new Set(input.hosts.map(prefixOf))].sort((left, right) => left - right)
  const bytes = new DataView(new ArrayBuffer(prefixes.length * prefixLength))
  for (const [index, prefix] of prefixes.entries()) bytes.setUint32(index * prefixLength, prefix)
  const { source, date, licence } = input
  return {
    source,
    date,
    licence,
    prefixes: btoa(String.fromCharCode(...new Uint8Array(bytes.buffer))),
    protected: [...input.protected],
    // Only hosts that would count as imitations need an exception.
    allowed: input.allowed.filter(host => nearest(host, input.protected) !== null),
  }
}

/**
 * Reads a list file.
 * @throws ZodError, SyntaxError if it has another form
 */
export function readPhishingList(text: string): PhishingList {
  const file = fileSchema.parse(JSON.parse(text))
  const binary = atob(file.prefixes)
  const bytes = new DataView(Uint8Array.from(binary, character => character.charCodeAt(0)).buffer)
  const count = Math.floor(bytes.byteLength / prefixLength)
  const allowed = new Set(file.allowed)

  function isListed(host: string): boolean {
    const wanted = prefixOf(host)
    let low = 0
    let high = count - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = bytes.getUint32(middle * prefixLength)
      if (found === wanted) return true
      if (found < wanted) low = middle + 1
      else high = middle - 1
    }
    return false
  }

  return {
    source: file.source,
    date: file.date,
    licence: file.licence,
    count,
    isSorted() {
      if (bytes.byteLength !== count * prefixLength) return false
      for (let index = 1; index < count; index += 1)
        if (bytes.getUint32((index - 1) * prefixLength) >= bytes.getUint32(index * prefixLength)) return false
      return true
    },
    has: hostname => !isLocalHost(hostname) && withParents(hostname).some(isListed),
    imitated(hostname) {
      if (isLocalHost(hostname) || withParents(hostname).some(host => allowed.has(host))) return null
      return nearest(hostname, file.protected)
    },
  }
}

function prefixOf(host: string): number {
  return new DataView(sha256(utf8ToBytes(host.toLowerCase())).buffer).getUint32(0)
}

/** The host and its parent domains, without the top-level domain. */
function withParents(hostname: string): string[] {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** True for this machine, private networks and test names: developers use them, phishing does not. */
export function isLocalHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (/(?:^|\.)(?:localhost|test|local|internal|home\.arpa|lan)$/.test(host)) return true
  if (/^\[(?:::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/.test(host)) return true
  const [first, second] = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(host)?.slice(1).map(Number) ?? []
  if (first === undefined || second === undefined) return false
  return (
    first === 0 ||
    first === 10 ||
    first === 127 ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168) ||
    (first === 100 && second >= 64 && second <= 127)
  )
}

/** The protected host that this one imitates: drawn alike, or one letter more, less or different at its end. */
function nearest(hostname: string, protectedHosts: readonly string[]): string | null {
  const all = withParents(hostname)
  if (all.some(host => protectedHosts.includes(host))) return null
  const labels = hostname.toLowerCase().split('.')
  return (
    protectedHosts.find(other => {
      const end = labels.slice(-other.split('.').length).join('.')
      return skeleton(end) === skeleton(other) || isOneApart(end, other)
    }) ?? null
  )
}
